import * as vscode from 'vscode';
import { ofSubject } from '../../bench/caseVerdict';
import { formingText, verdictTexts } from '../../bench/verdict';
import type { Captured } from '../../captures/captureDraft';
import type { MeasuredInTurns, Sides } from '../../captures/disk/captureStore';
import type { Capture } from '../../captures/loadedCapture';
import type { OpenDraft } from '../../captures/loaded/captureDrafts';
import { againstText } from '../../captures/sides';
import { machineFacts, noiseSentence } from '../../go/machine/machineNoise';
import { readMachineState, type MachineState } from '../../go/machine/machineState';
import { inTurns, type Side, type Turns } from '../../go/test/inTurns';
import { isSameLoad } from '../../live/load/perRequest';
import type { Instance } from '../../live/targets/instances';
import { isAbort } from '../../profile/common/guard';
import { inBackground } from '../../ui/inBackground';
import { type Progress, startProgress } from '../../ui/progress';
import { showInformationMessage } from '../../ui/window';
import type { CompareParts } from '../compare/chooseBaseline';
import { measureAgainRuns } from '../measure/measurementInTurns';
import type { OneAtATime } from '../profile/oneAtATime';
import type { LoadedTarget } from './loadAround';
import type { LoadParts } from './loadService';
import { allRequests, type ServiceTurn, serviceTurn } from './serviceTurn';

export interface MeasureParts extends LoadParts, Pick<CompareParts, 'baselines'> {
  readonly measurements: OneAtATime;
}

/** A service that gets load in turns with another one. */
export interface MeasuredSide {
  readonly target: LoadedTarget;
  /** What notes call it. */
  readonly name: string;
  /** Does work with its instances while they can be reached. */
  use<T>(signal: AbortSignal, work: (instances: readonly Instance[]) => Promise<T>): Promise<T>;
  /** What is known of its code; unset for a service that was started elsewhere. */
  readonly captured?: Partial<Captured>;
  /** A profile of it with the file names of the workspace, if it was built elsewhere. */
  inWorkspace?(profile: Uint8Array): Promise<Uint8Array>;
}

export interface MeasuredPair {
  readonly now: MeasuredSide;
  readonly before: MeasuredSide;
  /** What the two are called if they are not the code now and before. */
  readonly sides?: Sides;
  /** The name of the git revision that was before. */
  readonly revision?: string;
  /** Sentences on differences between the two apart from the code. */
  readonly notes?: readonly string[];
  /** Whether both have the same load command, apart from addresses. */
  readonly isSameCommand: boolean;
  /** Ends what was started. Never rejects. */
  close?(): Promise<void>;
}

/** How long the CPU profile of each turn takes. */
const TURN_SECONDS = 5;

/**
 * Puts load on two services in turns, takes a CPU profile in each turn, and shows the verdict on requests per second,
 * latency and CPU time per request, with the tests and words of a benchmark's. Throws what `open` throws, CaptureError,
 * EngineError or AbortError; after the verdict, why a turn failed.
 * @param open makes both services ready; they are closed at the end
 */
export async function measureServices(
  title: string,
  open: (progress: Progress) => Promise<MeasuredPair>,
  parts: MeasureParts,
): Promise<void> {
  // Read before builds, which themselves keep the machine busy.
  const machine = await readMachineState();
  const progress = await startProgress(title);
  const measure = async (): Promise<Measured> => {
    const pair = await open(progress);
    const draft = await parts.captures.drafts.begin();
    try {
      return await measured(pair, draft, machine, parts, progress);
    } catch (error) {
      await draft.discard();
      throw error;
    } finally {
      await pair.close?.();
    }
  };
  try {
    const end = await parts.measurements.begin(progress.signal, progress.cancel);
    const { capture, stopped } = await measure().finally(end);
    progress.end();
    if (capture) await tell(capture, parts);
    if (stopped && !isAbort(stopped)) throw stopped;
  } finally {
    progress.end();
  }
}

interface Measured {
  /** Unset if it was cancelled before the first pair of turns was complete. */
  readonly capture?: Capture;
  /** Why not all turns were measured. */
  readonly stopped?: unknown;
}

