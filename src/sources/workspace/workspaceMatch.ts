import type { FolderCache } from '../disk/folderCache';
import type { ModuleDir, Modules } from './modules';
import { commonSuffix, elements, folded, join, type PathStyle } from '../disk/pathStyle';
import type { Workspace } from './places';
import type { ProfileName } from '../names/profileName';

/** A file that the name may mean. */
export interface Candidate {
  readonly path: string;
  /** The number of elements at the end of the name that are also at the end of the file's path or import path. */
  readonly score: number;
}

/** Limit for the folders outside the walk, which are searched for each file. */
const MAX_PROBED = 100;

/**
 * The files whose import path in a known module is in the name: `example.com/mod/pkg/x.go`,
 * `example.com/mod@v1.2.3/pkg/x.go`, `/go/src/example.com/mod/pkg/x.go`. The longest module path wins, as in Go.
 */
export async function byModulePath(
  name: ProfileName,
  { byPath, firstElements }: Modules,
  folders: FolderCache,
  among: 'all' | 'replacements',
): Promise<Candidate[]> {
  const { style } = folders;
  const importPaths = importPathsOf(name).filter(([first]) => firstElements.has(folded(style, first)));
  const longest = importPaths.reduce((most, { length }) => Math.max(most, length), 0);
  for (let length = longest - 1; length > 0; length--) {
    const found = await Promise.all(
      importPaths.flatMap((importPath) => {
        const modules = length < importPath.length ? byPath.get(folded(style, importPath.slice(0, length).join('/'))) : [];
        return (modules ?? [])
          .filter((module) => fitsVersion(module, name) && (among === 'all' || module.replaces))
          .map(async ({ dir }) => ({
            path: await folders.file(join(style, dir, ...importPath.slice(length))),
            score: importPath.length,
          }));
      }),
    );
    const best = bestOf(found.flatMap(({ path, score }) => (path === undefined ? [] : [{ path, score }])));
    if (best.length > 0) return best;
  }
  return [];
}

function fitsVersion({ onlyVersion }: ModuleDir, { module }: ProfileName): boolean {
  return onlyVersion === undefined || module === undefined || module.version === onlyVersion;
}

/**
 * The files whose path in their module (or workspace folder, if there is no module) is a suffix of the name, as in
 * profiles from another machine: `/app/internal/x.go` matches `internal/x.go`.
 * @param further the number of folder names above the module that must also agree
 */
export async function bySuffix(
  name: ProfileName,
  workspace: Workspace,
  folders: FolderCache,
  further: number,
): Promise<Candidate[]> {
  const { roots, index, modules } = workspace;
  const { style } = folders;
  const wanted = name.elements.map((element) => folded(style, element));
  const matching = scored(wanted, workspace, style).filter(({ score, needed }) => score >= needed + further);
  const walked = await existing(matching, folders);
  const unwalked = modules.dirs.filter((module) => index.truncated || !module.walked).map(({ dir }) => dir);
  const probed = [...new Set([...unwalked, ...(index.truncated ? roots : [])])].slice(0, MAX_PROBED);
  const outside = await Promise.all(probed.map((dir) => longestSuffixIn(dir, name.elements, folders)));
  return bestOf([...walked, ...outside.flat().filter(({ score, needed }) => score >= needed + further)]);
}

/** The files with the name's base name that share most folders with it, at least one: weak matches. */
export async function similar(name: ProfileName, workspace: Workspace, folders: FolderCache): Promise<Candidate[]> {
  const wanted = name.elements.map((element) => folded(folders.style, element));
  return bestOf(await existing(scored(wanted, workspace, folders.style).filter(({ score }) => score >= 2), folders));
}

/** All files of the workspace with this base name. */
export function byBaseName(base: string, workspace: Workspace, folders: FolderCache): Promise<Candidate[]> {
  return existing(scored([folded(folders.style, base)], workspace, folders.style), folders);
}

interface Scored extends Candidate {
  /** Number of elements of the file's path in its module, base name included. */
  readonly needed: number;
}

function scored(wanted: readonly string[], { index }: Workspace, style: PathStyle): Scored[] {
  const wantedFolder = wanted.slice(0, -1);
  return (index.files.get(wanted[wanted.length - 1]) ?? []).map(({ folder, name }) => {
    const common = Math.max(
      commonSuffix(wantedFolder, folder.elements),
      commonSuffix(wantedFolder, folder.importPath),
    );
    return { path: join(style, folder.path, name), score: common + 1, needed: folder.depth + 1 };
  });
}

/** The candidates that are files. The walk may be outdated, and counts links as files. */
async function existing<T extends Candidate>(candidates: readonly T[], folders: FolderCache): Promise<T[]> {
  const found = await Promise.all(candidates.map(({ path }) => folders.file(path)));
  return candidates.filter((_, i) => found[i] !== undefined);
}

async function longestSuffixIn(dir: string, wanted: readonly string[], folders: FolderCache): Promise<Scored[]> {
  const { style } = folders;
  for (let from = 0; from < wanted.length; from++) {
    const path = await folders.file(join(style, dir, ...wanted.slice(from)));
    if (path === undefined) continue;
    const fold = (list: readonly string[]) => list.map((element) => folded(style, element));
    return [{ path, score: commonSuffix(fold(wanted), fold(elements(style, path))), needed: wanted.length - from }];
  }
  return [];
}

/** All import paths, including the file, that may be in the name. */
function importPathsOf({ elements: all, module, importPath, absolute }: ProfileName): string[][] {
  if (module) return module.paths.map((path) => [...path.split('/'), ...all.slice(module.at)]);
  if (importPath !== undefined) return [all.slice(importPath)];
  return absolute === undefined ? [] : all.map((_, start) => all.slice(start));
}

/** The candidates with the highest score, each path once. */
export function bestOf(candidates: readonly Candidate[]): Candidate[] {
  const best = candidates.reduce((most, { score }) => Math.max(most, score), 0);
  const top = candidates.filter(({ score }) => score === best);
  return [...new Map(top.map((candidate) => [candidate.path, candidate])).values()];
}
