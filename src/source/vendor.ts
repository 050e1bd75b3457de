import type { FolderCache } from './folderCache';
import { join } from './pathStyle';
import type { ProfileName } from './profileName';
import type { VendorFolder } from './workspaceIndex';

/**
 * Files below the vendor folders that the name may mean. Where the name carries a version and modules.txt says another,
 * the vendored file is not the one.
 */
export async function inVendor(
  name: ProfileName,
  vendors: readonly VendorFolder[],
  folders: FolderCache,
): Promise<string[]> {
  const wanted = importPaths(name);
  const found = await Promise.all(
    vendors
      .filter(({ versions }) => versionFits(name, versions))
      .flatMap(({ dir }) => wanted.map((path) => folders.file(join(folders.style, dir, ...path)))),
  );
  return [...new Set(found.filter((path) => path !== undefined))];
}

function versionFits({ module }: ProfileName, versions: ReadonlyMap<string, string>): boolean {
  if (!module) return true;
  const vendored = module.paths.map((path) => versions.get(path)).find((version) => version !== undefined);
  return vendored === undefined || vendored === module.version;
}

function importPaths({ elements, module, importPath }: ProfileName): string[][] {
  if (module) return module.paths.map((path) => [...path.split('/'), ...elements.slice(module.at)]);
  return importPath === undefined ? [] : [elements.slice(importPath)];
}
