import type { BenchmarkResult, BenchmarkUnit } from '../../bench/parseOutput';
import type { Misfit } from '../../bench/misfit';
import { readResultsOf, roundsOf } from '../../bench/goTestResults';
import { namedAsReported } from '../../bench/reportedFigures';
import { codeOfCapture } from '../../captures/codeOfCapture';
import type { Captured } from '../../captures/captureDraft';
import type { OpenDraft } from '../../captures/loaded/captureDrafts';
import type { GoTestBuild, GoTestRequest, ProfileKind } from '../../go/captureTypes';
import type { GoTest } from '../../go/test/goTest';
import { inSlices } from '../../go/timeSlices';
import { ignored } from '../../profile/common/ignored';
import type { Progress } from '../../ui/progress';
import { describeTarget, judgedCode, withResults } from '../profile/describeTarget';
import { type JudgedCode, withMisfits } from '../profile/resultMisfit';
import type { Target } from '../profile/pickTarget';
import { type ProfiledRound, readRound, takenProfiles } from '../profile/profiledRounds';
import { ProgramDraft } from '../profile/programDraft';
import type { ProfilingParts } from '../profile/profileTarget';
import { freshBuilds, type SuiteBuilds } from '../profile/suiteBuilds';
import type { OwnProgram } from './measurementInTurns';

/** What to build, and what it is called. */
export interface CodeToBuild {
  readonly target: Target;
  readonly request: GoTestRequest;
  /** As in `timing run of v1.2.0`. */
  readonly name: string;
  /** Builds the program for the other side, too, and is closed with this; if unset, it is built for this alone. */
  readonly builder?: SuiteBuilds | undefined;
}

/** Errors of code that another program is measured against, not of that program. */
export const failuresOfBuiltCode = new WeakSet<object>();

/**
 * The code that another program is measured against, with a program and a capture of its own. `build` builds it, `time`
 * and `turn` run it, `profile` profiles it, and `take` and `store` store its profiles and its capture. Call `close` at
 * the end, even if another method has failed. All methods throw CaptureError, or AbortError.
 */
export class BuiltCode implements OwnProgram {
  /** Milliseconds since the epoch. Set before the other program is measured, so that its capture is newer. */
  readonly capturedAt = Date.now();
  /** Sentences about differences from the other program, apart from what is measured. */
  notes: readonly string[] = [];
  /** Why the results of the timing run are not those of an operation; unset if they are. */
  misfit: Misfit | undefined;
  protected captured: Captured | undefined;
  private judged: JudgedCode | undefined;
  private test: GoTest | undefined;
  private program: ProgramDraft | undefined;
  private units: readonly BenchmarkUnit[] = [];
  private isStored = false;

  constructor(
    protected readonly code: CodeToBuild,
    protected readonly parts: ProfilingParts,
    private readonly draft: OpenDraft,
  ) {}

  /** @param more the parts of the request that are not those of the other program */
  async build({ signal }: Pick<Progress, 'signal'>, more: Partial<GoTestRequest> = {}): Promise<void> {
    const { target, request, builder = freshBuilds } = this.code;
    this.program = await ProgramDraft.make(await this.parts.programs(), this.id);
    const whole = { ...request, ...more, ...this.program.request };
    const building = builder.build(whole, (text) => this.parts.output.write(text), signal);
    this.test = await building.catch((error: unknown) => {
      throw marked(error);
    });
    const built = this.inWorkspace(this.test.build);
    const described = await describeTarget(target, built, new Map(), signal);
    // Its files have other names than where they were built, but go.mod is there.
    const code = await codeOfCapture(built, undefined, this.test.build.moduleDir);
    this.captured = { ...described, ...(code.hash !== undefined && { code }) };
    this.judged = await judgedCode(target, built, signal);
  }

  /** Runs the benchmark without a profile, which gives its results until those of the turns are known. */
  async time({ report, signal }: Progress): Promise<void> {
    const { target, name, request: { count, go } } = this.code;
    try {
      report(`timing run of ${name}`, { isLong: true });
      const read = await inSlices(readResultsOf(await this.test!.time(), target.name, roundsOf(count, go)), signal);
      const results = namedAsReported(read.results, this.captured!.reportedUnits);
      this.captured = withResults(this.captured!, { ...read, results });
      this.units = read.units;
      if (this.judged) this.misfit = withMisfits(this.judged, results).find((result) => result.misfit)?.misfit;
    } catch (error) {
      await this.fail(error);
    }
  }

  /** Runs the benchmark once while profiles of these kinds are taken. */
  async profile(kinds: readonly ProfileKind[]): Promise<ProfiledRound> {
    const test = this.test!;
    try {
      return await readRound(test, await test.measure(...kinds));
    } catch (error) {
      return await this.fail(error);
    }
  }

  /** Stores the profiles of all rounds. */
  async take(rounds: readonly ProfiledRound[]): Promise<void> {
    for (const taken of takenProfiles(rounds, { reportedUnits: this.reportedUnits })) {
      const bytes = await Promise.all(taken.rounds.map((each) => this.profileInWorkspace(each)));
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

  /** Absolute path of the program; unset if it could not be stored. */
  get programFile(): string | undefined {
    return this.program?.request.programFile;
  }

  /** Runs the benchmark once without a profile and returns its standard output. */
  turn(): Promise<string> {
    return this.test!.turn('now');
  }

  /** Stores the capture, with the results of the turns. Throws EngineError or the system's error. */
  async store(results: readonly BenchmarkResult[]): Promise<void> {
    const captured = withResults(this.captured!, { results, units: this.units });
    await this.draft.store(await this.program!.storedIn(captured, this.parts.output), this.capturedAt);
    this.isStored = true;
  }

  /** Ends the processes; if not stored, removes the profiles and the program. Never rejects. */
  async close(): Promise<void> {
    const { test, code: { builder } } = this;
    const closing = builder ? builder.close() : test && freshBuilds.release(test);
    await closing?.catch(ignored('a build folder stays on disk'));
    if (this.isStored) return;
    await this.draft.discard();
    this.program?.discard();
  }

  /** The build with the file names of the workspace. */
  protected inWorkspace(build: GoTestBuild): GoTestBuild {
    return build;
  }

  /** A profile with the file names of the workspace. */
  protected async profileInWorkspace(bytes: Uint8Array): Promise<Uint8Array> {
    return bytes;
  }

  private async fail(error: unknown): Promise<never> {
    throw marked(await this.explain(error));
  }

  /** Adds to an error what was built. */
  protected async explain(error: unknown): Promise<unknown> {
    return error;
  }
}

function marked(error: unknown): unknown {
  if (error instanceof Error) failuresOfBuiltCode.add(error);
  return error;
}
