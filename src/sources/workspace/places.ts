import { FolderCache } from '../disk/folderCache';
import type { SourceFileSystem } from '../disk/fileSystem';
import { collectModules, modFilesAbove, type ModuleHint, type Modules, type ModFilesAbove } from './modules';
import { below, elements, folded, pathModule, type PathStyle } from '../disk/pathStyle';
import { indexWorkspace, otherEndings, type WalkLimits, type WorkspaceIndex } from './workspaceIndex';

/** Where sources may be. Paths are absolute; empty if unknown. */
export interface SourcePlaces {
  readonly workspaceFolders: readonly string[];
  readonly goroot: string;
  readonly gomodcache: string;
  /** Folders, with the separator of PATH between them. */
  readonly gopath: string;
  /** The path of the go.work that the go command uses, or `off`. */
  readonly gowork?: string;
}

export interface Workspace {
  /** The number of refreshes before its folders were walked. */
  readonly refreshCount: number;
  readonly roots: readonly string[];
  readonly index: WorkspaceIndex;
  readonly modules: Modules;
}

/**
 * Caches what is read from the disk: folder listings, real paths and modules until the next `refresh`, the walk through
 * the workspace until `dropIfStale` or `reset`. Walks on demand.
 */
export class Places {
  private state: State;
  private refreshCount = 0;
  /** Endings of files that profiles named: see otherEndings. */
  private readonly endings = new Set<string>();
  /** Increases whenever results that callers cache become invalid. */
  generation = 0;

  constructor(
    readonly options: SourcePlaces,
    private readonly fs: SourceFileSystem,
    readonly style: PathStyle,
    private readonly limits?: WalkLimits,
  ) {
    this.state = new State(fs, style);
  }

  get folders(): FolderCache {
    return this.state.folders;
  }

  /** Invalidates the results that callers cache, but keeps the disk cache. */
  invalidateAnswers(): void {
    this.generation++;
  }

  /**
   * Drops all that is cached except the walk, which is dropped only if a file is not found (see `dropIfStale`), or if
   * it left out files with the endings of these names.
   */
  refresh(files: readonly string[]): void {
    this.refreshCount++;
    const added = otherEndings(files).filter((ending) => !this.endings.has(ending));
    for (const ending of added) this.endings.add(ending);
    this.state = new State(this.fs, this.style, added.length > 0 ? undefined : this.state.walked);
  }

  /**
   * Drops the walk if it is older than the last `refresh`, so that the next request walks again. Returns whether it was
   * older.
   */
  dropIfStale({ refreshCount }: Workspace): boolean {
    if (refreshCount === this.refreshCount) return false;
    if (this.state.isWalkedAt(refreshCount)) this.state = new State(this.fs, this.style);
    return true;
  }

  /** Clears all that was read from the disk, and the results that callers cache. */
  reset(): void {
    this.generation++;
    this.state = new State(this.fs, this.style);
  }

  /** The workspace with its modules, including those in and above the hint's folder. */
  workspace(hint: ModuleHint | undefined): Promise<Workspace> {
    const { workspaces } = this.state;
    const key = hint?.moduleDir ?? '';
    let workspace = workspaces.get(key);
    if (!workspace) workspaces.set(key, (workspace = this.read(this.walked(), hint)));
    return workspace;
  }

  /** Folders of GOPATH. */
  gopaths(): string[] {
    return this.options.gopath.split(pathModule(this.style).delimiter).filter((path) => path !== '');
  }

  gomodcache(): string {
    const [first] = this.gopaths();
    return this.options.gomodcache || (first ? pathModule(this.style).join(first, 'pkg', 'mod') : '');
  }

