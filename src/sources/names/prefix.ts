import { commonSuffix, elements, folded, pathModule, type PathStyle } from '../disk/pathStyle';
import type { ProfileName } from './profileName';

/** A place of a profile's files on this machine: names that start with `from` are files below `to`. */
export interface Prefix {
  /** Elements of the profile's names, each after a `/`. */
  readonly from: string;
  /** An absolute path of this machine: a folder, or the file itself if its base name differs from the profile's. */
  readonly to: string;
}

/** Derives a prefix from one file: if `/app/a/x.go` is `/home/me/p/a/x.go`, then `/app` is `/home/me/p`. */
export function prefixOf(style: PathStyle, name: ProfileName, path: string): Prefix {
  const { normalize, dirname } = pathModule(style);
  const fold = (list: readonly string[]) => list.map((element) => folded(style, element));
  const shared = commonSuffix(fold(name.elements), fold(elements(style, path)));
  let to = normalize(path);
  for (let i = 0; i < shared; i++) to = dirname(to);
  return { from: joined(name.elements.slice(0, name.elements.length - shared)), to };
}

/** The path that `prefix` gives a name; undefined if the name does not start with it. */
export function applyPrefix(style: PathStyle, { from, to }: Prefix, name: ProfileName): string | undefined {
  const whole = joined(name.elements);
  if (whole === from) return to;
  if (!whole.startsWith(`${from}/`)) return undefined;
  return pathModule(style).join(to, ...whole.slice(from.length + 1).split('/'));
}

function joined(list: readonly string[]): string {
  return list.map((element) => `/${element}`).join('');
}
