import { shortSummaryOf } from '../../bench/formatResult';
import { baseOf } from '../../captures/loaded/latestResults';
import { isBenchmark } from '../../captures/loadedCapture';
import { stageNames } from '../../captures/stageNames';
import { capturesOf, commonTarget, whyNoProgram } from '../../captures/stagePrograms';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { PreconditionError } from '../../ui/preconditionError';
import { capturedText } from '../../captures/capturedText';
import { type PickItem, showQuickPick } from '../../ui/window';
import type { ProfilingParts } from '../profile/profileTarget';
import type { Stages } from './measureStages';
import { measuredAtCursorOrPicked } from './pickMeasured';

const TITLE = 'Linecost: Measure Two Stages in Turns';

/**
 * The two captures of a benchmark to measure in turns: those that are given, the others as the user picks them.
 * undefined if the user cancels. Throws an Error for the user if there are no two of one benchmark.
 * @param chosen at most two; of two stages that were measured in turns before, both are meant
 */
export async function pickStages(
  chosen: readonly CaptureRecord[],
  parts: Pick<ProfilingParts, 'captures' | 'programs'>,
): Promise<Stages | undefined> {
  const all = await parts.captures.records();
  const given = chosen.flatMap((record) => (record.stage === undefined ? [record] : stagesIn(record, all))).slice(0, 2);
  if (!given.every(isBenchmark)) throw new PreconditionError('Choose captures of a benchmark: others have no program to run in turns.');
  const stages = await stagesOf(given[0], parts.captures);
  if (!stages) return undefined;
  const stored = await (await parts.programs()).ids();
  const inOrder = ({ id }: CaptureRecord) => stages.findIndex((stage) => stage.id === id);
  if (given.some((record) => inOrder(record) < 0)) throw new PreconditionError('Choose two captures of one benchmark.');
  const pick = async (among: readonly CaptureRecord[], placeHolder: string) => {
    if (among.length === 0) throw new PreconditionError('There is no other stage of this benchmark: change the code, and measure it again.');
    const matching = { matchOnDescription: true, matchOnDetail: true };
    return (await showQuickPick(itemsOf(stages, among, stored), { title: TITLE, placeHolder, ...matching }))?.record;
  };
  const one = given[0] ?? (await pick(stages.slice(0, -1), 'The newer one of the two'));
  if (!one) return undefined;
  const others = stages.filter((record) => record !== one && commonTarget(one, record) !== undefined);
  const older = given[0] ? others : others.filter((record) => inOrder(record) > inOrder(one));
  const other = given[1] ?? (await pick(older, 'The other one. Their stored programs run: nothing is built'));
  if (!other) return undefined;
  const [now, before] = inOrder(one) < inOrder(other) ? [one, other] : [other, one];
  return { now, before };
}

/** The two stages that a capture measured in turns. Throws an Error for the user if one was deleted. */
function stagesIn({ stage, turns }: CaptureRecord, all: readonly CaptureRecord[]): CaptureRecord[] {
  const found = [stage, turns?.base.id].flatMap((id) => all.filter((record) => record.id === id));
  if (found.length < 2) throw new PreconditionError('A stage of this measurement was deleted, so it cannot be measured again.');
  return found;
}

/** The stages of the benchmark of a capture, or of the one at the cursor or that the user picks, newest first. */
async function stagesOf(
  given: CaptureRecord | undefined,
  captures: Pick<LoadedCaptures, 'records'>,
): Promise<CaptureRecord[] | undefined> {
  const picked = given ? undefined : await measuredAtCursorOrPicked(captures, TITLE);
  const { file, name } = given?.target ?? (picked ? { file: picked.uri.fsPath, name: picked.name } : {});
  if (file === undefined || name === undefined) return undefined;
  const stages = capturesOf(await captures.records(), file, name).filter(({ stage }) => stage === undefined);
  if (stages.length < 2) throw new PreconditionError(`${baseOf(name)} has no two stages yet: profile it, change the code, and measure it again.`);
  return stages;
}

interface StageItem extends PickItem {
  readonly record: CaptureRecord;
}

function itemsOf(
  all: readonly CaptureRecord[],
  among: readonly CaptureRecord[],
  stored: ReadonlySet<string>,
): StageItem[] {
  const now = Date.now();
  const names = stageNames(all, now);
  return among.map((record) => {
    const { own, automatic } = names.get(record.id) ?? {};
    const when = capturedText(record, now);
    const label = own ?? automatic ?? when;
    const number = String(all.length - all.indexOf(record));
    const description = [number, own && automatic, shortSummaryOf(record.results), label === when ? '' : when];
    const missing = whyNoProgram(record, label, stored);
    const why = missing && { detail: missing.text, detailIcon: 'circle-slash' };
    return { record, label, description: description.filter(Boolean).join(' · '), ...why };
  });
}
