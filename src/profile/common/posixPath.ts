/** The functions of node:path's `posix`, for browsers; `resolve` starts at the root. */
export const sep = '/';
export const delimiter = ':';

export function normalize(path: string): string {
  if (path === '') return '.';
  const start = isAbsolute(path) ? '/' : '';
  const end = path.endsWith('/') ? '/' : '';
  const kept: string[] = [];
  for (const element of path.split('/')) {
    if (element === '' || element === '.') continue;
    if (element !== '..') kept.push(element);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (start === '') kept.push('..');
  }
  const inside = kept.join('/');
  return inside === '' ? start || `.${end}` : start + inside + end;
}

export function join(...paths: string[]): string {
  return normalize(paths.filter((path) => path !== '').join('/'));
}

export function isAbsolute(path: string): boolean {
  return path.startsWith('/');
}

export function resolve(...paths: string[]): string {
  const from = paths.findLastIndex(isAbsolute);
  const path = normalize(['/', ...paths.slice(Math.max(0, from))].join('/'));
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

export function dirname(path: string): string {
  const slash = path.replace(/\/+$/, '').lastIndexOf('/');
  if (slash > 0) return path[slash - 1] === '/' && slash === 1 ? '//' : path.slice(0, slash);
  return isAbsolute(path) ? '/' : '.';
}

export function basename(path: string): string {
  return /([^/]*)\/*$/.exec(path)![1];
}

export function parse(path: string): { readonly root: string; readonly dir: string; readonly base: string } {
  return { root: isAbsolute(path) ? '/' : '', dir: dirname(path), base: basename(path) };
}
