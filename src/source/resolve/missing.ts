import type { Places } from '../workspace/places';
import type { ProfileName } from '../names/profileName';
import type { Resolution } from './resolution';

/** Describes a file that was not found: where it was looked for, and what may help. */
export function missing(
  name: ProfileName,
  places: Places,
  seen: { readonly isGoOwn: boolean; readonly cachedVersions: readonly string[]; readonly truncated: boolean },
): Resolution {
  return { kind: 'missing', reason: reasonFor(name, places, seen), triedPlaces: triedPlaces(name, places, seen) };
}

function reasonFor(
  name: ProfileName,
  { given }: Places,
  { isGoOwn, cachedVersions }: { readonly isGoOwn: boolean; readonly cachedVersions: readonly string[] },
): string {
  if (isGoOwn) {
    const file = name.elements.slice(name.std?.at).join('/');
    return given.goroot === ''
      ? `Go's own ${file} was not found, because Go was not found on this machine.`
      : `Go's own ${file} is not in ${given.goroot}: the profile may come from another Go version.`;
  }
  if (name.module) {
    const path = name.module.paths[name.module.paths.length - 1];
    const others = cachedVersions.length > 0 ? ` (but ${cachedVersions.join(', ')})` : '';
    return `${moduleOf(name)} ${name.module.version} is not in the module cache${others}: run go mod download ${moduleOf(name) || path}@${name.module.version}.`;
  }
  return `No file on this machine matches ${name.raw}.`;
}

function moduleOf({ module }: ProfileName): string {
  const paths = module?.paths ?? [];
  return paths.find((path) => /^[\w-]+(\.[\w-]+)+(\/|$)/.test(path)) ?? paths[0] ?? '';
}

function triedPlaces(
  name: ProfileName,
  places: Places,
  { isGoOwn, truncated }: { readonly isGoOwn: boolean; readonly truncated: boolean },
): string[] {
  const { workspaceFolders, goroot } = places.given;
  const workspace = workspaceFolders.map((folder) => `workspace ${folder}${truncated ? ' (its first folders)' : ''}`);
  const dependency = name.module !== undefined || name.importPath !== undefined;
  return [
    ...(name.absolute === undefined ? [] : [name.absolute]),
    ...workspace,
    ...(name.std && goroot ? [`GOROOT ${goroot}`] : []),
    ...(dependency && !isGoOwn && places.gomodcache() ? [`module cache ${places.gomodcache()}`] : []),
    ...(dependency && !isGoOwn && workspace.length > 0 ? ['vendor folders'] : []),
  ];
}
