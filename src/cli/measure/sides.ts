import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { GoEnvironment } from '../../go/captureTypes';
import { openRepository } from '../../go/git/gitCommand';
import { missingModuleCode, missingParts } from '../../go/git/missingParts';
import { writeRevisionFiles } from '../../go/git/revisionFiles';
import { inWorkspace } from '../../go/git/revisionWorktree';
import type { Revision } from '../../go/git/revisions';
import { goTool, runGo } from '../../go/tool/goTool';
import { revisionNamed } from './findRevision';
import type { MeasureArgs } from './measureArgs';
import { MeasureError } from './measureError';

/** One of the two versions of the code. */
export interface Side {
  /** As in tables: `HEAD^`, `now`. */
  readonly name: string;
  /** Absolute folder in which packages are listed. */
  readonly cwd: string;
  /** Absolute folder with all of the code: the top of the repository, or of the module. */
  readonly root: string;
  readonly go: GoEnvironment;
}

export interface Sides {
  readonly before: Side;
  readonly now: Side;
  /** The commit of `before`; undefined for a folder. */
  readonly revision?: Revision;
  /** Sentences about differences of the builds, apart from the code. */
  readonly notes: readonly string[];
  /** Sentences on the parts that the revision lacks, for the output of a failed build. */
  readonly missing: (output: string) => Promise<readonly string[]>;
}

/** Where and how the command runs. */
export interface Surroundings {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Prepares the two sides: writes the files of the revision below `folder`, or finds the folder with the other code.
 * Throws MeasureError, CaptureError, or the signal's reason on abort.
 */
export async function prepareSides(args: MeasureArgs, place: Surroundings, folder: string): Promise<Sides> {
  const { buildFlags, testArgs, against, baseDir } = args;
  const go = { goBinary: 'go', env: place.env, buildFlags, testArgs };
  return against === undefined ? ofFolder(baseDir!, place, go) : ofRevision(against, place, go, folder);
}

async function ofRevision(text: string, place: Surroundings, go: GoEnvironment, folder: string): Promise<Sides> {
  const repository = await openRepository(place).catch((error: unknown) => {
    place.signal.throwIfAborted();
    throw new MeasureError(`${(error as Error).message.replace(/\.$/, '')}; --base-dir=DIR compares without git.`);
  });
  const revision = await revisionNamed(place, text);
  const tree = await realpath(await writeRevisionFiles(repository, revision, folder));
  const { top, inside } = repository;
  const cwd = join(tree, inside);
  if (!(await isFolder(cwd))) throw new MeasureError(`${text} has no folder ${inside.replaceAll('\\', '/')}.`);
  const { GOWORK: workspace = '' } = go.env;
  const env = { ...go.env, ...(isAbsolute(workspace) && { GOWORK: inWorkspace(workspace, { tree: top, top: tree }) }) };
  const absent = await missingModuleCode(repository, tree, workspace);
  return {
    before: { name: text, cwd, root: tree, go: { ...go, env } },
    now: { name: 'now', cwd: place.cwd, root: top, go },
    revision,
    notes: absent.map((part) => `${text} was built without ${part}.`),
    missing: (output) => missingParts(repository, tree, output),
  };
}

async function ofFolder(text: string, place: Surroundings, go: GoEnvironment): Promise<Sides> {
  const cwd = resolve(place.cwd, text);
  if (!(await isFolder(cwd))) throw new MeasureError(`There is no folder ${text}.`);
  const roots = await Promise.all([cwd, place.cwd].map((each) => moduleFolder({ ...place, cwd: each }, go)));
  return {
    before: { name: basename(cwd), cwd, root: roots[0], go },
    now: { name: 'now', cwd: place.cwd, root: roots[1], go },
    notes: [],
    missing: async () => [],
  };
}

/** The folder of the module that contains `cwd`; `cwd` if none does. */
async function moduleFolder({ cwd, signal }: Surroundings, go: GoEnvironment): Promise<string> {
  const { stdout } = await runGo(goTool(go, cwd, signal), ['env', 'GOMOD']);
  const file = stdout.trim();
  return isAbsolute(file) && basename(file) === 'go.mod' ? dirname(file) : cwd;
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then((stats) => stats.isDirectory(), () => false);
}
