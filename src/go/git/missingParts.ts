import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type Repository, runGit } from './gitCommand';

const MAX_NAMED = 3;

/**
 * Sentences that explain a failing build by the parts of the working tree that a worktree of a revision lacks: vendored
 * code, go.work or generated files that git does not track, submodules, files of Git LFS, modules outside of the
 * repository. Empty if nothing is known to be missing.
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
    ...((await has('.gitmodules')) ? ['The revision\'s submodules are not checked out.'] : []),
    ...((await lacksLargeFiles(repository, tree)) ? ['Files of Git LFS are missing: git-lfs is not set up here.'] : []),
  ];
}

/**
 * The parts of the working tree that select the code of other modules and that a worktree of a revision lacks. The
 * revision may still build, with other versions of these modules. Returns texts such as
 * `vendor, which git does not track`.
 * @param GOWORK the value of the variable in the go command's environment; empty if unset
 */
export async function missingModuleCode(repository: Repository, tree: string, GOWORK = ''): Promise<string[]> {
  const { top } = repository;
  const untracked = await untrackedModuleCode(repository, tree);
  const parts = untracked.filter((part) => GOWORK === '' || basename(part) !== 'go.work');
  const outerWorkspace = GOWORK === '' && parts.length === 0 ? await outerWorkspaceOf(repository, tree) : undefined;
  return [
    ...parts.map((part) => `${part}, which git does not track`),
    ...(outerWorkspace === undefined ? [] : [`${outerWorkspace}, which is outside of the repository ${basename(top)}`]),
  ];
}

/** The go.work that the go command finds above the repository; undefined if it finds one inside, or none. */
async function outerWorkspaceOf({ top, inside }: Repository, tree: string): Promise<string | undefined> {
  for (let at = join(top, inside); ; at = dirname(at)) {
    const file = join(at, 'go.work');
    const isInside = at === top || at.startsWith(top + sep);
    if (await exists(isInside ? join(tree, relative(top, file)) : file)) return isInside ? undefined : file;
    if (at === dirname(at)) return undefined;
  }
}

/** Untracked `vendor` folders, `go.work` files and code, as paths below the top with forward slashes. */
async function untrackedParts(repository: Repository, tree: string): Promise<string[]> {
  return [...(await untrackedModuleCode(repository, tree)), ...(await untrackedCode(repository))];
}

/**
 * Untracked `vendor` folders and `go.work` files, from the package's folder up to the top, as paths below the top with
 * forward slashes.
 */
async function untrackedModuleCode({ top, inside }: Repository, tree: string): Promise<string[]> {
  const parts: string[] = [];
  for (let at = join(top, inside); ; at = dirname(at)) {
    for (const name of ['vendor', 'go.work']) {
      const part = relative(top, join(at, name));
      if ((await exists(join(top, part))) && !(await exists(join(tree, part)))) parts.push(part.replaceAll('\\', '/'));
    }
    if (at === top || at === dirname(at)) break;
  }
  return parts;
}

async function untrackedCode({ place, top }: Repository): Promise<string[]> {
  const args = ['ls-files', '--others', '-z', '--', '*.go', '*.s', ':(exclude,glob)**/vendor/**'];
  const result = await runGit({ ...place, cwd: top }, args).catch(() => undefined);
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
