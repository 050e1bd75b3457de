import type { FunctionNaming } from '../profile/frameNodes';
import type { Profile } from '../profile/model';
import { pprofName } from '../profile/pprofName';
import { cleanPath, trimSourcePath } from './paths';

export interface SourcePaths {
  /** Lists of directories, as PATH is one; empty: not given. */
  readonly sourcePath: string;
  readonly trimPath: string;
}

/** Functions and files as pprof's reports name them. */
export function pprofNaming({ functions, strings }: Profile, { sourcePath, trimPath }: SourcePaths): FunctionNaming {
  return {
    name: (index) => pprofName(strings.get(functions.name[index]!), strings.get(functions.systemName[index]!)),
    file: (index) => {
      const file = trimSourcePath(strings.get(functions.filename[index]!), trimPath, sourcePath);
      return file === '' ? '' : cleanPath(file);
    },
  };
}
