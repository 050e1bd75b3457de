import { parseGoFile, type ModuleVersion, type Replace } from './goFiles';
import type { SourceFileSystem } from './fileSystem';
import { folded, join, pathModule, type PathStyle } from './pathStyle';
import { readVendor, type GoFile, type VendorFolder, type WorkspaceIndex } from './workspaceIndex';

/** A folder that holds a module's files, and the path that its import paths start with. */
export interface ModuleDir {
  readonly path: string;
  readonly dir: string;
  /** True where a `replace` puts this folder in the place of the path's versions. */
  readonly replaces?: true;
  /** Set where only this version of the path is replaced by the folder. */
  readonly onlyVersion?: string;
  /** True where the workspace walk has seen its files. */
  readonly walked: boolean;
}

/** All modules that the workspace is made of or points to, and the versions it asks for. */
export interface Modules {
  readonly dirs: readonly ModuleDir[];
  readonly requires: readonly ModuleVersion[];
  /** Replacements by another module (those by a folder are in `dirs`). */
  readonly replaces: readonly Replace[];
  readonly vendors: readonly VendorFolder[];
}

export interface ModuleHint {
  readonly modulePath: string;
  readonly moduleDir: string;
}

/** The nearest go.mod and go.work of a folder: in it, or above it, as the go command looks for them. */
export interface Surroundings {
  readonly root: string;
  readonly module: GoFile | undefined;
  readonly work: GoFile | undefined;
}

export async function surroundings(fs: SourceFileSystem, style: PathStyle, root: string): Promise<Surroundings> {
  const { dirname } = pathModule(style);
  const nearest = async (name: 'go.mod' | 'go.work'): Promise<GoFile | undefined> => {
    for (let dir = root; ; dir = dirname(dir)) {
      const found = await readGoFile(fs, join(style, dir, name), dir);
      if (found || dir === dirname(dir)) return found;
    }
  };
  const [module, work] = await Promise.all([nearest('go.mod'), nearest('go.work')]);
  return { root, module, work };
}

/**
 * Follows the go.mod and go.work files of the workspace and of the folders above it to modules that may lie outside of
 * it: `use` folders, replacements by folders, the module that a workspace folder is a part of.
 */
export async function collectModules(
  fs: SourceFileSystem,
  style: PathStyle,
  from: {
    readonly around: readonly Surroundings[];
    readonly index: WorkspaceIndex;
    readonly gowork: string;
    readonly isWalked: (dir: string) => boolean;
  },
): Promise<Modules> {
  const { resolve, isAbsolute, dirname } = pathModule(style);
  const named = isAbsolute(from.gowork) ? await readGoFile(fs, from.gowork, dirname(from.gowork)) : undefined;
  const works = distinct(style, [...from.index.workFiles, ...from.around.map(({ work }) => work), named]);
  const uses = works.flatMap(({ dir, file }) => file.uses.map((use) => resolve(dir, use)));
  const used = await Promise.all(uses.map((dir) => readGoFile(fs, join(style, dir, 'go.mod'), dir)));
  const modules = distinct(style, [...from.index.modules, ...from.around.map(({ module }) => module), ...used]);
  const replaces = [...works, ...modules].flatMap(({ dir, file }) =>
    file.replaces.map((replace) => ({ dir, replace })),
  );
  const byFolder = replaces.flatMap(({ dir, replace: { path, version, by } }): ModuleDir[] => {
    if (!('folder' in by)) return [];
    const target = resolve(dir, by.folder);
    const only = version === undefined ? {} : { onlyVersion: version };
    return [{ path, dir: target, replaces: true, ...only, walked: from.isWalked(target) }];
  });
  const own = modules.map(({ dir, file }) => ({ path: file.modulePath, dir, walked: from.isWalked(dir) }));
  const mains = distinct(style, from.around.flatMap(({ module, work }) => [module, work]));
  const unseen = mains.filter(({ dir }) => !from.isWalked(dir)).map(({ dir }) => join(style, dir, 'vendor'));
  const vendors = await Promise.all(unseen.map((dir) => readVendor(fs, style, dir)));
  return {
    vendors: [...from.index.vendors, ...vendors.flat()],
    dirs: [...own, ...byFolder].filter(({ path }) => path !== ''),
    requires: modules.flatMap(({ file }) => file.requires),
    replaces: replaces.map(({ replace }) => replace).filter(({ by }) => !('folder' in by)),
  };
}

function distinct(style: PathStyle, files: readonly (GoFile | undefined)[]): GoFile[] {
  const present = files.filter((file) => file !== undefined);
  return [...new Map(present.map((file) => [folded(style, file.dir), file])).values()];
}

async function readGoFile(fs: SourceFileSystem, path: string, dir: string): Promise<GoFile | undefined> {
  const text = await fs.read(path);
  return text === undefined ? undefined : { dir, file: parseGoFile(text) };
}
