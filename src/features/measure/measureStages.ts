import * as vscode from 'vscode';
import { exactOf } from '../../bench/exactMemory';
import type { Captured } from '../../captures/captureDraft';
import { underPresent } from '../../captures/disk/conditions';
import type { CaptureRecord, Sides } from '../../captures/disk/captureStore';
import { baseOf, LatestResults } from '../../captures/loaded/latestResults';
import { titleEnding } from '../../captures/stageNames';
import { commonTarget, namesOfStages, whyNoProgram } from '../../captures/stagePrograms';
import { CaptureError, isCaptureError } from '../../common/captureError';
import type { GoTestBuild } from '../../go/captureTypes';
import type { MachineState } from '../../go/machine/machineState';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { type Progress, startProgress } from '../../ui/progress';
import { showInformationMessage } from '../../ui/window';
import type { Target } from '../profile/pickTarget';
import type { ProfilingParts } from '../profile/profileTarget';
import type { TestBuilder } from '../profile/suiteBuilds';
import { MeasurementInTurns, readyForTurns, SameProgramError } from './measurementInTurns';
import { measureAndTell } from './measureAndTell';

const ANYWAY = 'Measure Anyway';

/** Two captures of a benchmark. */
export interface Stages {
  readonly now: CaptureRecord;
  readonly before: CaptureRecord;
}

/**
 * Profiles the stored programs of two captures of a benchmark in turns, runs them in turns without profiles, and stores
 * the verdict as a capture of its own. Nothing is built. If the programs are the same, says so, with a button to
 * measure anyway. Throws CaptureError, an Error for the user, or AbortError.
 */
export async function measureStages(stages: Stages, parts: ProfilingParts, evenIfSame = false): Promise<void> {
  requireTrust('measuring runs its code');
  await parts.measurements.ready();
  const pair = await storedPair(stages, parts);
  const { target, sides } = pair;
  const ready = await readyForTurns(target, parts);
  if (!ready) return;
  const progress = await startProgress(`Measuring ${target.name}: ${sides.now} against ${sides.before}`);
  const turns = new StageMeasurement(pair, ready.machine, evenIfSame);
  const withStored = { ...parts, builder: storedPrograms(pair), results: ownResults(target, parts.results) };
  try {
    await measureAndTell(target, ready.options, withStored, progress, turns);
  } catch (error) {
    progress.end();
    if (!(error instanceof SameProgramError)) throw withoutPlace(turns.withVerdict(error));
    parts.output.info(error.message);
    if (await showInformationMessage(error.message, ANYWAY)) await measureStages(stages, parts, true);
  } finally {
    progress.end();
  }
}

/** Two captures of a benchmark, and their programs. */
interface StoredPair extends Stages {
  /** What both measured. */
  readonly target: Target;
  readonly sides: Sides;
  /** The texts of `now` as measured, by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
  /** Absolute paths. */
  readonly programs: { readonly now: string; readonly before: string };
}

/** Throws an Error for the user if one of the two cannot run, or if they measured different cases. */
async function storedPair(stages: Stages, { captures, programs }: ProfilingParts): Promise<StoredPair> {
  const stored = await programs();
  const ids = await stored.ids();
  const names = namesOfStages(await captures.records(), stages.now);
  const name = commonTarget(stages.now, stages.before);
  if (name === undefined) throw new PreconditionError('The two captures measured different cases of the benchmark.');
  const uri = vscode.Uri.file(stages.now.target!.file);
  const programOf = async (record: CaptureRecord): Promise<string> => {
    const missing = whyNoProgram(record, names(record), ids);
    const program = await stored.of(record.id);
    if (missing?.commit !== undefined) throw new PreconditionError(missing.text, revisionFix(uri, name));
    if (missing) throw new PreconditionError(missing.text);
    if (program === undefined) throw new PreconditionError(`The program of “${names(record)}” was deleted meanwhile.`);
    return program;
  };
  return {
    ...stages,
    target: { uri, kind: 'benchmark', name },
    sides: { kind: 'stages', now: names(stages.now), before: names(stages.before) },
    sources: await captures.storedSources(stages.now.id),
    programs: { now: await programOf(stages.now), before: await programOf(stages.before) },
  };
}

function revisionFix(uri: vscode.Uri, name: string) {
  const args = [uri, baseOf(name)];
  return { title: 'Measure Against a Git Revision…', command: 'linecost.measureRevision', args };
}

/** Two stored programs in turns. What the newer one was built from is that of its own capture. */
class StageMeasurement extends MeasurementInTurns {
  constructor(private readonly pair: StoredPair, machine: MachineState, private readonly mayBeSame: boolean) {
    const { target, sides, before: { id, capturedAt, conditions, reportedUnits, profiles }, programs } = pair;
    const known = { id, capturedAt, conditions, reportedUnits, profiles, exactMemory: exactOf(profiles) };
    super(target, { ...known, program: programs.before, sides }, machine);
  }

  captured({ conditions }: Captured): Partial<Captured> {
    const { now, sides, sources, target } = this.pair;
    const { id, module, setup, loop, reportedUnits, code, linesMayBeOff } = now;
    const stage = { stage: id, turns: { sides } };
    return {
      title: target.name + titleEnding(stage),
      stage: id,
      conditions: underPresent(now.conditions ?? {}, conditions),
      sources: new Map(sources),
      ...(module && { module }),
      setup, loop,
      ...(reportedUnits && { reportedUnits }),
      ...(code?.hash !== undefined && { code: { hash: code.hash } }),
      ...(linesMayBeOff && { linesMayBeOff }),
    };
  }

  override async prepare(_: Progress, { isEarlierProgram }: GoTestBuild): Promise<void> {
    if (this.mayBeSame || !isEarlierProgram) return;
    const { now, before } = this.pair.sides;
    const message = `The programs of “${now}” and “${before}” are the same, byte for byte: there is nothing to compare.`;
    throw new SameProgramError(message, false);
  }
}

/** In place of a build. */
function storedPrograms({ now: { conditions = {} }, sources, programs }: StoredPair): TestBuilder {
  const stored = { file: programs.now, texts: sources, goVersion: conditions.goVersion };
  return {
    async build(request, output, signal) {
      const { GoTest } = await import('../../go/test/goTest');
      const both = { ...request, earlierProgram: programs.before };
      return GoTest.stored(both, stored, output, signal);
    },
    release: (test) => test.close(),
  };
}

/** So that the lens does not show results of a stored program as those of the present code. */
function ownResults({ uri, name }: Target, known: LatestResults): LatestResults {
  const own = new LatestResults({ get: () => undefined, update: async () => undefined });
  own.set(uri.fsPath, baseOf(name), known.of(uri.fsPath, baseOf(name)));
  return own;
}

/** The file may have changed since the program was built. */
function withoutPlace(error: unknown): unknown {
  if (!isCaptureError(error) || !error.location) return error;
  return new CaptureError(error.failure, error.message, undefined, error.detail);
}
