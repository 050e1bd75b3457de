import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, relative } from 'node:path';
import type { BenchmarkResult, BenchmarkUnit } from '../bench/parseOutput';
import { readResultsOf, roundsOf } from '../bench/goTestResults';
import { CaptureError, type CaptureFailure, type GoTestRequest, isCaptureError } from '../capture/contracts';
import { missingParts, missingWithout } from '../capture/git/missingParts';
import type { Repository } from '../capture/git/repository';
import type { RevisionTree } from '../capture/git/revisionWorktree';
import { buildInWorkspace, inWorkspace, profileInWorkspace } from '../capture/git/workspaceNames';
import { findTestFunctions } from '../capture/goCode/findTests';
import type { GoTest } from '../capture/goTest/goTest';
import { inSlices } from '../capture/timeSlices';
import { inBackground } from '../workbench/inBackground';
import type { Progress } from '../workbench/progress';
import type { Captured, CaptureInProgress } from '../workbench/loadedCaptures';
import type { RunOptions } from '../workbench/settings';
import { describeTarget, withResults } from './describeTarget';
import { goTestRequest } from './goTestRequest';
import type { ChosenRevision } from './pickRevision';
import type { Target } from './pickTarget';
import type { ProfilingParts } from './profileTarget';

/** What is to be built. */
export interface RevisionTarget {
  readonly target: Target;
  readonly options: RunOptions;
  readonly revision: ChosenRevision;
  /** With the signal of the measurement. */
  readonly repository: Repository;
}

/** Failures that have nothing to do with the revision. */
const OF_THE_MACHINE: readonly CaptureFailure[] = ['goNotFound', 'diskFull'];

/**
 * A benchmark as it was at a git revision: built in a worktree of its own (`build`), then profiled (`profile`). It can
 * run in turns with the present code, and be stored as a capture, with the workspace's file names. Call `close` after
 * `build`, whatever happens.
 */
export class RevisionCode {
  /** Milliseconds since the epoch: before the present code is measured, so that its capture is the newer one. */
  readonly capturedAt = Date.now();
  private test: GoTest | undefined;
  private captured: Captured | undefined;
  private units: readonly BenchmarkUnit[] = [];
  private isStored = false;
  /** What may make it differ from the present code, other than the code: whole sentences. */
  notes: readonly string[] = [];

  private constructor(
    private readonly asked: RevisionTarget,
    private readonly parts: ProfilingParts,
    private readonly tree: RevisionTree,
    private readonly draft: CaptureInProgress,
    private readonly request: GoTestRequest,
  ) {}

  /** Checks it out and builds it. Throws RevisionError, CaptureError or AbortError; nothing is left behind then. */
  static async build(asked: RevisionTarget, parts: ProfilingParts, progress: Progress): Promise<RevisionCode> {
    const { target, options, revision, repository } = asked;
    parts.output.begin(`${target.name} @ ${revision.shown}`);
    progress.report(`checking out ${revision.shown}`, { isLong: true });
    const { GoTest: Go, RevisionTree: Tree } = await import('../capture/goTest/goTest');
    const request = goTestRequest(target, options);
    const folders = { root: request.go.env.GOTMPDIR || tmpdir(), notes: parts.worktrees };
    const tree = await Tree.add(repository, revision, folders);
    const code = new RevisionCode(asked, parts, tree, parts.captures.begin(progress.signal), request);
    try {
      await code.checkFolder();
      progress.report(`building ${revision.shown}`, { isLong: true });
      await code.build(Go, progress);
      code.checkBenchmark();
      return code;
    } catch (error) {
      const explained = await code.explained(error);
      await code.close();
      throw explained;
    }
  }

  /** Measures each kind of profile. Throws like `build`. */
  async profile({ report, signal }: Progress): Promise<void> {
    const { target, revision } = this.asked;
    const { kinds, count, go } = this.request;
    const test = this.test!;
    try {
      report(`timing run of ${revision.shown}`, { isLong: true });
      const read = await inSlices(readResultsOf(await test.time(), target.name, roundsOf(count, go)), signal);
      this.captured = withResults(this.captured!, read);
      this.units = read.units;
      for (const [i, label] of kinds.entries()) {
        report(`${label} run of ${revision.shown} (${i + 1} of ${kinds.length})`, { isLong: true });
        const { bytes, iterations } = await test.readProfile(await test.measure(label));
        const profile = { label, fileName: `${label}.pprof`, ...(iterations && { iterations }) };
        await this.draft.take(profile, await profileInWorkspace(bytes, this.folders));
      }
    } catch (error) {
      throw await this.explained(error);
    }
  }

  /** The id of its capture. */
  get id(): string {
    return this.draft.id;
  }

  get conditions(): Captured['conditions'] {
    return this.captured?.conditions;
  }

  /** Runs it once without a profile and returns its standard output. Throws CaptureError or AbortError. */
  turn(): Promise<string> {
    return this.test!.turn('now');
  }

