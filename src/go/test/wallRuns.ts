import { dirname, join } from 'node:path';
import { CaptureError } from '../../common/captureError';
import type { GoTestRequest, ProfileKind } from '../captureTypes';
import { addAgent, agentPrefix, testPackageOf } from '../agent/addAgent';
import { MIN_GO_MINOR } from '../agent/agentText';
import { RunFolder } from '../agent/runFolder';
import { wallSamplingText } from '../agent/wallSampling';
import type { RunResult } from '../../common/processes/runProcess';
import { readGoPackage } from '../tool/goTool';
import { minorOf } from '../tool/overlay';
import type { WorkFolder } from './workFolder';

type Env = Readonly<Record<string, string>>;

/**
 * Runs of a test binary that take a wall profile. Go has no such profile, so the binary is built with the agent that
 * profiles programs (-overlay), which takes it in runs with a variable of their own.
 */
export class WallRuns {
  private runs = 0;

  private constructor(
    private readonly folder: WorkFolder,
    /** Those of the request, and those that add the agent. */
    private readonly buildFlags?: readonly string[],
  ) {}

  /** Writes what the build needs; undefined if the request has no wall profile. Throws CaptureError. */
  static async prepare(request: GoTestRequest, folder: WorkFolder): Promise<WallRuns | undefined> {
    if (!request.kinds.includes('wall')) return undefined;
    const { settings: { version } } = folder;
    if (minorOf(version) < MIN_GO_MINOR) {
      throw new CaptureError('failed', `${version} has no wall profiles: Go 1.${MIN_GO_MINOR} or newer is needed.`);
    }
    const goPackage = await readGoPackage(folder.tool, request.go.buildFlags);
    const options = { prefix: agentPrefix(request.packageDir), testPackage: testPackageOf(goPackage) };
    return new WallRuns(folder, (await addAgent(request, folder, options)).buildFlags);
  }

  /** For a program that was built before, with the agent if it has taken a wall profile then. */
  static stored(folder: WorkFolder): WallRuns {
    return new WallRuns(folder);
  }

  /** The request with the agent among its build flags. */
  applied(request: GoTestRequest): GoTestRequest {
    const { buildFlags } = this;
    return buildFlags ? { ...request, go: { ...request.go, buildFlags } } : request;
  }

  /** Runs the program with further variables. Its wall profile is then the file of that kind, if there is one. */
  async run(
    kinds: readonly ProfileKind[],
    { onWallSampled }: Pick<GoTestRequest, 'onWallSampled'>,
    run: (env: Env) => Promise<RunResult>,
  ): Promise<RunResult> {
    if (!kinds.includes('wall')) return run({});
    const { overlay, profile } = this.folder.files;
    const taking = await RunFolder.make(join(dirname(overlay), `wall${this.runs++}`), ['wall']);
    const result = await run(taking.env);
    await taking.moveWall(profile('wall'));
    const sampling = await taking.wallSampling();
    const said = sampling && wallSamplingText(sampling);
    if (said !== undefined) onWallSampled?.(said);
    return result;
  }
}
