import type { FolderCache } from '../disk/folderCache';
import { join } from '../disk/pathStyle';
import type { ProfileName } from '../names/profileName';

/** Go's own file in this machine's GOROOT, whatever GOROOT the profile's machine has. */
export async function inGoroot(name: ProfileName, goroot: string, folders: FolderCache): Promise<string | undefined> {
  if (!name.std || goroot === '') return undefined;
  return folders.file(join(folders.style, goroot, 'src', ...name.elements.slice(name.std.at)));
}
