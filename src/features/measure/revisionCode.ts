import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, relative } from 'node:path';
import { CaptureError, type CaptureFailure, isCaptureError } from '../../common/captureError';
import type { GoTestBuild } from '../../go/captureTypes';
import { missingModuleCode, missingParts } from '../../go/git/missingParts';
import type { Repository } from '../../go/git/gitCommand';
import { buildInWorkspace, inWorkspace, profileInWorkspace, RevisionTree } from '../../go/git/revisionWorktree';
import { findTestFunctions } from '../../go/code/findTests';
import type { Progress } from '../../ui/progress';
import type { OpenDraft } from '../../captures/loaded/captureDrafts';
import type { RunOptions } from '../../ui/settings/profileSettings';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { goTestRequest } from '../profile/runOptions';
import type { ChosenRevision } from './pickRevision';
import { BuiltCode } from './builtCode';
import type { Target } from '../profile/pickTarget';
import type { ProfilingParts } from '../profile/profileTarget';

/** The benchmark and the revision to build it at. */
export interface RevisionTarget {
  readonly target: Target;
  readonly options: RunOptions;
  readonly revision: ChosenRevision;
  /** Its git commands are aborted with the measurement. */
  readonly repository: Repository;
}

/**
 * A benchmark at a git revision, which `checkOut` checks out into a temporary worktree and builds. Its profiles and its
 * capture have the file names of the workspace.
 */
export class RevisionCode extends BuiltCode {
  private constructor(
    private readonly params: RevisionTarget,
    parts: ProfilingParts,
    private readonly tree: RevisionTree,
    draft: OpenDraft,
  ) {
    const { target, options, revision } = params;
    super({ target, request: goTestRequest(target, options), name: revision.displayName }, parts, draft);
  }

  /** Throws RevisionError, CaptureError or AbortError, after removing what it created. */
  static async checkOut(params: RevisionTarget, parts: ProfilingParts, progress: Progress): Promise<RevisionCode> {
    const { target, revision, repository } = params;
    parts.output.begin(`${target.name} @ ${revision.displayName}`);
    progress.report(`checking out ${revision.displayName}`, { isLong: true });
    const { env } = goEnvironmentOf(target.uri);
    const folders = { root: env.GOTMPDIR || tmpdir(), notes: parts.worktreeNotes };
    const tree = await RevisionTree.add(repository, revision, folders);
    const code = new RevisionCode(params, parts, tree, await parts.captures.drafts.begin(progress.signal));
    try {
      await code.checkFolder();
      progress.report(`building ${revision.displayName}`, { isLong: true });
      await code.buildInTree(progress);
      code.checkBenchmark();
      return code;
    } catch (error) {
      const explained = await code.explain(error);
      await code.close();
      throw explained;
    }
  }

  /** Also removes the worktree. */
  override async close(): Promise<void> {
    const closing = super.close();
    await closing.finally(() => this.tree.remove());
  }

  private get folders() {
    return { tree: this.tree.folder, top: this.params.repository.top };
  }

  private get packageDir(): string {
    return this.tree.folderOf(this.params.repository.inside);
  }

  private async checkFolder(): Promise<void> {
    const { revision, repository: { inside } } = this.params;
    if (await stat(this.packageDir).then((folder) => folder.isDirectory(), () => false)) return;
    throw new CaptureError('noMatch', `${revision.displayName} has no folder ${inside.replaceAll('\\', '/')}.`);
  }

  private async buildInTree(progress: Progress): Promise<void> {
    const { code: { request }, params: { target, revision, repository } } = this;
    const { GOWORK: workspace } = request.go.env;
    const env = { ...request.go.env, ...(workspace && { GOWORK: this.inTree(workspace) }) };
    const folders = { packageDir: this.packageDir, sourceFolders: [this.tree.folder] };
    await this.build(progress, { ...folders, go: { ...request.go, env } });
    const { hash, displayName: shown } = revision;
    this.captured = { ...this.captured!, title: `${target.name} @ ${shown}`, revision: { commit: hash, name: shown } };
    const missing = await missingModuleCode(repository, this.tree.folder, workspace);
    this.notes = missing.map((part) => `${shown} was built without ${part}.`);
  }

