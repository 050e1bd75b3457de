import * as vscode from 'vscode';
import { formingText, verdictText } from '../../bench/verdict';
import type { Captured } from '../../captures/captureDraft';
import type { MeasuredInTurns, Sides } from '../../captures/disk/captureStore';
import type { Capture } from '../../captures/loadedCapture';
import type { OpenDraft } from '../../captures/loaded/captureDrafts';
import { againstText } from '../../captures/sides';
import { machineFacts, noiseSentence } from '../../go/machine/machineNoise';
import { readMachineState, type MachineState } from '../../go/machine/machineState';
import { inTurns, type Side, type Turns } from '../../go/test/inTurns';
import { isSameLoad } from '../../live/load/perRequest';
import { instanceNames } from '../../live/targets/instances';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { isAbort } from '../../profile/common/guard';
import { inBackground } from '../../ui/inBackground';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { type Progress, startProgress } from '../../ui/progress';
import { showInformationMessage, showQuickPick } from '../../ui/window';
import type { CompareParts } from '../compare/chooseBaseline';
import { measureAgainRuns } from '../measure/measurementInTurns';
import type { OneAtATime } from '../profile/oneAtATime';
import { ImportedParts } from '../targets/commandApproval';
import type { SavedTargets } from '../targets/savedTargets';
import { changeLoadCommand } from './askLoadCommand';
import type { LoadedTarget } from './loadAround';
import type { LoadParts } from './loadService';
import { allRequests, type ServiceTurn, serviceTurn } from './serviceTurn';

interface MeasureParts extends LoadParts, Pick<CompareParts, 'baselines'> {
  readonly measurements: OneAtATime;
}

/** How long the CPU profile of each turn takes. */
const TURN_SECONDS = 5;

/** Two services that get the same load. */
interface Pair {
  readonly now: LoadedTarget;
  readonly before: LoadedTarget;
}

/**
 * Puts load on two services in turns, such as the old and the new build at two ports, takes a CPU profile in each turn,
 * and shows the verdict on requests per second, latency and CPU time per request, with the tests and words of a
 * benchmark's. Throws CaptureError, EngineError, an Error for the user, or AbortError.
 */
export async function measureService(target: ServiceTarget, parts: MeasureParts): Promise<void> {
  requireTrust('Linecost runs no load command in an untrusted workspace');
  await parts.measurements.ready();
  const pair = await askPair(target, parts.targets);
  if (!pair) return;
  const imported = new ImportedParts(parts.memento);
  for (const each of [pair.now, pair.before]) await imported.approve(each, each.load.command);
  const machine = await readMachineState();
  const progress = await startProgress(`Measuring ${pair.now.name} against ${pair.before.name}`);
  const draft = parts.captures.drafts.begin();
  try {
    const end = await parts.measurements.begin(progress.signal, progress.cancel);
    const capture = await measured(pair, draft, machine, parts, progress).finally(end);
    progress.end();
    if (capture) await tell(capture, parts);
  } catch (error) {
    await draft.discard();
    throw error;
  } finally {
    progress.end();
  }
}

