import * as posixPath from '../profile/common/posixPath';

/** Replaces node:path in the bundle for browsers, where no path is a Windows path. */
export * from '../profile/common/posixPath';
export { posixPath as default, posixPath as posix, posixPath as win32 };
