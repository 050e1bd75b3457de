import { dirname } from 'node:path';
import type { Conditions } from '../../captures/disk/conditions';
import { valueIn } from '../../captures/disk/environment';
import type { Sides } from '../../captures/disk/captureStore';
import { CaptureError } from '../../common/captureError';
import type { GoEnvironment, GoTestRequest } from '../../go/captureTypes';
import { instructionLevels } from '../../go/machine/instructionLevels';
import {
  type ChosenEnvironment, chosenText, needsBuild, replacedText, withChosen,
} from '../../go/tool/chosenEnvironment';
import { flagValue } from '../../go/tool/goFlags';
import { compareVersions, goLineOf, installedToolchains, type Toolchain } from '../../go/tool/installedToolchains';
import { benchmarkKey } from '../../captures/loaded/latestResults';
import { failureOf } from '../../ui/failureMessage';
import type { Progress } from '../../ui/progress';
import { requireTrust } from '../../ui/preconditionError';
import type { RunOptions } from '../../ui/settings/profileSettings';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { showInformationMessage } from '../../ui/window';
import type { Target } from '../profile/pickTarget';
import { goTestRequest } from '../profile/runOptions';
import type { ProfilingParts } from '../profile/profileTarget';
import { SuiteBuilds } from '../profile/suiteBuilds';
import { BuiltCode, failuresOfBuiltCode } from './builtCode';
import { environmentFailure } from './environmentFailure';
import { type Against, measureAgainst } from './measureAgainst';
import { SameProgramError } from './measurementInTurns';
import { pickEnvironment } from './pickEnvironment';

const ANYWAY = 'Measure Anyway';

/**
 * Asks for an environment, and measures the present code in it in turns with the environment of the settings. Throws
 * CaptureError, an Error for the user, or AbortError.
 */
export async function measureWith(target: Target, parts: ProfilingParts): Promise<void> {
  requireTrust('measuring runs its code');
  await parts.measurements.ready();
  const chosen = await pickEnvironment(target, goEnvironmentOf(target.uri), parts.memento);
  if (chosen) await measureIn(target, chosen, parts);
}

/**
 * Measures the present code in a chosen environment in turns with that of the settings. If only variables of the
 * running program differ, both are one program. If nothing differs, says so, with a button to measure anyway.
 */
async function measureIn(
  target: Target,
  chosen: ChosenEnvironment,
  parts: ProfilingParts,
  evenIfSame = false,
): Promise<void> {
  const now = chosenText(chosen);
  const toolchain = await checkedToolchain(target, chosen);
  const build = (options: RunOptions, progress: Progress) => {
    return buildPresent({ target, options, chosen, toolchain, evenIfSame }, parts, progress);
  };
  try {
    await measureAgainst(target, `Measuring ${target.name} with ${now}`, build, parts);
  } catch (error) {
    if (!(error instanceof SameProgramError)) {
      if (failuresOfBuiltCode.has(error as object)) throw error;
      throw failureOf(environmentFailure(error, now), benchmarkKey(target.uri.fsPath, target.name));
    }
    parts.output.info(error.message);
    if (await showInformationMessage(error.message, ANYWAY)) await measureIn(target, chosen, parts, true);
  }
}

/** The toolchain that was chosen, if one was. Throws CaptureError if this machine cannot run the environment. */
async function checkedToolchain({ uri }: Target, chosen: ChosenEnvironment): Promise<Toolchain | undefined> {
  await checkInstructions(chosen);
  if (chosen.toolchain === undefined) return undefined;
  const toolchains = await installedToolchains(goEnvironmentOf(uri));
  const found = toolchains.find(({ version }) => version === chosen.toolchain);
  const name = chosen.toolchain.replace(/^go/, 'Go ');
  if (!found) {
    const others = toolchains.map(({ version }) => version.slice('go'.length)).join(', ');
    throw new CaptureError('goNotFound', `${name} is not installed, and Linecost downloads no toolchain. Installed: ${others}.`);
  }
  const goLine = await goLineOf(dirname(uri.fsPath));
  if (goLine !== undefined && compareVersions(found.version, goLine) < 0) {
    throw new CaptureError('compile', `${name} cannot build this module: its go.mod needs Go ${goLine}.`);
  }
  return found;
}

