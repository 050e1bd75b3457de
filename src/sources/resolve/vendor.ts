import type { FolderCache } from '../disk/folderCache';
import { commonSuffix, elements, folded, join } from '../disk/pathStyle';
import type { ProfileName } from '../names/profileName';
import type { VendorFolder } from '../workspace/workspaceIndex';
import { bestOf, type Candidate } from '../workspace/workspaceMatch';

/**
 * The files in vendor folders that the name may mean, except folders whose modules.txt has another version. The files
 * whose paths agree best with the name win.
 */
export async function inVendor(
  name: ProfileName,
  vendors: readonly VendorFolder[],
  folders: FolderCache,
): Promise<Candidate[]> {
  const { style } = folders;
  const fold = (list: readonly string[]) => list.map((element) => folded(style, element));
  const wanted = importPaths(name);
  const found = await Promise.all(
    vendors
      .filter(({ versions }) => versionFits(name, versions))
      .flatMap(({ dir }) => wanted.map((path) => folders.file(join(style, dir, ...path)))),
  );
  const scored = found.flatMap((path) =>
    path === undefined ? [] : [{ path, score: commonSuffix(fold(name.elements), fold(elements(style, path))) }],
  );
  return bestOf(scored);
}

function versionFits({ module }: ProfileName, versions: ReadonlyMap<string, string>): boolean {
  if (!module) return true;
  const vendored = module.paths.map((path) => versions.get(path)).find((version) => version !== undefined);
  return vendored === undefined || vendored === module.version;
}

function importPaths({ elements: all, module, importPath }: ProfileName): string[][] {
  if (module) return module.paths.map((path) => [...path.split('/'), ...all.slice(module.at)]);
  return importPath === undefined ? [] : [all.slice(importPath)];
}
