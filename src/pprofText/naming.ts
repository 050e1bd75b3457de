import type { FunctionNaming } from '../profile/graph/frameNodes';
import type { Profile } from '../profile/model';
import { cleanPath, trimSourcePath } from './paths';

export interface SourcePaths {
  /** List of directories, separated as in PATH; empty if not set. */
  readonly sourcePath: string;
  /** List of prefixes, separated as in PATH; empty if not set. */
  readonly trimPath: string;
}

/** The profile's function names, and its file names cleaned as in all pprof reports. */
export function cleanNaming(profile: Profile): FunctionNaming {
  return naming(profile, cleanedFile);
}

/** Like cleanNaming, with file names trimmed: see trimSourcePath. */
export function trimmedNaming(profile: Profile, paths: SourcePaths): FunctionNaming {
  return naming(profile, fileTrimmer(paths));
}

/** A function that cleans and trims file names: see trimSourcePath. */
export function fileTrimmer({ sourcePath, trimPath }: SourcePaths): (file: string) => string {
  return (file) => cleanedFile(trimSourcePath(file, trimPath, sourcePath));
}

const cleanedFile = (name: string): string => (name === '' ? '' : cleanPath(name));

function naming({ functions, strings }: Profile, fileOf: (name: string) => string): FunctionNaming {
  const cache = new Map<number, string>();
  return {
    name: (index) => strings.get(functions.name[index]),
    file: (index) => {
      const name = functions.filename[index];
      let file = cache.get(name);
      if (file === undefined) cache.set(name, (file = fileOf(strings.get(name))));
      return file;
    },
  };
}
