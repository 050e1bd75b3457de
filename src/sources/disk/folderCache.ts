import type { EntryKind, SourceFileSystem } from './fileSystem';
import { folded, pathModule, type PathStyle } from './pathStyle';

/**
 * Checks whether files exist. Lists each folder only once, because the thousands of files of a profile are in a few
 * hundred folders, and most folders of another machine do not exist here.
 */
export class FolderCache {
  private readonly folders = new Map<string, Promise<Listing>>();
  private readonly realPaths = new Map<string, Promise<string | undefined>>();

  constructor(
    readonly fs: SourceFileSystem,
    readonly style: PathStyle,
  ) {}

  /** The file's path, with its name spelled as on the disk; undefined if there is no such file. */
  async file(path: string): Promise<string | undefined> {
    const { dirname, basename, join } = pathModule(this.style);
    const folder = dirname(path);
    const base = basename(path);
    const listing = await this.listing(folder);
    if (listing === 'missing') return undefined;
    if (listing === 'unreadable') return (await this.fs.kind(path)) === 'file' ? path : undefined;
    const entry = listing.get(folded(this.style, base));
    if (!entry) return undefined;
    const actualPath = join(folder, entry.name);
    const kind = entry.kind === 'link' ? await this.fs.kind(actualPath) : entry.kind;
    return kind === 'file' ? actualPath : undefined;
  }

  /** Names of the entries; empty if the folder is missing or cannot be listed. */
  async names(folder: string): Promise<string[]> {
    const listing = await this.listing(folder);
    return typeof listing === 'string' ? [] : [...listing.values()].map(({ name }) => name);
  }

  /** The path without links; unchanged if it does not exist. */
  async real(path: string): Promise<string> {
    let real = this.realPaths.get(path);
    if (!real) this.realPaths.set(path, (real = this.fs.realpath(path)));
    return (await real) ?? path;
  }

  private listing(folder: string): Promise<Listing> {
    const key = folded(this.style, folder);
    let listing = this.folders.get(key);
    if (!listing) this.folders.set(key, (listing = this.read(folder)));
    return listing;
  }

  private async read(folder: string): Promise<Listing> {
    const entries = await this.fs.list(folder);
    if (typeof entries === 'string') return entries;
    return new Map([...entries].map(([name, kind]) => [folded(this.style, name), { name, kind }]));
  }
}

type Listing = ReadonlyMap<string, { readonly name: string; readonly kind: EntryKind }> | 'missing' | 'unreadable';
