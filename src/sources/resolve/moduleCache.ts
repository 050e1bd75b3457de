import type { FolderCache } from '../disk/folderCache';
import type { Modules } from '../workspace/modules';
import { join } from '../disk/pathStyle';
import { escapeModule, unescapeModule, type ProfileName } from '../names/profileName';

/** A module version. `path` is an unescaped module path. */
export interface ModuleVersion {
  readonly path: string;
  readonly version: string;
}

/** Finds files in the module cache. Layout: https://go.dev/ref/mod#module-cache */
export class ModuleCache {
  constructor(
    private readonly root: string,
    private readonly folders: FolderCache,
  ) {}

  /** The file of a module version; undefined if the cache does not have it. */
  async file({ path, version }: ModuleVersion, rest: readonly string[]): Promise<string | undefined> {
    if (this.root === '' || rest.length === 0) return undefined;
    const dir = `${escapeModule(path)}@${escapeModule(version)}`;
    return this.folders.file(join(this.folders.style, this.root, ...dir.split('/'), ...rest));
  }

  /** Versions of a module in the cache, unordered. */
  async versions(path: string): Promise<string[]> {
    if (this.root === '') return [];
    const parts = escapeModule(path).split('/');
    const prefix = `${parts[parts.length - 1]}@`;
    const names = await this.folders.names(join(this.folders.style, this.root, ...parts.slice(0, -1)));
    return names.filter((name) => name.startsWith(prefix)).map((name) => unescapeModule(name.slice(prefix.length)));
  }

  /**
   * The files in the cache that the name may mean: of the version in the name; otherwise, of the version that the
   * workspace's go.mod files require; otherwise, of any version.
   */
  async find(name: ProfileName, modules: Modules): Promise<string[]> {
    if (name.module) return this.findVersioned(name.module, name.elements.slice(name.module.at), modules);
    const importPath = name.importPath === undefined ? [] : name.elements.slice(name.importPath);
    const required = await this.findRequired(importPath, modules);
    return required.length > 0 ? required : this.findAnyVersion(importPath);
  }

  private async findVersioned(
    { paths, version }: { readonly paths: readonly string[]; readonly version: string },
    rest: readonly string[],
    modules: Modules,
  ): Promise<string[]> {
    for (const path of paths) {
      const found = await this.file(replacementOf({ path, version }, modules), rest);
      if (found !== undefined) return [found];
    }
    return [];
  }

  private async findRequired(importPath: readonly string[], modules: Modules): Promise<string[]> {
    const whole = importPath.join('/');
    const matching = modules.requires.filter(({ path }) => whole.startsWith(`${path}/`));
    const longest = Math.max(0, ...matching.map(({ path }) => path.length));
    const found = await Promise.all(
      matching
        .filter(({ path }) => path.length === longest)
        .map((module) => this.file(replacementOf(module, modules), importPath.slice(module.path.split('/').length))),
    );
    return distinct(found);
  }

  /**
   * The files of all versions of the module with the longest path. Skips paths that do not start with a host, because
   * such modules cannot be downloaded (https://go.dev/ref/mod#module-path).
   */
  private async findAnyVersion(importPath: readonly string[]): Promise<string[]> {
    if (!importPath[0]?.includes('.')) return [];
    for (let length = importPath.length - 1; length > 0; length--) {
      const path = importPath.slice(0, length).join('/');
      const versions = await this.versions(path);
      const rest = importPath.slice(length);
      const found = distinct(await Promise.all(versions.map((version) => this.file({ path, version }, rest))));
      if (found.length > 0) return found;
    }
    return [];
  }
}

/**
 * The module that go.mod or go.work replaces a module with; the module itself if it is not replaced. A binary that was
 * built with -trimpath names the replaced module.
 */
function replacementOf(module: ModuleVersion, { replaces }: Modules): ModuleVersion {
  const matching = replaces.find(
    ({ path, version }) => path === module.path && (version === undefined || version === module.version),
  );
  return matching && 'version' in matching.by ? matching.by : module;
}

function distinct(paths: readonly (string | undefined)[]): string[] {
  return [...new Set(paths.filter((path) => path !== undefined))];
}
