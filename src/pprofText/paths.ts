import { machine } from './machine';

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
