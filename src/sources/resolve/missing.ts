import type { Places } from '../workspace/places';
import type { NamedModule, ProfileName } from '../names/profileName';

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

/** The result of looking for the source of a file name in a profile. */
export type Resolution =
  | { readonly kind: 'found'; readonly path: string }
  /** Several files fit equally, or one fits only in part: ask the user, then `remember` the answer. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | MissingFile
  /** Generated code: there is no file to locate. */
  | { readonly kind: 'generated'; readonly reason: string };

interface MissingFile {
  readonly kind: 'missing';
  /** One sentence for the user. */
  readonly reason: string;
  /** Short names of the places searched, in order. */
  readonly triedPlaces: readonly string[];
  /** Whether the name's form says that the file is not the user's, but Go's or of another module. */
  readonly isDependency: boolean;
}

/** The maximum number of candidates to offer. */
const MAX_CANDIDATES = 30;

/** The result for equally good paths; undefined if there are none. */
export function resolutionOf(paths: readonly string[]): Resolution | undefined {
  const distinct = [...new Set(paths)];
  if (distinct.length === 0) return undefined;
  if (distinct.length === 1) return { kind: 'found', path: distinct[0] };
  return { kind: 'ambiguous', candidates: distinct.sort().slice(0, MAX_CANDIDATES) };
}
