import type { FolderCache } from '../disk/folderCache';
import { join } from '../disk/pathStyle';
import type { ProfileName } from '../names/profileName';

/** The file in this machine's GOROOT, even if the profile names another GOROOT. */
export async function inGoroot(name: ProfileName, goroot: string, folders: FolderCache): Promise<string | undefined> {
  if (!name.std || goroot === '') return undefined;
  return folders.file(join(folders.style, goroot, 'src', ...name.elements.slice(name.std.at)));
}
