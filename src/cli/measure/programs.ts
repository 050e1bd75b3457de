import type { GoTestBuild, GoTestRequest } from '../../go/captureTypes';
import { CaptureError, isCaptureError } from '../../common/captureError';
import { finish } from '../../profile/common/guard';
import { readResultsOf, roundsOf } from '../../bench/goTestResults';
import { CPU_TIME } from '../../bench/turnsDecision';
import { GoTest } from '../../go/test/goTest';
import type { BenchPattern } from '../../go/test/benchPattern';
import type { BenchmarkPackage } from '../../go/tool/testPackages';
import { withoutFlag } from '../../go/tool/goFlags';
import type { MeasureArgs } from './measureArgs';
import type { Side, Sides } from './sides';

/** How programs are built and run. */
type RunSettings = Pick<MeasureArgs, 'benchtime' | 'timeoutSeconds'>;

interface BuildParts {
  readonly settings: RunSettings;
  readonly sides: Sides;
  readonly signal: AbortSignal;
}

/** The test program of a package on one side, prepared for each of its benchmarks. */
export class Program {
  private constructor(
    readonly side: Side,
    /** By benchmark. They share the program, so that only one of them may run at a time. */
    private readonly tests: Map<string, GoTest>,
    private readonly request: GoTestRequest,
    private readonly sides: Sides,
  ) {}

  /** Builds the program. Throws CaptureError with the name of the side, or the signal's reason on abort. */
  static async build(
    side: Side,
    { folder }: BenchmarkPackage,
    { names, pattern }: { readonly names: readonly string[]; readonly pattern: BenchPattern },
    { settings, sides, signal }: BuildParts,
  ): Promise<Program> {
    const requestOf = (name: string): GoTestRequest => ({
      packageDir: folder,
      target: { kind: 'benchmark', name },
      casePattern: pattern.casesOf(name),
      kinds: [],
      ...settings,
      cpuTimeUnit: CPU_TIME,
      sourceFolders: [side.root],
      go: side.go,
    });
    const tests = new Map<string, GoTest>();
    const [first, ...others] = names;
    try {
      const test = await GoTest.build(requestOf(first), () => undefined, signal);
      tests.set(first, test);
      for (const name of others) tests.set(name, await nextOf(test, requestOf(name)));
      return new Program(side, tests, requestOf(first), sides);
    } catch (error) {
      await tests.get(first)?.close();
      throw await explained(error, side, sides);
    }
  }

  get build(): GoTestBuild {
    return this.anyTest.build;
  }

  /** Runs a benchmark once, without a profile, and returns what it printed. Throws like `build`. */
  async run(name: string): Promise<string> {
    try {
      return await this.tests.get(name)!.turn('now');
    } catch (error) {
      throw await explained(error, this.side, this.sides);
    }
  }

  /**
   * The same program, for profiles of one case.
   * @param more the kinds of profiles, and how long they take
   * @param procs the only value of -cpu; default: those of the request
   */
  async forProfiles(
    name: string,
    more: Pick<GoTestRequest, 'kinds' | 'benchtime' | 'memProfileRate'>,
    procs?: number,
  ): Promise<GoTest> {
    const { go } = this.request;
    const testArgs = procs === undefined ? go.testArgs : [`-cpu=${procs}`, ...withoutFlag(go.testArgs, 'cpu')];
    const rounds = roundsOf(1, { ...go, testArgs });
    return nextOf(this.anyTest, {
      ...this.request,
      ...more,
      target: { kind: 'benchmark', name },
      casePattern: undefined,
      go: { ...go, testArgs },
      resultsOf: async (output) => finish(readResultsOf(output, name, rounds)).results,
    });
  }

  /** Ends the processes that still run, and removes the program. */
  close(): Promise<void> {
    return this.anyTest.close();
  }

  private get anyTest(): GoTest {
    return [...this.tests.values()][0];
  }
}

async function nextOf(test: GoTest, request: GoTestRequest): Promise<GoTest> {
  const next = await test.next(request);
  if (next) return next;
  throw new CaptureError('failed', `The source of ${request.target.name} changed after it was built.`);
}

/** Adds the name of the earlier side, the file's place in the repository, and what the revision lacks. */
async function explained(error: unknown, side: Side, { before, now, missing }: Sides): Promise<unknown> {
  if (!isCaptureError(error)) return error;
  const { failure, detail, location } = error;
  if (failure === 'goNotFound') return new CaptureError(failure, 'Go was not found: install it, or add it to the PATH.');
  if (side !== before) return error;
  const lacking = failure === 'compile' ? await missing(detail ?? '') : [];
  const message = [`At ${before.name}, ${error.message}`, ...lacking].join(' ').replaceAll(before.root, now.root);
  return new CaptureError(failure, message, location, detail);
}