  /** Stores its capture, with the results of its turns. Throws the system's error. */
  async store(results: readonly BenchmarkResult[]): Promise<void> {
    const captured = withResults(this.captured!, { results, units: this.units });
    await this.draft.store(captured, this.capturedAt);
    this.isStored = true;
  }

  /** Ends its processes and removes its worktree; without `store`, also its profiles and its program. Never rejects. */
  async close(): Promise<void> {
    await this.test?.close().catch(() => undefined);
    await this.tree.remove();
    if (this.isStored) return;
    await this.draft.discard();
    inBackground(this.parts.programs().then((all) => all.remove(this.id)).catch(() => undefined));
  }

  private get folders() {
    return { tree: this.tree.folder, top: this.asked.repository.top };
  }

  private get packageDir(): string {
    return this.tree.folderOf(this.asked.repository.inside);
  }

  private async checkFolder(): Promise<void> {
    const { revision, repository: { inside } } = this.asked;
    if (await stat(this.packageDir).then((found) => found.isDirectory(), () => false)) return;
    throw new CaptureError('noMatch', `${revision.shown} has no folder ${inside.replaceAll('\\', '/')}.`);
  }

  private async build(Go: typeof GoTest, { signal }: Progress): Promise<void> {
    const { request, asked: { target, revision, repository } } = this;
    const { GOWORK: workspace } = request.go.env;
    const env = { ...request.go.env, ...(workspace && { GOWORK: this.inTree(workspace) }) };
    const programs = await this.parts.programs();
    const programFile = await programs.draft().catch(() => undefined);
    const folders = { packageDir: this.packageDir, sourceFolders: [this.tree.folder], programFile };
    const own = { ...request, ...folders, go: { ...request.go, env } };
    this.test = await Go.build(own, (text) => this.parts.output.write(text), signal);
    if (programFile !== undefined) await programs.place(this.id, programFile).catch(() => undefined);
    const build = buildInWorkspace(this.test.build, this.folders);
    const described = await describeTarget(target, build, new Map(), signal);
    const { hash, shown } = revision;
    this.captured = { ...described, title: `${target.name} @ ${shown}`, revision: { commit: hash, name: shown } };
    const missing = await missingWithout(repository, this.tree.folder, workspace);
    this.notes = missing.map((part) => `${shown} was built without ${part}.`);
  }

  /** Says at once that the revision has no such benchmark, if the sources of its package were read. */
  private checkBenchmark(): void {
    const { target: { uri, name }, revision: { shown } } = this.asked;
    const folder = dirname(uri.fsPath);
    const isTest = (file: string) => dirname(file) === folder && file.endsWith('_test.go');
    const texts = [...this.captured!.sources].flatMap(([file, text]) => (isTest(file) ? [text] : []));
    const [baseName] = name.split('/');
    const isDeclared = texts.some((text) => findTestFunctions(text).some((each) => each.name === baseName));
    if (texts.length === 0 || isDeclared) return;
    throw new CaptureError('noMatch', `${shown} has no ${baseName}${this.where}.`);
  }

  /** ` in sub/a`; empty for the top of the repository. */
  private get where(): string {
    const { inside } = this.asked.repository;
    return inside === '' ? '' : ` in ${inside.replaceAll('\\', '/')}`;
  }

  /** A path of the workspace in the revision's worktree; others stay. */
  private inTree(path: string): string {
    const { tree, top } = this.folders;
    return inWorkspace(path, { tree: top, top: tree });
  }

  /** The error with the revision's name, and with what the revision lacks if it does not build. */
  private async explained(error: unknown): Promise<unknown> {
    if (!isCaptureError(error) || OF_THE_MACHINE.includes(error.failure)) return error;
    const { target, revision: { shown }, repository } = this.asked;
    const { failure, detail } = error;
    const { tree } = this.folders;
    if (failure === 'noMatch' && error.message.startsWith('There is no ')) {
      return new RevisionError(failure, `${shown} has no ${target.name}${this.where}.`, undefined, detail);
    }
    const missing = failure === 'compile' ? await missingParts(repository, tree, detail ?? '') : [];
    const words = error.message.startsWith(shown) ? error.message : `At ${shown}, ${withPlace(error, tree)}`;
    const message = [words, ...missing].join(' ').replaceAll(tree, repository.top);
    // The place is in the message: there is no file to open any more.
    return new RevisionError(failure, message, undefined, detail);
  }
}

/** The revision is at fault: another one may do. */
export class RevisionError extends CaptureError {}

/** The message with its place as a path in the repository: `(a.go:3)` → `(sub/a.go:3)`. */
function withPlace({ message, location }: CaptureError, tree: string): string {
  if (!location) return message;
  const inside = relative(tree, location.file).replaceAll('\\', '/');
  if (inside.startsWith('..')) return message;
  return message.replace(`(${basename(location.file)}:`, `(${inside}:`);
}
