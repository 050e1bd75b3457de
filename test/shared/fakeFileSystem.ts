import type { EntryKind, SourceFileSystem } from '../../src/source/disk/fileSystem';
import { folded, pathModule, pathStyleOf } from '../../src/source/disk/pathStyle';

export interface FakeDisk {
  /** Path → text. Folders exist where files are. */
  readonly files: Readonly<Record<string, string>>;
  /** Path of a symbolic link → its target. */
  readonly links?: Readonly<Record<string, string>>;
}

export interface FakeFileSystem extends SourceFileSystem {
  /** Every path that was looked up, in order. */
  readonly lookups: string[];
}

/** A disk of another platform, in memory. */
export function fakeFileSystem(platform: NodeJS.Platform, { files, links = {} }: FakeDisk): FakeFileSystem {
  const style = pathStyleOf(platform);
  const path = pathModule(style);
  const key = (name: string) => folded(style, path.normalize(name)).replace(/(?<=[^\\/:])[\\/]$/, '');
  const texts = new Map<string, string>();
  const folders = new Map<string, Map<string, EntryKind>>();
  const spelling = new Map<string, string>();
  const linkTo = new Map(Object.entries(links).map(([from, to]) => [key(from), to]));
  const place = (name: string, kind: EntryKind): void => {
    const parent = path.dirname(name);
    spelling.set(key(name), name);
    if (parent === name) return;
    const entries = folders.get(key(parent)) ?? new Map<string, EntryKind>();
    folders.set(key(parent), entries.set(path.basename(name), kind));
    place(parent, 'folder');
  };
  for (const [name, text] of Object.entries(files)) {
    texts.set(key(name), text);
    place(path.normalize(name), 'file');
  }
  for (const name of Object.keys(links)) place(path.normalize(name), 'link');

  const through = (name: string, depth = 0): string => {
    if (depth > 20) return name;
    for (let at = name, rest: string[] = []; ; rest = [path.basename(at), ...rest], at = path.dirname(at)) {
      const target = linkTo.get(key(at));
      if (target !== undefined) return through(path.join(target, ...rest), depth + 1);
      if (at === path.dirname(at)) return name;
    }
  };
  const lookups: string[] = [];
  const ask = (name: string) => {
    lookups.push(name);
    return key(through(path.normalize(name)));
  };
  return {
    lookups,
    kind: async (name) => {
      const real = ask(name);
      return texts.has(real) ? 'file' : folders.has(real) ? 'folder' : undefined;
    },
    list: async (name) => folders.get(ask(name)) ?? 'missing',
    read: async (name) => texts.get(ask(name)),
    realpath: async (name) => {
      const real = ask(name);
      return texts.has(real) || folders.has(real) ? spelled(real) : undefined;
    },
  };

  function spelled(real: string): string {
    const parent = path.dirname(real);
    const own = spelling.get(real) ?? real;
    return parent === real ? own : path.join(spelled(key(parent)), path.basename(own));
  }
}