async function checkInstructions({ buildVariables: { GOAMD64 } }: ChosenEnvironment): Promise<void> {
  const known = await instructionLevels();
  if (known?.variable !== 'GOAMD64' || !GOAMD64 || GOAMD64 === 'v1' || known.levels.includes(GOAMD64)) return;
  const highest = known.levels.at(-1) ?? 'v1';
  throw new CaptureError('failed', `The processor of this machine cannot run GOAMD64=${GOAMD64}: it has ${highest}.`);
}

/** With -cpu, a test binary sets GOMAXPROCS itself. */
function checkProcessors({ runVariables: { GOMAXPROCS } }: ChosenEnvironment, { testArgs, env }: GoEnvironment): void {
  const cpu = flagValue([...(env.GOFLAGS ?? '').split(/\s+/), ...testArgs], 'cpu');
  if (GOMAXPROCS === undefined || cpu === undefined) return;
  throw new CaptureError('failed', `The flag -cpu=${cpu} of the settings sets GOMAXPROCS: choose -cpu=${GOMAXPROCS} instead.`);
}

interface Present {
  readonly target: Target;
  readonly options: RunOptions;
  readonly chosen: ChosenEnvironment;
  readonly toolchain: Toolchain | undefined;
  readonly evenIfSame: boolean;
}

/** Builds the present code as the settings say, and says how the chosen environment differs. */
async function buildPresent(
  { target, options, chosen, toolchain, evenIfSame }: Present,
  parts: ProfilingParts,
  progress: Progress,
): Promise<Against> {
  const request = goTestRequest(target, options);
  const isBuilt = needsBuild(chosen);
  const go = withChosen(request.go, chosen, toolchain?.goBinary);
  checkProcessors(chosen, go);
  // One program for both sides, unless the build differs.
  const builds = isBuilt ? undefined : new SuiteBuilds(parts.programs);
  parts.output.begin(target.name);
  progress.report('building', { isLong: true });
  const draft = await parts.captures.drafts.begin(progress.signal);
  const code = new BuiltCode({ target, request, name: 'the present environment', builder: builds }, parts, draft);
  try {
    await code.build(progress);
  } catch (error) {
    await code.close();
    throw error;
  }
  const now = chosenText(chosen);
  const sides = (): Sides => ({ kind: 'environments', now, before: textInSettings(chosen, request, code.conditions) });
  const hasRunVariables = Object.keys(chosen.runVariables).length > 0;
  const changed: Partial<GoTestRequest> = { go, runVariables: chosen.runVariables };
  return {
    code,
    known: { get sides() { return sides(); } },
    go,
    request: changed,
    captured: { title: `${target.name} with ${now}`, chosenEnvironment: now },
    ...(builds && { builder: builds }),
    // Equal programs are no difference only if they also run alike.
    ...(isBuilt && !hasRunVariables && code.programFile !== undefined && { earlierProgram: code.programFile }),
    prepare: async (_, { isEarlierProgram }) => {
      if (evenIfSame) return;
      const { before } = sides();
      if (before === now) throw new SameProgramError(`${target.name} runs with ${now} already: there is nothing to compare.`, false);
      if (isEarlierProgram) throw new SameProgramError(`${now} changes nothing in the program of ${target.name}: it is the same, byte for byte.`, false);
    },
  };
}

/** What the settings have in place of the chosen variables and flags: `GOGC=100`. */
function textInSettings(
  chosen: ChosenEnvironment,
  { go }: Pick<GoTestRequest, 'go'>,
  { environment = {}, goVersion = '', maxProcs }: Conditions = {},
): string {
  const valueOf = (name: string) => {
    if (name === 'GOMAXPROCS') return maxProcs?.toString() ?? go.env.GOMAXPROCS;
    return valueIn(environment, name) ?? go.env[name];
  };
  return replacedText(chosen, { go, goVersion, valueOf });
}
