import type { FolderCache } from '../disk/folderCache';
import type { Modules } from '../workspace/modules';
import { elements, join } from '../disk/pathStyle';
import type { ProfileName } from '../names/profileName';

/** Replaces the Bazel repository in a name (`external/com_github_me_dep/…`) by the module in go.mod, if any. */
export function externalAsModule(name: ProfileName, { requires }: Modules): ProfileName {
  const { external, ...rest } = name;
  if (!external) return name;
  const isRepository = (repository: string) => [repository, `+${repository}`, `~${repository}`].some(matches);
  const matches = (name: string) => {
    return name.length > 1 && (/^[+~]/.test(name) ? external.repository.endsWith(name) : external.repository === name);
  };
  const required = requires.find(({ path }) => isRepository(repositoryOf(path)));
  if (!required) return name;
  return { ...rest, module: { paths: [required.path], version: required.version, at: external.at } };
}

/** At most one file with this path in a workspace folder, or in the folder's `bazel-<folder>` link. */
export async function inBazelFolders(
  name: ProfileName,
  roots: readonly string[],
  folders: FolderCache,
): Promise<string[]> {
  const { style } = folders;
  const candidates = roots.flatMap((root) => [
    join(style, root, ...name.elements),
    join(style, root, `bazel-${elements(style, root).at(-1)}`, ...name.elements),
  ]);
  const found = await Promise.all(candidates.map((path) => folders.file(path)));
  return found.filter((path) => path !== undefined).slice(0, 1);
}

/** Gazelle's name for a Go module's repository: `github.com/me/dep.v2` → `com_github_me_dep_v2`. */
function repositoryOf(modulePath: string): string {
  const [host, ...rest] = modulePath.toLowerCase().split('/');
  return [...host.split('.').reverse(), ...rest].join('_').replace(/[^a-z0-9_]/g, '_');
}
