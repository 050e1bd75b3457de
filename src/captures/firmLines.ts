import { ignored } from '../profile/common/ignored';
import type { QueryEngine } from '../engine/client';
import { type FileChanges, FIRM_CHANGE, FIRM_IN_TURNS } from '../profile/answers/changes';
import { timeVaries } from '../profile/noise/firmChange';
import { firmChangeTime } from '../profile/noise/neededTime';
import { plural, sampleCount } from '../profile/text/counts';
import { countText } from '../profile/text/screen/digits';
import type { FirmLines } from '../profile/text/judgementWords';
import { type Active, isRefined } from './session';
import { beforeText, shownSides } from './sides';

/**
 * The number of lines whose flat or cum changed firmly. If only runs in turns show that cum changed, the line calls the
 * code that changed, and they do not show where in it the change is.
 */
export function firmLineCount(changes: readonly FileChanges[]): number {
  return changes.reduce((sum, { flat, cum }) => {
    const isFirm = (judgement: number, i: number) =>
      judgement === FIRM_CHANGE || judgement === FIRM_IN_TURNS || cum.judgement[i] === FIRM_CHANGE;
    return sum + flat.judgement.filter(isFirm).length;
  }, 0);
}

/** The number of other lines of which runs in turns show that cum changed: they call the code that changed. */
export function callingLineCount(changes: readonly FileChanges[]): number {
  return changes.reduce((sum, { flat, cum }) => {
    const isFirm = (judgement: number) => judgement === FIRM_CHANGE || judgement === FIRM_IN_TURNS;
    return sum + cum.judgement.filter((each, i) => each === FIRM_IN_TURNS && !isFirm(flat.judgement[i])).length;
  }, 0);
}

/** Whether there is a place in the files whose removed lines cost more than noise explains. */
export function hasFirmRemovedLines(changes: readonly FileChanges[]): boolean {
  return changes.some(({ removed }) => removed.cum.judgement.includes(FIRM_CHANGE));
}

/** What to say where no line changed firmly: that lines of other files did, or why there is none. */
export async function withoutFirmLine(engine: QueryEngine, active: Active, signal?: AbortSignal): Promise<FirmLines> {
  const { queryId: profile, sampleType } = active;
  try {
    const files = await engine.ask('files', { profile }, signal);
    const changes = await engine.ask('fileChanges', { profile, sampleType, files }, signal);
    if (!changes) return { count: 0 };
    const isFirm = firmLineCount(changes) > 0 || hasFirmRemovedLines(changes);
    return isFirm ? { count: 0, elsewhere: true } : { count: 0, whyNone: whyNoFirmLine(active) };
  } catch (error) {
    return ignored('firm lines are not counted', { count: 0 })(error);
  }
}

/** A smaller change of the machine's speed explains nothing. */
const NOTABLE_DRIFT = 1.05;

/**
 * @param drift see speedDrift
 * @param inTurns whether the two profiles were taken in turns
 */
function driftText(drift: number, inTurns: boolean): string {
  const factor = `${Number(Math.max(drift, 1 / drift).toPrecision(2))}×`;
  if (inTurns) return `the CPU time of the two profiles differs by ${factor}, which the runs without a profile do not confirm`;
  return `the machine or its environment was ${factor} as ${drift > 1 ? 'fast' : 'slow'} when the earlier one was taken`;
}

/**
 * Why no line changed firmly although the two programs, run in turns, differ: `39 samples, baseline 31; each profile
 * needs about 15 s`. Empty if they do not differ, or if a refinement may hide the lines that changed.
 */
function whyNoFirmLine(active: Active): string {
  const { baseline, profile, sampleType, refinement } = active;
  if (!baseline?.turns || !baseline.operations || isRefined(refinement)) return '';
  const { summary } = profile;
  const { type } = summary.sampleTypes[sampleType];
  const { drift } = baseline.turns;
  if (drift !== undefined && type === 'cpu' && Math.max(drift, 1 / drift) >= NOTABLE_DRIFT) return driftText(drift, baseline.inTurns === true);
  if (!baseline.turns.changes.some((change) => change.type === type)) return '';
  const before = baseline.profile.summary;
  const countOf = (each: typeof summary) => sampleCount(each.sampleTypes, each.totals, each.sampleCount);
  const [count, countBefore] = [countOf(summary), countOf(before)];
  const noun = plural(count.noun, count.count);
  const counts = `${countText(count.count)} ${noun}, ${beforeText(countText(countBefore.count), shownSides(active))}`;
  if (type !== 'cpu') return counts;
  const seconds = Math.max(summary.durationNanos, before.durationNanos) / 1e9;
  const time = firmChangeTime(
    { value: summary.totals[sampleType] / baseline.operations.now, samples: count.count },
    { value: before.totals[sampleType] / baseline.operations.before, samples: countBefore.count },
    timeVaries(baseline.turns.timeVaries),
    seconds,
  );
  // The change of the whole profile may be firm already, while that of its lines needs more samples.
  return typeof time === 'number' && time > seconds ? `${counts}; each profile needs about ${time} s` : counts;
}
