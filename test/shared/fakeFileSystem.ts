import type { EntryKind, SourceFileSystem } from '../../src/sources/disk/fileSystem';
import { folded, pathModule, pathStyleOf } from '../../src/sources/disk/pathStyle';

export interface FakeDisk {
  /** The text of each file, by path. The files' parent folders exist too. */
  readonly files: Readonly<Record<string, string>>;
  /** The target of each symbolic link, by the link's path. */
  readonly links?: Readonly<Record<string, string>>;
}

export interface FakeFileSystem extends SourceFileSystem {
  /** The path of each call, in order. */
  readonly lookups: string[];
}

/** A file system in memory that follows the path rules of a platform. */
export function fakeFileSystem(platform: NodeJS.Platform, { files, links = {} }: FakeDisk): FakeFileSystem {
  const style = pathStyleOf(platform);
  const path = pathModule(style);
  const key = (name: string) => folded(style, path.normalize(name)).replace(/(?<=[^\\/:])[\\/]$/, '');
  const texts = new Map<string, string>();
  const folders = new Map<string, Map<string, EntryKind>>();
  const originalNames = new Map<string, string>();
  const linkTo = new Map(Object.entries(links).map(([from, to]) => [key(from), to]));
  const addEntry = (name: string, kind: EntryKind): void => {
    const parent = path.dirname(name);
    originalNames.set(key(name), name);
    if (parent === name) return;
    const entries = folders.get(key(parent)) ?? new Map<string, EntryKind>();
    folders.set(key(parent), entries.set(path.basename(name), kind));
    addEntry(parent, 'folder');
  };
  for (const [name, text] of Object.entries(files)) {
    texts.set(key(name), text);
    addEntry(path.normalize(name), 'file');
  }
  for (const name of Object.keys(links)) addEntry(path.normalize(name), 'link');

  const resolveLinks = (name: string, depth = 0): string => {
    if (depth > 20) return name;
    for (let head = name, rest: string[] = []; ; rest = [path.basename(head), ...rest], head = path.dirname(head)) {
      const target = linkTo.get(key(head));
      if (target !== undefined) return resolveLinks(path.join(target, ...rest), depth + 1);
      if (head === path.dirname(head)) return name;
    }
  };
  const lookups: string[] = [];
  const lookUp = (name: string) => {
    lookups.push(name);
    return key(resolveLinks(path.normalize(name)));
  };
  return {
    lookups,
    kind: async (name) => {
      const real = lookUp(name);
      return texts.has(real) ? 'file' : folders.has(real) ? 'folder' : undefined;
    },
    list: async (name) => folders.get(lookUp(name)) ?? 'missing',
    read: async (name) => texts.get(lookUp(name)),
    realpath: async (name) => {
      const real = lookUp(name);
      return texts.has(real) || folders.has(real) ? originalPath(real) : undefined;
    },
  };

  function originalPath(real: string): string {
    const parent = path.dirname(real);
    const original = originalNames.get(real) ?? real;
    return parent === real ? original : path.join(originalPath(key(parent)), path.basename(original));
  }
}
