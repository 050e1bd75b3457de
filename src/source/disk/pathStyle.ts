import { posix, win32 } from 'node:path';

/** How this machine writes paths, and whether its disk takes `X.go` and `x.go` for one file. */
export interface PathStyle {
  readonly kind: 'posix' | 'win32';
  readonly foldsCase: boolean;
}

/**
 * macOS counts as folding: its disk does so by default, and where it does not, Go itself refuses two files of one
 * package that differ in case only.
 */
export function pathStyleOf(platform: NodeJS.Platform): PathStyle {
  const kind = platform === 'win32' ? 'win32' : 'posix';
  return { kind, foldsCase: platform === 'win32' || platform === 'darwin' };
}

export function pathModule(style: PathStyle): typeof posix {
  return style.kind === 'win32' ? win32 : posix;
}

/** The text that two spellings of one name share. */
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

/** The path below `folder`, or undefined where it does not lie in it; `''` for the folder itself. */
export function below(style: PathStyle, folder: string, path: string): string | undefined {
  const separator = pathModule(style).sep;
  const normal = pathModule(style).normalize(path);
  const base = pathModule(style).normalize(folder);
  const prefix = base.endsWith(separator) ? base : base + separator;
  if (folded(style, normal) === folded(style, base)) return '';
  return folded(style, normal).startsWith(folded(style, prefix)) ? normal.slice(prefix.length) : undefined;
}

/** How many elements two lists have in common, counted from their ends. */
export function commonSuffix(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count++;
  return count;
}
