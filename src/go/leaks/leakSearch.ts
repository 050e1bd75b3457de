import { dirname, join } from 'node:path';
import { CaptureError } from '../../common/captureError';
import type { GoTestRequest } from '../captureTypes';
import { LEAKS_GO_MINOR, leakVariables } from '../agent/agentLeaks';
import { addAgent, agentPrefix, testPackageOf } from '../agent/addAgent';
import { type FoundLeaks, RunFolder } from '../agent/runFolder';
import { buildTest, type BuiltTest } from '../test/buildTest';
import { ProgramRuns } from '../test/programRuns';
import { WorkFolder, type WriteOutput } from '../test/workFolder';
import { readGoPackage } from '../tool/goTool';
import { minorOf } from '../tool/overlay';

/** What one test has leaked. */
export interface TestLeaks extends FoundLeaks {
  /** Why the test failed; undefined if it passed. */
  readonly failure?: CaptureError;
}

/**
 * Finds the goroutines that tests of a package leak: `build` → `find` for each test → `close`, in any case. Each test
 * runs in a process of its own, which looks for leaks when it ends, so that a leak has one test.
 *
 * All methods throw CaptureError, with a sentence for the user, and `signal.reason` on abort.
 */
export class LeakSearch {
  private runs = 0;

  private constructor(
    private readonly request: GoTestRequest,
    private readonly folder: WorkFolder,
    private readonly built: BuiltTest,
  ) {}

  /** Builds the test binary of the request's package. Its target is used in messages alone. */
  static async build(request: GoTestRequest, output: WriteOutput, signal: AbortSignal): Promise<LeakSearch> {
    const folder = await WorkFolder.open(request, output, signal, leakVariables);
    try {
      const { tool, settings: { version } } = folder;
      checkRelease(version);
      const goPackage = await readGoPackage(tool, request.go.buildFlags);
      const prefix = agentPrefix(request.packageDir);
      const { buildFlags } = await addAgent(request, folder, { prefix, testPackage: testPackageOf(goPackage) });
      const withAgent = { ...request, kinds: [], go: { ...request.go, buildFlags } };
      return new LeakSearch(withAgent, folder, await buildTest(withAgent, folder));
    } catch (error) {
      await folder.close();
      throw folder.explained(error);
    }
  }

  /** Runs a test of the package. Throws if nothing is known of its leaks. */
  async find(target: GoTestRequest['target']): Promise<TestLeaks> {
    const { folder, built } = this;
    const { signal } = folder.tool;
    try {
      const runs = new ProgramRuns({ ...this.request, target }, folder, built);
      const run = await RunFolder.make(join(dirname(folder.files.overlay), `leaks${this.runs++}`), ['leaks']);
      await runs.begin();
      const result = await runs.ofBuilt({ ...this.request, target }, [], {
        env: { ...run.env, GOEXPERIMENT: this.request.go.env.GOEXPERIMENT ?? '' },
      });
      const failure = await failureOf(() => runs.check(result));
      const leaks = await run.leaks(this.request.maxProfileBytes ?? Infinity, signal);
      // A test that was skipped or not found has run nothing that could leak.
      const hasRun = failure === undefined || failure.failure === 'failed';
      if (leaks && (hasRun || leaks.count > 0)) return { ...leaks, ...(failure && { failure }) };
      throw failure ?? nothingFound(target.name, await run.failureOf('leaks'));
    } catch (error) {
      throw folder.explained(error);
    }
  }

  /** Ends processes that still run and removes the temporary folder. */
  close(): Promise<void> {
    return this.folder.close();
  }
}

function checkRelease(version: string): void {
  if (minorOf(version) >= LEAKS_GO_MINOR) return;
  throw new CaptureError('failed', `${version} does not find leaked goroutines: Go 1.${LEAKS_GO_MINOR} or newer is needed.`);
}

async function failureOf(check: () => Promise<void>): Promise<CaptureError | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof CaptureError) return error;
    throw error;
  }
}

function nothingFound(name: string, reason: string | undefined): CaptureError {
  const why = reason ?? 'it ended without os.Exit, or in another process';
  return new CaptureError('failed', `Nothing is known of the goroutines that ${name} leaks: ${why}.`);
}