async function askPair(now: ServiceTarget, targets: SavedTargets): Promise<Pair | undefined> {
  const others = targets.list().filter(({ id }) => id !== now.id);
  if (others.length === 0) {
    const message = `Two services are needed: save the address at which the old build of ${now.name} runs, too.`;
    throw new PreconditionError(message, { title: 'Add Service…', command: 'linecost.addService' });
  }
  const items = others.map((target) => {
    return { label: target.name, description: instanceNames(target.addresses).join(', '), target };
  });
  const before = (await showQuickPick(items, {
    title: `Linecost: Measure ${now.name} Again`,
    placeHolder: 'Choose the service that it is measured against, such as the old build at another port',
  }))?.target;
  if (!before) return undefined;
  const load = now.load ?? before.load ?? (await changeLoadCommand(now, targets))?.load;
  if (!load) return undefined;
  const isShared = !now.load || !before.load;
  if (isShared && !/\$\{?(?:address|port|host|socket)\b/.test(load.command)) {
    const both = `${now.name} and ${before.name}`;
    const message = `The load command has a fixed address, so it is not for both ${both}: write \${address} in it.`;
    const args = [now.load ? now.id : before.id];
    throw new PreconditionError(message, { title: 'Change Load Command…', command: 'linecost.changeLoad', args });
  }
  return { now: { ...now, load: now.load ?? load }, before: { ...before, load: before.load ?? load } };
}

/** undefined if it was cancelled before the first pair of turns was complete. */
async function measured(
  { now, before }: Pair,
  draft: OpenDraft,
  machine: MachineState,
  parts: MeasureParts,
  { report, signal }: Progress,
): Promise<Capture | undefined> {
  const { captures, targets } = parts;
  const rounds = measureAgainRuns();
  const capturedAt = Date.now();
  report(`turn 1 of ${rounds}, old and new`, { isLong: true });
  const turns = await inTurns(
    rounds,
    async (side) => {
      const target = side === 'now' ? now : before;
      const options = { name: now.name, seconds: target.seconds ?? TURN_SECONDS, signal };
      return targets.use(target, signal, (instances) => serviceTurn(target, instances, options, parts));
    },
    (pairs) => {
      const next = pairs.now.length + 1;
      const forming = formingText({ before: resultsOf(pairs.before), now: resultsOf(pairs.now) });
      if (next <= rounds) report([`turn ${next} of ${rounds}`, forming].filter(Boolean).join(' · '), { isLong: true });
    },
  );
  const { stopped } = turns;
  if (turns.now.length === 0) {
    await draft.discard();
    if (stopped) throw stopped.error;
    return undefined;
  }
  const noise = noiseSentence(machine);
  const isSameCommand = now.load.command === before.load.command;
  const sides: Sides = { kind: 'services', now: now.name, before: before.name };
  const inTurn: MeasuredInTurns = {
    base: { id: draft.id, capturedAt },
    sides,
    before: resultsOf(turns.before),
    wanted: rounds,
    ...(stopped && { stopped: isAbort(stopped.error) ? 'cancelled' : 'failed' }),
    notes: [...notesOn(turns, sides, isSameCommand), ...(noise === undefined ? [] : [noise])],
  };
  await draft.take(profileOf(turns.before), turns.before.flatMap(({ profiles }) => profiles));
  await draft.store(captured(before, turns.before, machine), capturedAt);
  return captures.drafts.keep(async (inProgress) => {
    await inProgress.take(profileOf(turns.now), turns.now.flatMap(({ profiles }) => profiles));
    return { ...captured(now, turns.now, machine), turns: inTurn };
  });
}

function resultsOf(turns: readonly ServiceTurn[]) {
  return turns.map(({ result }) => result);
}

function profileOf(turns: readonly ServiceTurn[]) {
  return { label: 'cpu', fileName: '0.pprof', requests: allRequests(turns) };
}

function captured({ id, name }: ServiceTarget, turns: readonly ServiceTurn[], machine: MachineState): Captured {
  const { seconds } = allRequests(turns);
  return {
    title: name,
    subject: id,
    service: { target: id, name, instances: turns[0].instances, seconds },
    results: resultsOf(turns),
    conditions: { machine: machineFacts(machine) },
    sources: new Map(),
  };
}

/** What limits the verdict: loads that are not alike, and requests that failed. */
function notesOn({ now, before }: Turns<ServiceTurn>, sides: Sides, isSameCommand: boolean): string[] {
  const alike = now.map(({ load }, i) => isSameLoad(load, before[i].load));
  const failed = (['now', 'before'] as const).filter((side: Side) => {
    return (side === 'now' ? now : before).some(({ requests }) => requests.failed !== undefined);
  });
  return [
    ...likenessNotes(alike, isSameCommand),
    ...failed.map((side) => `Some requests to ${sides[side]} failed.`),
  ];
}

/** @param alike whether the loads of each pair are alike; undefined if it is not known */
function likenessNotes(alike: readonly (boolean | undefined)[], isSameCommand: boolean): string[] {
  if (alike.includes(false)) return ['The two loads are not alike: another tool, or another number of connections.'];
  const isUnknown = alike.includes(undefined) && !isSameCommand;
  return isUnknown ? ['Their load commands differ, and whether both had as many connections is not known.'] : [];
}

async function tell(capture: Capture, { output, baselines }: MeasureParts): Promise<void> {
  const { turns, results, id } = capture;
  if (!turns) return;
  const verdict = `${againstText(turns)}: ${verdictText({ ...turns, now: results })}.`;
  const message = [verdict, ...turns.notes].join(' ');
  output.info(message);
  await baselines().then((loaded) => loaded.showChanges(capture));
  const show = async (): Promise<void> => {
    const chosen = await showInformationMessage(message, 'Show Comparison');
    if (chosen) await vscode.commands.executeCommand('linecost.showVerdict', id);
  };
  inBackground(show());
}
