import type { FolderCache } from './folderCache';
import type { ModuleCache } from './moduleCache';
import { join } from './pathStyle';
import { TOOLCHAIN_MODULE, type ProfileName } from './profileName';

/**
 * Go's own file in this machine's GOROOT, whatever GOROOT the profile's machine has. A toolchain that the go command
 * downloaded itself is looked for in its own version first.
 */
export async function inGoroot(
  name: ProfileName,
  goroot: string,
  { folders, cache }: { readonly folders: FolderCache; readonly cache: ModuleCache },
): Promise<string | undefined> {
  if (!name.std) return undefined;
  const rest = ['src', ...name.elements.slice(name.std.at)];
  if (name.module) {
    const own = await cache.file({ path: TOOLCHAIN_MODULE, version: name.module.version }, rest);
    if (own !== undefined) return own;
  }
  return goroot === '' ? undefined : folders.file(join(folders.style, goroot, ...rest));
}
