import type { Places } from '../workspace/places';
import type { NamedModule, ProfileName } from '../names/profileName';
import type { Resolution } from './resolution';

/** Facts about a search that found no file. */
interface SearchFacts {
  readonly isGorootFile: boolean;
  /** The versions of the module in the module cache. */
  readonly cachedVersions: readonly string[];
  /** Whether the walk through the workspace ended early. */
  readonly truncated: boolean;
}

/** The result for a file that was not found: the reason, and the places searched. */
export function missing(
  name: ProfileName,
  places: Places,
  search: SearchFacts,
): Resolution {
  const { module, vendored, isPackaged = false } = name;
  return {
    kind: 'missing',
    reason: reasonFor(name, places, search),
    triedPlaces: triedPlaces(name, places, search),
    isDependency: search.isGorootFile || module !== undefined || vendored !== undefined || isPackaged,
  };
}

function reasonFor(
  name: ProfileName,
  { options }: Places,
  { isGorootFile, cachedVersions }: Pick<SearchFacts, 'isGorootFile' | 'cachedVersions'>,
): string {
  if (isGorootFile) {
    const file = name.elements.slice(name.std?.at).join('/');
    return options.goroot === ''
      ? `Go's own ${file} was not found, because Go was not found on this machine.`
      : `Go's own ${file} is not in ${options.goroot}: the profile may come from another Go version.`;
  }
  if (name.module) {

    const others = cachedVersions.length > 0 ? `, which has ${cachedVersions.join(', ')}` : '';
    const { version } = name.module;
    const path = modulePathOf(name.module);
    return `${path} ${version} is not in the module cache${others}: run go mod download ${path}@${version}.`;
  }
  return `No file on this machine matches ${name.raw}.`;
}

/** The longest candidate that starts with a host; without one, the longest. */
function modulePathOf({ paths }: NamedModule): string {
  return paths.find((path) => /^[\w-]+(\.[\w-]+)+(\/|$)/.test(path)) ?? paths[0];
}

function triedPlaces(
  name: ProfileName,
  places: Places,
  { isGorootFile, truncated }: Pick<SearchFacts, 'isGorootFile' | 'truncated'>,
): string[] {
  const { workspaceFolders, goroot } = places.options;
  const limit = truncated ? ' (only its first folders, because it has too many)' : '';
  const workspace = workspaceFolders.map((folder) => `workspace ${folder}${limit}`);
  const dependency = name.module !== undefined || name.importPath !== undefined;
  return [
    ...(name.absolute === undefined ? [] : [name.absolute]),
    ...workspace,
    ...(name.std && goroot ? [`GOROOT ${goroot}`] : []),
    ...(dependency && !isGorootFile && places.gomodcache() ? [`module cache ${places.gomodcache()}`] : []),
    ...(dependency && !isGorootFile && workspace.length > 0 ? ['vendor folders'] : []),
  ];
}