  protected override inWorkspace(build: GoTestBuild): GoTestBuild {
    return buildInWorkspace(build, this.folders);
  }

  protected override profileInWorkspace(bytes: Uint8Array): Promise<Uint8Array> {
    return profileInWorkspace(bytes, this.folders);
  }

  /** Throws CaptureError if the sources of the package were read and do not declare the benchmark. */
  private checkBenchmark(): void {
    const { target: { uri, name }, revision: { displayName: shown } } = this.params;
    const folder = dirname(uri.fsPath);
    const isTest = (file: string) => dirname(file) === folder && file.endsWith('_test.go');
    const texts = [...this.captured!.sources].flatMap(([file, text]) => (isTest(file) ? [text] : []));
    const [baseName] = name.split('/');
    const isDeclared = texts.some((text) => findTestFunctions(text).some((each) => each.name === baseName));
    if (texts.length === 0 || isDeclared) return;
    throw new CaptureError('noMatch', `${shown} has no ${baseName}${folderText(this.params.repository)}.`);
  }

  /** Maps a path of the workspace to the revision's worktree; other paths stay as they are. */
  private inTree(path: string): string {
    const { tree, top } = this.folders;
    return inWorkspace(path, { tree: top, top: tree });
  }

  protected override explain(error: unknown): Promise<unknown> {
    const { target: { name }, revision: { displayName: revision }, repository } = this.params;
    return revisionFailure(error, { name, revision, repository, tree: this.tree.folder });
  }
}

/** Failures that have nothing to do with the revision. */
const MACHINE_FAILURES: readonly CaptureFailure[] = ['goNotFound', 'goPathInvalid', 'diskFull'];

/** Thrown if the revision cannot be measured. Another revision may work. */
export class RevisionError extends CaptureError {}

/** The measurement that failed. */
interface RevisionRun {
  /** The name of the benchmark. */
  readonly name: string;
  /** The revision as shown. */
  readonly revision: string;
  readonly repository: Repository;
  /** The folder of the worktree. */
  readonly tree: string;
}

/** Adds the revision's name to an error and, if the build failed, the parts that the revision does not have. */
export async function revisionFailure(error: unknown, run: RevisionRun): Promise<unknown> {
  if (!isCaptureError(error) || MACHINE_FAILURES.includes(error.failure)) return error;
  const { name, revision, repository, tree } = run;
  const { failure, detail } = error;
  if (failure === 'noMatch' && error.message.startsWith('There is no ')) {
    return new RevisionError(failure, `${revision} has no ${name}${folderText(repository)}.`, undefined, detail);
  }
  const missing = failure === 'compile' ? await missingParts(repository, tree, detail ?? '') : [];
  const words = error.message.startsWith(revision) ? error.message : `At ${revision}, ${withPlace(error, tree)}`;
  const message = [words, ...missing].join(' ').replaceAll(tree, repository.top);
  // Without a location, because the worktree is removed; the message names the place.
  return new RevisionError(failure, message, undefined, detail);
}

/** ` in sub/a`; empty for the top of the repository. */
function folderText({ inside }: Repository): string {
  return inside === '' ? '' : ` in ${inside.replaceAll('\\', '/')}`;
}

/** The message with its place as a path in the repository: `(a.go:3)` → `(sub/a.go:3)`. */
function withPlace({ message, location }: CaptureError, tree: string): string {
  if (!location) return message;
  const inside = relative(tree, location.file).replaceAll('\\', '/');
  if (inside.startsWith('..')) return message;
  return message.replace(`(${basename(location.file)}:`, `(${inside}:`);
}