async function measured(
  pair: MeasuredPair,
  draft: OpenDraft,
  machine: MachineState,
  parts: MeasureParts,
  { report, signal }: Progress,
): Promise<Measured> {
  const { now, before, revision } = pair;
  const rounds = measureAgainRuns();
  const capturedAt = Date.now();
  report(`turn 1 of ${rounds}, old and new`, { isLong: true });
  const turns = await inTurns(
    rounds,
    async (side) => {
      const { target, use } = pair[side];
      const options = { name: now.target.name, seconds: target.seconds ?? TURN_SECONDS, signal };
      return use(signal, (instances) => serviceTurn(target, instances, options, parts));
    },
    (pairs) => {
      const next = pairs.now.length + 1;
      const forming = formingText({ before: resultsOf(pairs.before), now: resultsOf(pairs.now) });
      if (next <= rounds) report([`turn ${next} of ${rounds}`, forming].filter(Boolean).join(' · '), { isLong: true });
    },
  );
  const stopped = turns.stopped?.error;
  if (turns.now.length === 0) {
    await draft.discard();
    return { stopped };
  }
  const noise = noiseSentence(machine);
  const inTurn: MeasuredInTurns = {
    base: { id: draft.id, capturedAt, ...(revision !== undefined && { revision }) },
    ...(pair.sides && { sides: pair.sides }),
    before: resultsOf(turns.before),
    wanted: rounds,
    ...(turns.stopped && { stopped: isAbort(stopped) ? 'cancelled' : 'failed' }),
    notes: [...notesOn(turns, pair), ...(noise === undefined ? [] : [noise])],
  };
  await draft.take(profileOf(turns.before), await profilesOf(before, turns.before));
  await draft.store(captured(before, turns.before, machine), capturedAt);
  const capture = await parts.captures.drafts.keep(async (inProgress) => {
    await inProgress.take(profileOf(turns.now), await profilesOf(now, turns.now));
    return { ...captured(now, turns.now, machine), turns: inTurn };
  });
  return { capture, stopped };
}

function resultsOf(turns: readonly ServiceTurn[]) {
  return turns.map(({ result }) => result);
}

function profileOf(turns: readonly ServiceTurn[]) {
  return { label: 'cpu', fileName: '0.pprof', requests: allRequests(turns) };
}

function profilesOf(side: MeasuredSide, turns: readonly ServiceTurn[]): Promise<Uint8Array[]> {
  const all = turns.flatMap(({ profiles }) => profiles);
  return Promise.all(all.map(async (profile) => (await side.inWorkspace?.(profile)) ?? profile));
}

function captured(side: MeasuredSide, turns: readonly ServiceTurn[], machine: MachineState): Captured {
  const { target: { id, name }, captured: known } = side;
  const { seconds } = allRequests(turns);
  return {
    title: name,
    sources: new Map(),
    ...known,
    subject: id,
    service: { target: id, name, instances: turns[0].instances, seconds },
    results: resultsOf(turns),
    conditions: { ...known?.conditions, machine: machineFacts(machine) },
  };
}

/** What limits the verdict: loads that are not alike, and requests that failed. */
function notesOn({ now, before }: Turns<ServiceTurn>, pair: MeasuredPair): string[] {
  const alike = now.map(({ load }, i) => isSameLoad(load, before[i].load));
  const failed = (['now', 'before'] as const).filter((side: Side) => {
    return (side === 'now' ? now : before).some(({ requests }) => requests.failed !== undefined);
  });
  return [
    ...(pair.notes ?? []),
    ...likenessNotes(alike, pair.isSameCommand),
    ...failed.map((side) => `Some requests to ${pair[side].name} failed.`),
  ];
}

/** @param alike whether the loads of each pair are alike; undefined if it is not known */
function likenessNotes(alike: readonly (boolean | undefined)[], isSameCommand: boolean): string[] {
  if (alike.includes(false)) return ['The two loads are not alike: another tool, or another number of connections.'];
  const isUnknown = alike.includes(undefined) && !isSameCommand;
  return isUnknown ? ['Their load commands differ, and whether both had as many connections is not known.'] : [];
}

async function tell(capture: Capture, { output, baselines }: MeasureParts): Promise<void> {
  const { turns, results, id, title } = capture;
  if (!turns) return;
  const against = [...(turns.sides ? [] : [title]), againstText(turns)].join(' ');
  const message = [`${ofSubject(against, verdictTexts({ ...turns, now: results })).text}.`, ...turns.notes].join(' ');
  output.info(message);
  await baselines().then((loaded) => loaded.showChanges(capture));
  const show = async (): Promise<void> => {
    const chosen = await showInformationMessage(message, 'Show Comparison');
    if (chosen) await vscode.commands.executeCommand('linecost.showVerdict', id);
  };
  inBackground(show());
}
