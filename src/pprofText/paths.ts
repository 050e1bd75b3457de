import { machine } from './machine';
import type { FunctionNaming } from '../profile/graph/frameNodes';
import type { Profile } from '../profile/model';

/** Go's filepath.Clean, which pprof applies to file names: like normalize, but without a trailing slash. */
export function cleanPath(name: string): string {
  const clean = machine().path.normalize(name);
  return /^([A-Za-z]:)?[\\/]$/.test(clean) ? clean : clean.replace(/[\\/]$/, '');
}

/** Splits a list of directories such as PATH. */
export function splitList(list: string): readonly string[] {
  return list === '' ? [] : list.split(machine().path.delimiter);
}

/** The last element of a path (Go's filepath.Base). */
export function baseName(path: string): string {
  return machine().path.basename(path) || (path === '' ? '.' : path[0]);
}

/**
 * A source file's name without the prefix of the build machine. The prefix is one of `trimPath`, or /proc/self/cwd. If
 * `trimPath` is empty, the prefix may also end with the base name of a directory in `searchPath`: with /home/me/proj in
 * `searchPath`, /build/proj/a.go becomes a.go.
 * Source: google/pprof internal/report, trimPath.
 */
export function trimSourcePath(path: string, trimPath: string, searchPath: string): string {
  const slashed = path.replaceAll('\\', machine().isWindows ? '/' : '\\');
  if (trimPath === '') {
    for (const directory of splitList(searchPath)) {
      const directoryName = `/${baseName(directory)}/`;
      const index = slashed.indexOf(directoryName);
      if (index >= 0) return path.slice(index + directoryName.length);
    }
  }
  for (const prefix of [...splitList(trimPath), '/proc/self/cwd/./', '/proc/self/cwd/']) {
    const folder = prefix.endsWith('/') ? prefix : `${prefix}/`;
    if (slashed.startsWith(folder)) return path.slice(folder.length);
  }
  return path;
}

/** Whether pprof treats the file name of a mapping as a URL. */
export function isUrl(name: string): boolean {
  const volume = machine().isWindows && machine().path.isAbsolute(name);
  return !volume && /^[a-z][a-z0-9+.-]*:/i.test(name);
}

interface SourcePaths {
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
