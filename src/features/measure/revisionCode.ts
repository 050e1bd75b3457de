import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, relative } from 'node:path';
import type { BenchmarkResult, BenchmarkUnit } from '../../bench/parseOutput';
import { readResultsOf, roundsOf } from '../../bench/goTestResults';
import { namedAsReported } from '../../bench/reportedFigures';
import { CaptureError, type CaptureFailure, isCaptureError } from '../../common/captureError';
import type { GoTestRequest, ProfileKind } from '../../go/captureTypes';
import { missingModuleCode, missingParts } from '../../go/git/missingParts';
import type { Repository } from '../../go/git/gitCommand';
import { buildInWorkspace, inWorkspace, profileInWorkspace, RevisionTree } from '../../go/git/revisionWorktree';
import { findTestFunctions } from '../../go/code/findTests';
import { GoTest } from '../../go/test/goTest';
import { inSlices } from '../../go/timeSlices';
import type { Progress } from '../../ui/progress';
import type { Captured } from '../../captures/captureDraft';
import type { OpenDraft } from '../../captures/loaded/captureDrafts';
import type { RunOptions } from '../../ui/settings/profileSettings';
import { describeTarget, withResults } from '../profile/describeTarget';
import { goTestRequest } from '../profile/runOptions';
import type { ChosenRevision } from './pickRevision';
import type { OwnProgram } from './measurementInTurns';
import type { Target } from '../profile/pickTarget';
import { type ProfiledRound, readRound, takenProfiles } from '../profile/profiledRounds';
import { ProgramDraft } from '../profile/programDraft';
import type { ProfilingParts } from '../profile/profileTarget';
import { ignored } from '../../profile/common/ignored';

/** The benchmark and the revision to build it at. */
export interface RevisionTarget {
  readonly target: Target;
  readonly options: RunOptions;
  readonly revision: ChosenRevision;
  /** Its git commands are aborted with the measurement. */
  readonly repository: Repository;
}

/**
 * A benchmark at a git revision. `build` checks the revision out into a temporary worktree and builds the benchmark,
 * `time` and `turn` run it, `profile` profiles it, and `take` and `store` store its profiles and its capture, with the
 * file names of the workspace. Call `close` at the end, even if another method has failed.
 */
export class RevisionCode implements OwnProgram {
  /** Milliseconds since the epoch. Set before the present code is measured, so that the present capture is newer. */
  readonly capturedAt = Date.now();
  private test: GoTest | undefined;
  private captured: Captured | undefined;
  private program: ProgramDraft | undefined;
  private units: readonly BenchmarkUnit[] = [];
  private isStored = false;
  /** Sentences about differences from the present build, apart from the code. */
  notes: readonly string[] = [];

  private constructor(
    private readonly params: RevisionTarget,
    private readonly parts: ProfilingParts,
    private readonly tree: RevisionTree,
    private readonly draft: OpenDraft,
    private readonly request: GoTestRequest,
  ) {}

  /** Throws RevisionError, CaptureError or AbortError, after removing what it created. */
  static async build(params: RevisionTarget, parts: ProfilingParts, progress: Progress): Promise<RevisionCode> {
    const { target, options, revision, repository } = params;
    parts.output.begin(`${target.name} @ ${revision.displayName}`);
    progress.report(`checking out ${revision.displayName}`, { isLong: true });
    const request = goTestRequest(target, options);
    const folders = { root: request.go.env.GOTMPDIR || tmpdir(), notes: parts.worktreeNotes };
    const tree = await RevisionTree.add(repository, revision, folders);
    const code = new RevisionCode(params, parts, tree, parts.captures.drafts.begin(progress.signal), request);
    try {
      await code.checkFolder();
      progress.report(`building ${revision.displayName}`, { isLong: true });
      await code.build(progress);
      code.checkBenchmark();
      return code;
    } catch (error) {
      const explained = await code.explain(error);
      await code.close();
      throw explained;
    }
  }

  /** Times the benchmark. Throws the errors of `build`. */
  async time({ report, signal }: Progress): Promise<void> {
    const { target, revision } = this.params;
    const { count, go } = this.request;
    try {
      report(`timing run of ${revision.displayName}`, { isLong: true });
      const read = await inSlices(readResultsOf(await this.test!.time(), target.name, roundsOf(count, go)), signal);
      const results = namedAsReported(read.results, this.captured!.reportedUnits);
      this.captured = withResults(this.captured!, { ...read, results });
      this.units = read.units;
    } catch (error) {
      throw await this.explain(error);
    }
  }

  /** Runs the benchmark once while profiles of these kinds are taken. Throws the errors of `build`. */
  async profile(kinds: readonly ProfileKind[]): Promise<ProfiledRound> {
    const test = this.test!;
    try {
      return await readRound(test, await test.measure(...kinds));
    } catch (error) {
      throw await this.explain(error);
    }
  }

  /** Stores the profiles of all rounds, with the file names of the workspace. */
  async take(rounds: readonly ProfiledRound[]): Promise<void> {
    for (const taken of takenProfiles(rounds, { reportedUnits: this.reportedUnits })) {
      const bytes = await Promise.all(taken.rounds.map((each) => profileInWorkspace(each, this.folders)));
      await this.draft.take(taken.profile, bytes);
    }
  }

  /** The id of the capture. */
  get id(): string {
    return this.draft.id;
  }

  get conditions(): Captured['conditions'] {
    return this.captured?.conditions;
  }

  get reportedUnits(): Captured['reportedUnits'] {
    return this.captured?.reportedUnits;
  }

  /** Runs the benchmark once without a profile and returns its standard output. Throws CaptureError or AbortError. */
  turn(): Promise<string> {
    return this.test!.turn('now');
  }

  /** Stores the capture, with the results of the turns. Throws EngineError or the system's error. */
  async store(results: readonly BenchmarkResult[]): Promise<void> {
    const captured = withResults(this.captured!, { results, units: this.units });
    await this.draft.store(await this.program!.storedIn(captured, this.parts.output), this.capturedAt);
    this.isStored = true;
  }

  /** Ends the processes and removes the worktree; if not stored, also the profiles and the program. Never rejects. */
  async close(): Promise<void> {
    await this.test?.close().catch(ignored('a build folder stays on disk'));
    await this.tree.remove();
    if (this.isStored) return;
    await this.draft.discard();
    this.program?.discard();
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

  private async build({ signal }: Progress): Promise<void> {
    const { request, params: { target, revision, repository } } = this;
    const { GOWORK: workspace } = request.go.env;
    const env = { ...request.go.env, ...(workspace && { GOWORK: this.inTree(workspace) }) };
    this.program = await ProgramDraft.make(await this.parts.programs(), this.id);
    const folders = { packageDir: this.packageDir, sourceFolders: [this.tree.folder] };
    const treeRequest = { ...request, ...folders, ...this.program.request, go: { ...request.go, env } };
    this.test = await GoTest.build(treeRequest, (text) => this.parts.output.write(text), signal);
    const build = buildInWorkspace(this.test.build, this.folders);
    const described = await describeTarget(target, build, new Map(), signal);
    const { hash, displayName: shown } = revision;
    this.captured = { ...described, title: `${target.name} @ ${shown}`, revision: { commit: hash, name: shown } };
    const missing = await missingModuleCode(repository, this.tree.folder, workspace);
    this.notes = missing.map((part) => `${shown} was built without ${part}.`);
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

  private explain(error: unknown): Promise<unknown> {
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
async function revisionFailure(error: unknown, run: RevisionRun): Promise<unknown> {
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
