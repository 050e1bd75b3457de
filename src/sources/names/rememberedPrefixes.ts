import { commonSuffix, elements, folded, pathModule, type PathStyle } from '../disk/pathStyle';
import type { ProfileName } from './profileName';

/** Storage for remembered prefixes: VS Code's workspace state, or `memoryOfSession`. */
export interface SourceMemory {
  get(key: string): unknown;
  set(key: string, value: unknown): void | PromiseLike<void>;
}

const KEY = 'sourcePrefixes';
const MAX_PREFIXES = 200;

/** Prefixes learned from the files that the user located, stored newest first. */
export class RememberedPrefixes {
  constructor(private readonly memory: SourceMemory) {}

  /** The prefixes, longest `from` first. Skips invalid entries, which older versions may have stored. */
  all(): Prefix[] {
    const stored = this.read();
    return stored.sort((a, b) => b.from.length - a.from.length);
  }

  /** Stores a prefix, which replaces an earlier one with the same `from`. */
  async add(prefix: Prefix): Promise<void> {
    const others = this.read().filter(({ from }) => from !== prefix.from);
    await this.memory.set(KEY, [prefix, ...others].slice(0, MAX_PREFIXES));
  }

  private read(): Prefix[] {
    const stored = this.memory.get(KEY);
    return Array.isArray(stored) ? stored.filter(isPrefix) : [];
  }
}

function isPrefix(value: unknown): value is Prefix {
  const { from, to } = (value ?? {}) as Record<string, unknown>;
  return typeof from === 'string' && typeof to === 'string';
}

/** A memory that lasts until the window closes. */
export function memoryOfSession(): SourceMemory {
  const stored = new Map<string, unknown>();
  return { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) };
}

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
