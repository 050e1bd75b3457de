import { dirname } from 'node:path';

const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space, and try again.',
  EROFS: 'The disk is read-only: make it writable, and try again.',
  EMFILE: 'Too many files are open: close some programs, and try again.',
  ENFILE: 'Too many files are open: close some programs, and try again.',
  EDQUOT: 'Your disk quota is used up: free some space, and try again.',
  ERR_FS_FILE_TOO_LARGE: 'The file is larger than 2 GB, too large to be read at once.',
  ERR_STRING_TOO_LONG: 'The text is longer than half a gigabyte, too long to be shown.',
};

/** For errors that name a path. */
const WITH_PATH: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `Access to ${path} was denied: change its permissions, and try again.`,
  EPERM: (path) => `Access to ${path} was denied: change its permissions, and try again.`,
  ENOSPC: (path) => `The disk of ${path} is full: free some space, and try again.`,
  EDQUOT: (path) => `Your disk quota for ${path} is used up: free some space, and try again.`,
  EROFS: (path) => `${path} is on a read-only disk: make it writable, and try again.`,
  ENOENT: (path) => `${path} does not exist: was it moved or deleted?`,
  ENOTDIR: (path) => `${path} cannot be used: a part of its path is a file, not a folder. Rename that file, and try again.`,
  EEXIST: (path) => `${path} already exists and is not a folder: rename it, and try again.`,
  EISDIR: (path) => `${path} is a folder, not a file: choose a file.`,
  EBUSY: (path) => `${path} is used by another program: close it there, and try again.`,
  EIO: (path) => `The disk of ${path} reports an error: check it, and try again.`,
};

/** `EROFS: read-only file system, mkdir '/data/runs'`, also as a part of a message of VS Code. */
const SYSTEM_MESSAGE = /(?:^|Error: )(E[A-Z]{3,}): [^,']+, (\w+)(?: '([^']+)')?(?: -> '([^']+)')?/;

/** Errors of the file that is written; a copy or link also names the file that is read. */
const WRITTEN: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'];

/** An error as a sentence for the user, which for most system errors says what to do. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isTooLong = error instanceof RangeError && error.message === 'Invalid string length';
  const { code = '' } = error as NodeJS.ErrnoException;
  const [, name = code, call, first, target] = SYSTEM_MESSAGE.exec(error.message) ?? [];
  const path = target !== undefined && WRITTEN.includes(name) ? target : first;
  if (call === 'mkdir' && path !== undefined) {
    // The new folder does not exist, so what to change is the folder above it.
    const parent = dirname(path);
    if (name === 'EACCES' || name === 'EPERM') return WITH_PATH[name](parent);
    // Node reports ENOENT for a folder that it cannot create on a read-only disk.
    if (name === 'ENOENT') return `No folder can be created in ${parent}: is its disk read-only?`;
  }
  const sentence = path === undefined ? undefined : WITH_PATH[name]?.(path);
  return sentence ?? SENTENCES[isTooLong ? 'ERR_STRING_TOO_LONG' : name] ?? error.message;
}
