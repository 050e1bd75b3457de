import { parseModFile, type ModuleVersion, type Replace } from './modFiles';
import type { SourceFileSystem } from '../disk/fileSystem';
import { folded, join, pathModule, type PathStyle } from '../disk/pathStyle';
import { readVendor, type FoundModFile, type VendorFolder, type WorkspaceIndex } from './workspaceIndex';

/** A folder that contains a module, and the module's path. */
export interface ModuleDir {
  readonly path: string;
  readonly dir: string;
  /** Set if a `replace` directive names this folder. */
  readonly replaces?: true;
  /** Set if the folder replaces only this version. */
  readonly onlyVersion?: string;
  /** Whether the folder is in a workspace folder, so the walk may have visited it. */
  readonly walked: boolean;
}

/** The modules in the workspace, the modules that it refers to, and the versions that it requires. */
export interface Modules {
  readonly dirs: readonly ModuleDir[];
  /** `dirs` by module path, which is in lower case if the disk ignores case. */
  readonly byPath: ReadonlyMap<string, readonly ModuleDir[]>;
  /** The first elements of the keys of `byPath`. */
  readonly firstElements: ReadonlySet<string>;
  readonly requires: readonly ModuleVersion[];
  /** Replacements by another module. Replacements by a folder are in `dirs`. */
  readonly replaces: readonly Replace[];
  readonly vendors: readonly VendorFolder[];
}

/** The module of a capture's package. File names in profiles of programs built with -trimpath begin with its path. */
export interface ModuleHint {
  readonly modulePath: string;
  readonly moduleDir: string;
}

/** The nearest go.mod and go.work in a folder or above it, as the go command finds them. */
export interface ModFilesAbove {
  readonly root: string;
  readonly module: FoundModFile | undefined;
  readonly work: FoundModFile | undefined;
}

export async function modFilesAbove(fs: SourceFileSystem, style: PathStyle, root: string): Promise<ModFilesAbove> {
  const { dirname } = pathModule(style);
  const nearest = async (name: 'go.mod' | 'go.work'): Promise<FoundModFile | undefined> => {
    for (let dir = root; ; dir = dirname(dir)) {
      const found = await readModFile(fs, join(style, dir, name), dir);
      if (found || dir === dirname(dir)) return found;
    }
  };
  const [module, work] = await Promise.all([nearest('go.mod'), nearest('go.work')]);
  return { root, module, work };
}

/** The input of collectModules. */
export interface ModuleSources {
  /** The go.mod and go.work files that apply to each workspace folder, and to the hint's folder. */
  readonly modFiles: readonly ModFilesAbove[];
  readonly index: WorkspaceIndex;
  /** Path of the go.work that the go command uses; `off` or empty if it uses none. */
  readonly gowork: string;
  readonly hint: ModuleHint | undefined;
  readonly isWalked: (dir: string) => boolean;
}

/**
 * Finds the modules of the workspace from the go.mod and go.work files in and above its folders, including modules
 * outside: `use` folders, replacement folders, and the module that contains a workspace folder.
 */
export async function collectModules(
  fs: SourceFileSystem,
  style: PathStyle,
  from: ModuleSources,
): Promise<Modules> {
  const { works, modules } = await followModFiles(fs, style, from);
  const replaces = [...works, ...modules].flatMap(({ dir, file }) =>
    file.replaces.map((replace) => ({ dir, replace })),
  );
  const hinted = from.hint ? [{ path: from.hint.modulePath, dir: from.hint.moduleDir }] : [];
  const fromGoMods = modules.map(({ dir, file }) => ({ path: file.modulePath, dir }));
  const byFolder = replaces.flatMap(({ dir, replace: { path, version, by } }) => {
    if (!('folder' in by)) return [];
    const only = version === undefined ? {} : { onlyVersion: version };
    return [{ path, dir: pathModule(style).resolve(dir, by.folder), replaces: true as const, ...only }];
  });
  const dirs = [...hinted, ...fromGoMods, ...byFolder]
    .filter(({ path }) => path !== '')
    .map((module) => ({ ...module, walked: from.isWalked(module.dir) }));
  return {
    dirs,
    byPath: groupBy(dirs, ({ path }) => folded(style, path)),
    firstElements: new Set(dirs.map(({ path }) => folded(style, path).split('/', 1)[0])),
    requires: modules.flatMap(({ file }) => file.requires),
    replaces: replaces.map(({ replace }) => replace).filter(({ by }) => !('folder' in by)),
    vendors: await vendorFolders(fs, style, from),
  };
}

async function followModFiles(
  fs: SourceFileSystem,
  style: PathStyle,
  { modFiles, index, gowork }: ModuleSources,
): Promise<{ works: FoundModFile[]; modules: FoundModFile[] }> {
  const { resolve, isAbsolute, dirname } = pathModule(style);
  const named = isAbsolute(gowork) ? await readModFile(fs, gowork, dirname(gowork)) : undefined;
  const works = distinct(style, [...index.workFiles, ...modFiles.map(({ work }) => work), named]);
  const uses = works.flatMap(({ dir, file }) => file.uses.map((use) => resolve(dir, use)));
  const used = await Promise.all(uses.map((dir) => readModFile(fs, join(style, dir, 'go.mod'), dir)));
  return { works, modules: distinct(style, [...index.modules, ...modFiles.map(({ module }) => module), ...used]) };
}

/** The vendor folders in the workspace, and beside the go.mod and go.work files above it. */
async function vendorFolders(
  fs: SourceFileSystem,
  style: PathStyle,
  { modFiles, index, isWalked }: ModuleSources,
): Promise<VendorFolder[]> {
  const above = distinct(style, modFiles.flatMap(({ module, work }) => [module, work]));
  const unwalked = above.filter(({ dir }) => !isWalked(dir)).map(({ dir }) => join(style, dir, 'vendor'));
  return [...index.vendors, ...(await Promise.all(unwalked.map((dir) => readVendor(fs, style, dir)))).flat()];
}

function distinct(style: PathStyle, files: readonly (FoundModFile | undefined)[]): FoundModFile[] {
  const present = files.filter((file) => file !== undefined);
  return [...new Map(present.map((file) => [folded(style, file.dir), file])).values()];
}

function groupBy<T>(list: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return groups;
}

async function readModFile(fs: SourceFileSystem, path: string, dir: string): Promise<FoundModFile | undefined> {
  const text = await fs.read(path);
  return text === undefined ? undefined : { dir, file: parseModFile(text) };
}
