import { parseModFile, parseVendorModules, type ModFile } from './modFiles';
import type { SourceFileSystem } from '../disk/fileSystem';
import { below, elements, folded, join, type PathStyle } from '../disk/pathStyle';

/** A folder with source files. Its elements are in lower case if the disk ignores case. */
export interface SourceFolder {
  readonly path: string;
  readonly elements: readonly string[];
  /** Number of elements below the root of its module, or below its workspace folder if it is in no module. */
  readonly depth: number;
  /** Elements of its import path; empty outside a module. */
  readonly importPath: readonly string[];
}

export interface SourceFile {
  readonly folder: SourceFolder;
  readonly name: string;
}

/** A vendor folder with the module versions in its modules.txt. */
export interface VendorFolder {
  readonly dir: string;
  /** By module path. */
  readonly versions: ReadonlyMap<string, string>;
}

/** A go.mod or go.work on this machine. */
export interface FoundModFile {
  /** The folder of the go.mod or go.work. */
  readonly dir: string;
  readonly file: ModFile;
}

/** The result of one walk through the workspace folders. */
export interface WorkspaceIndex {
  /** By folded base name. */
  readonly files: ReadonlyMap<string, readonly SourceFile[]>;
  readonly modules: readonly FoundModFile[];
  readonly workFiles: readonly FoundModFile[];
  readonly vendors: readonly VendorFolder[];
  /** Whether the walk ended early because the workspace is too large. */
  readonly truncated: boolean;
}

/** The walk ends once it has visited this many folders, or found this many source files. */
export interface WalkLimits {
  readonly folders: number;
  readonly files: number;
}

const WALK_LIMITS: WalkLimits = { folders: 60_000, files: 400_000 };

/** Files that a Go binary's line table usually names: Go, assembly, C for cgo, and inputs of generators, by //line. */
const SOURCE = /\.(go|s|c|cc|cpp|cxx|h|hh|hpp|hxx|m|mm|f|f90|y|rl|qtpl|templ|tmpl|gotmpl|peg|gop)$/i;
const MAX_CONCURRENT = 24;
/** Limit for the endings that a profile adds. Few programs are written in more languages. */
const MAX_OTHER_ENDINGS = 100;

/** The endings in lower case, such as `.rs`, of the files that a walk does not find without `otherEndings`. */
export function otherEndings(files: readonly string[]): string[] {
  const endings = new Set<string>();
  for (const file of files) {
    if (SOURCE.test(file)) continue;
    endings.add(endingOf(file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)));
    if (endings.size === MAX_OTHER_ENDINGS) break;
  }
  return [...endings];
}

/** `x.Test.rs` → `.rs`; the whole name, if it has no ending. */
function endingOf(name: string): string {
  return name.slice(Math.max(0, name.lastIndexOf('.'))).toLowerCase();
}

/**
 * Walks the folders breadth first, so that folders near the top are known even if the limits end the walk. Skips links
 * to folders (like the go command), hidden folders, node_modules, vendor folders with a modules.txt, and `skip`.
 */
export async function indexWorkspace(
  fs: SourceFileSystem,
  style: PathStyle,
  options: {
    readonly roots: readonly FolderToVisit[];
    readonly skip: readonly string[];
    readonly limits?: WalkLimits;
    /** See the function of this name. */
    readonly otherEndings?: ReadonlySet<string>;
  },
): Promise<WorkspaceIndex> {
  const skip = new Set(options.skip.map((path) => folded(style, path)));
  const walk = new Walk(fs, style, skip, options.otherEndings ?? new Set());
  const { folders, files } = options.limits ?? WALK_LIMITS;
  const queue: FolderToVisit[] = [...options.roots];
  let visited = 0;
  while (visited < queue.length && visited < folders && walk.fileCount < files) {
    const batch = queue.slice(visited, Math.min(visited + MAX_CONCURRENT, folders));
    visited += batch.length;
    for (const subfolders of await Promise.all(batch.map((folder) => walk.visit(folder)))) queue.push(...subfolders);
  }
  return { ...walk.result, truncated: visited < queue.length };
}

/** A folder to visit, and its module. */
export interface FolderToVisit {
  readonly path: string;
  /** The root of the module, which may be above the folder; the workspace folder if there is no module. */
  readonly base: string;
  readonly module: string | undefined;
}

class Walk {
  fileCount = 0;
  readonly result = {
    files: new Map<string, SourceFile[]>(),
    modules: [] as FoundModFile[],
    workFiles: [] as FoundModFile[],
    vendors: [] as VendorFolder[],
  };

  constructor(
    private readonly fs: SourceFileSystem,
    private readonly style: PathStyle,
    private readonly skip: ReadonlySet<string>,
    private readonly otherEndings: ReadonlySet<string>,
  ) {}

  /** Adds a folder's files to the index and returns the folders to visit below it. */
  async visit(folder: FolderToVisit): Promise<FolderToVisit[]> {
    const entries = await this.fs.list(folder.path);
    if (typeof entries === 'string') return [];
    if (entries.has('modules.txt') && elements(this.style, folder.path).at(-1) === 'vendor') {
      this.result.vendors.push(...(await readVendor(this.fs, this.style, folder.path)));
      return [];
    }
    if (entries.has('go.work')) await this.readInto(this.result.workFiles, folder.path, 'go.work');
    const goMod = entries.has('go.mod') && (await this.readInto(this.result.modules, folder.path, 'go.mod'));
    const { base, module } = goMod ? { base: folder.path, module: goMod.modulePath } : folder;
    const names = [...entries];
    this.addFiles({ path: folder.path, base, module }, names.filter(([name, kind]) => kind !== 'folder' && this.isSource(name)));
    return names
      .filter(([name, kind]) => kind === 'folder' && !name.startsWith('.') && name !== 'node_modules')
      .map(([name]) => ({ path: join(this.style, folder.path, name), base, module }))
      .filter(({ path }) => !this.skip.has(folded(this.style, path)));
  }

  private isSource(name: string): boolean {
    return SOURCE.test(name) || (this.otherEndings.size > 0 && this.otherEndings.has(endingOf(name)));
  }

  private addFiles({ path, base, module }: FolderToVisit, sources: readonly (readonly [string, unknown])[]): void {
    if (sources.length === 0) return;
    const inBase = elements(this.style, folded(this.style, below(this.style, base, path) ?? ''));
    const folder: SourceFolder = {
      path,
      elements: elements(this.style, folded(this.style, path)),
      depth: inBase.length,
      importPath: module ? [...folded(this.style, module).split('/'), ...inBase] : [],
    };
    this.fileCount += sources.length;
    for (const [name] of sources) {
      const key = folded(this.style, name);
      const files = this.result.files.get(key);
      if (files) files.push({ folder, name });
      else this.result.files.set(key, [{ folder, name }]);
    }
  }

  private async readInto(list: FoundModFile[], dir: string, name: string): Promise<ModFile | undefined> {
    const text = await this.fs.read(join(this.style, dir, name));
    if (text === undefined) return undefined;
    const file = parseModFile(text);
    list.push({ dir, file });
    return file;
  }
}

/** The vendor folder if it has a modules.txt; otherwise empty. */
export async function readVendor(fs: SourceFileSystem, style: PathStyle, dir: string): Promise<VendorFolder[]> {
  const text = await fs.read(join(style, dir, 'modules.txt'));
  return text === undefined ? [] : [{ dir, versions: parseVendorModules(text) }];
}
