import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { runGit } from './gitCommand';
import type { Repository } from './repository';

const MAX_NAMED = 3;

/**
 * What the working tree has and a worktree of a revision lacks, as sentences that explain a failing build: vendored
 * code, go.work or generated files that git does not track, submodules, Git LFS, modules outside of the repository.
 * Empty if nothing is known to be missing.
 * @param tree absolute folder of the revision's worktree
 * @param output the failing build's output
 */
export async function missingParts(repository: Repository, tree: string, output: string): Promise<string[]> {
  const untracked = await untrackedParts(repository, tree);
  const outside = /replacement directory (\S+) does not exist/.exec(output)?.[1];
  const has = (file: string): Promise<boolean> => exists(join(tree, file));
  return [
    ...(untracked.length > 0 ? [`git does not track ${listed(untracked)}, so the revision is built without them.`] : []),
    ...(outside === undefined ? [] : [`go.mod replaces a module with ${outside}, outside of the revision.`]),
    ...((await has('.gitmodules')) ? ['Its submodules are not checked out.'] : []),
    ...((await lacksLargeFiles(repository, tree)) ? ['Files of Git LFS are missing: git-lfs is not set up here.'] : []),
  ];
}

/**
 * What decides which code of other modules the working tree is built with, and a worktree of a revision lacks: it may
 * build all the same, with other versions of them. In words: `vendor, which git does not track`.
 * @param GOWORK as the go command finds it in its environment
 */
export async function missingWithout(repository: Repository, tree: string, GOWORK = ''): Promise<string[]> {
  const { top } = repository;
  const parts = (await untrackedFolders(repository, tree)).filter((part) => GOWORK === '' || basename(part) !== 'go.work');
  const around = GOWORK === '' && parts.length === 0 ? await workspaceAround(repository, tree) : undefined;
  return [
    ...parts.map((part) => `${part}, which git does not track`),
    ...(around === undefined ? [] : [`${around}, which is outside of the repository ${basename(top)}`]),
  ];
}

/** The go.work that the go command finds above the repository, if it finds none in it. */
async function workspaceAround({ top, inside }: Repository, tree: string): Promise<string | undefined> {
  for (let at = join(top, inside); ; at = dirname(at)) {
    const file = join(at, 'go.work');
    const isInside = at === top || at.startsWith(top + sep);
    if (await exists(isInside ? join(tree, relative(top, file)) : file)) return isInside ? undefined : file;
    if (at === dirname(at)) return undefined;
  }
}

/** Paths below the top, with forward slashes. */
async function untrackedParts(repository: Repository, tree: string): Promise<string[]> {
  return [...(await untrackedFolders(repository, tree)), ...(await untrackedCode(repository))];
}

/** The same without Go files: `vendor`, `go.work`. */
async function untrackedFolders({ top, inside }: Repository, tree: string): Promise<string[]> {
  const named: string[] = [];
  for (let at = join(top, inside); ; at = dirname(at)) {
    for (const name of ['vendor', 'go.work']) {
      const part = relative(top, join(at, name));
      if ((await exists(join(top, part))) && !(await exists(join(tree, part)))) named.push(part.replaceAll('\\', '/'));
    }
    if (at === top || at === dirname(at)) break;
  }
  return named;
}

async function untrackedCode({ place, top }: Repository): Promise<string[]> {
  const asked = ['ls-files', '--others', '-z', '--', '*.go', '*.s', ':(exclude,glob)**/vendor/**'];
  const result = await runGit({ ...place, cwd: top }, asked).catch(() => undefined);
  return result?.exitCode === 0 ? result.stdout.split('\0').filter((path) => path !== '') : [];
}

async function lacksLargeFiles({ place }: Repository, tree: string): Promise<boolean> {
  const attributes = await readFile(join(tree, '.gitattributes'), 'utf8').catch(() => '');
  if (!/\bfilter=lfs\b/.test(attributes)) return false;
  const filter = await runGit(place, ['config', '--get-regexp', '^filter\\.lfs\\.(process|smudge)$']).catch(() => undefined);
  return filter?.exitCode !== 0;
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, () => false);
}
