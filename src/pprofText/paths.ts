import { basename, delimiter, isAbsolute, normalize } from 'node:path';

/** A name as pprof cleans it (Go's filepath.Clean): as normalize, but without a slash at the end. */
export function cleanPath(name: string): string {
  const clean = normalize(name);
  return /^([A-Za-z]:)?[\\/]$/.test(clean) ? clean : clean.replace(/[\\/]$/, '');
}

/** The directories of a list such as PATH. */
export function splitList(list: string): readonly string[] {
  return list === '' ? [] : list.split(delimiter);
}

/** Last element of a path (Go's filepath.Base). */
export function baseName(path: string): string {
  return basename(path) || (path === '' ? '.' : path[0]);
}

/**
 * A source file's name without a prefix that only the machine had that built the program. Without `trimPath` that is
 * all up to a directory named as one of `searchPath`: /build/proj/a.go under a search path of /home/me/proj is a.go.
 * Source: google/pprof internal/report, trimPath.
 */
export function trimSourcePath(path: string, trimPath: string, searchPath: string): string {
  const slashed = path.replaceAll('\\', process.platform === 'win32' ? '/' : '\\');
  if (trimPath === '') {
    for (const directory of splitList(searchPath)) {
      const wanted = `/${baseName(directory)}/`;
      const found = slashed.indexOf(wanted);
      if (found >= 0) return path.slice(found + wanted.length);
    }
  }
  for (const prefix of [...splitList(trimPath), '/proc/self/cwd/./', '/proc/self/cwd/']) {
    const whole = prefix.endsWith('/') ? prefix : `${prefix}/`;
    if (slashed.startsWith(whole)) return path.slice(whole.length);
  }
  return path;
}

/** Whether pprof takes a binary's name for an address of the web and drops it. */
export function isUrl(name: string): boolean {
  const volume = process.platform === 'win32' && isAbsolute(name);
  return !volume && /^[a-z][a-z0-9+.-]*:/i.test(name);
}
