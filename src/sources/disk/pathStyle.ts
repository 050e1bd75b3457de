import { posix, win32 } from 'node:path';

/** How this machine writes paths, and whether `X.go` and `x.go` are one file on its disk. */
export interface PathStyle {
  readonly kind: 'posix' | 'win32';
  readonly foldsCase: boolean;
}

/**
 * Treats macOS as case-insensitive, because its disks are by default, and Go rejects a package with two files whose
 * names differ only in case.
 */
export function pathStyleOf(platform: NodeJS.Platform): PathStyle {
  const kind = platform === 'win32' ? 'win32' : 'posix';
  return { kind, foldsCase: platform === 'win32' || platform === 'darwin' };
}

export function pathModule(style: PathStyle): typeof posix {
  return style.kind === 'win32' ? win32 : posix;
}

/** The text in lower case if the disk ignores case, so that two spellings of a name compare equal. */
export function folded(style: PathStyle, text: string): string {
  return style.foldsCase ? text.toLowerCase() : text;
}

/** The elements of a path of this machine, without empty ones: `C:\a\b` → `['C:', 'a', 'b']`. */
export function elements(style: PathStyle, path: string): string[] {
  return path.split(style.kind === 'win32' ? /[\\/]+/ : /\/+/).filter((element) => element !== '');
}

export function join(style: PathStyle, folder: string, ...rest: string[]): string {
  return pathModule(style).join(folder, ...rest);
}

/** The path relative to `folder`; `''` for the folder itself; undefined if the path is outside the folder. */
export function below(style: PathStyle, folder: string, path: string): string | undefined {
  const separator = pathModule(style).sep;
  const normal = pathModule(style).normalize(path);
  const base = pathModule(style).normalize(folder);
  const prefix = base.endsWith(separator) ? base : base + separator;
  if (folded(style, normal) === folded(style, base)) return '';
  return folded(style, normal).startsWith(folded(style, prefix)) ? normal.slice(prefix.length) : undefined;
}

/** Number of equal elements at the ends of two lists. */
export function commonSuffix(a: readonly string[], b: readonly string[]): number {
  const shorter = Math.min(a.length, b.length);
  let count = 0;
  while (count < shorter && a[a.length - 1 - count] === b[b.length - 1 - count]) count++;
  return count;
}