  /**
   * The path as the editor spells it: below the workspace folder that contains the file, even if the folder was opened
   * through a link or the profile's name goes through one (macOS: `/var` is `/private/var`).
   */
  async asOpened(path: string): Promise<string> {
    const { join, dirname, basename } = pathModule(this.style);
    for (const folder of this.options.workspaceFolders) {
      const rest = below(this.style, folder, path);
      if (rest !== undefined) return join(folder, rest);
    }
    const real = join(await this.folders.real(dirname(path)), basename(path));
    for (const folder of this.options.workspaceFolders) {
      const rest = below(this.style, await this.folders.real(folder), real);
      if (rest !== undefined) return join(folder, rest);
    }
    return pathModule(this.style).normalize(path);
  }

  /** Whether both paths lead to the same file. */
  async same(a: string, b: string): Promise<boolean> {
    const { normalize } = pathModule(this.style);
    const equal = (x: string, y: string) => folded(this.style, normalize(x)) === folded(this.style, normalize(y));
    if (equal(a, b)) return true;
    const [realA, realB] = await Promise.all([this.folders.real(a), this.folders.real(b)]);
    return equal(realA, realB);
  }

  private walked(): Promise<Walked> {
    return (this.state.walked ??= { refreshCount: this.refreshCount, done: this.walk(this.refreshCount) }).done;
  }

  private async walk(refreshCount: number): Promise<Walked> {
    const roots = await this.distinctRoots();
    const modFilesOfRoots = await Promise.all(roots.map((root) => modFilesAbove(this.fs, this.style, root)));
    const index = await indexWorkspace(this.fs, this.style, {
      roots: modFilesOfRoots.map(({ root, module }) => ({
        path: root,
        base: module?.dir ?? root,
        module: module?.file.modulePath,
      })),
      skip: [this.options.goroot, this.gomodcache()].filter((path) => path !== ''),
      ...(this.limits ? { limits: this.limits } : {}),
      otherEndings: this.endings,
    });
    return { refreshCount, roots, modFilesOfRoots, index };
  }

  private async read(walked: Promise<Walked>, hint: ModuleHint | undefined): Promise<Workspace> {
    const { refreshCount, roots, modFilesOfRoots, index } = await walked;
    const modFilesOfHint = hint ? [await modFilesAbove(this.fs, this.style, hint.moduleDir)] : [];
    const isWalked = (dir: string) => roots.some((root) => below(this.style, root, dir) !== undefined);
    const modules = await collectModules(this.fs, this.style, {
      modFiles: [...modFilesOfHint, ...modFilesOfRoots],
      index,
      gowork: this.options.gowork ?? '',
      hint,
      isWalked,
    });
    return { refreshCount, roots, index, modules };
  }

  /** The workspace folders, without folders that are inside another one, or the same folder again through a link. */
  private async distinctRoots(): Promise<string[]> {
    const real = await Promise.all(
      this.options.workspaceFolders.map(async (path) => ({ path, real: await this.folders.real(path) })),
    );
    const outermostFirst = real
      .map((root, order) => ({ ...root, order, depth: elements(this.style, root.real).length }))
      .sort((a, b) => a.depth - b.depth || a.order - b.order);
    const distinct: typeof outermostFirst = [];
    for (const root of outermostFirst) {
      if (!distinct.some((other) => below(this.style, other.real, root.real) !== undefined)) distinct.push(root);
    }
    return distinct.sort((a, b) => a.order - b.order).map(({ path }) => path);
  }
}

interface Walked {
  readonly refreshCount: number;
  readonly roots: readonly string[];
  readonly modFilesOfRoots: readonly ModFilesAbove[];
  readonly index: WorkspaceIndex;
}

class State {
  readonly folders: FolderCache;
  readonly workspaces = new Map<string, Promise<Workspace>>();

  constructor(
    fs: SourceFileSystem,
    style: PathStyle,
    public walked?: { readonly refreshCount: number; readonly done: Promise<Walked> },
  ) {
    this.folders = new FolderCache(fs, style);
  }

  isWalkedAt(refreshCount: number): boolean {
    return this.walked?.refreshCount === refreshCount;
  }
}
