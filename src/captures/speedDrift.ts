import type { TurnsChanges } from '../profile/answers/changes';
import type { ProfileSummary } from '../engine/queries';
import { sampleCount } from '../profile/text/counts';

/** A profile and its number of operations. */
export interface ProfiledOperations {
  readonly summary: Pick<ProfileSummary, 'sampleTypes' | 'totals' | 'sampleCount'>;
  readonly operations: number;
}

/** A difference that chance reaches in 1 comparison of 20 says nothing of the machine. */
const CHANCE = 2;

/**
 * How much faster the machine was when the earlier profile was taken, as far as sampling does not explain it: 2.9, or
 * 0.5 if it was half as fast. Both programs ran in turns later, in the same minutes. If they took equally long, or
 * changed in the opposite direction, a change of the whole CPU profile is not one of the code. Undefined if the two do
 * not contradict each other.
 */
export function speedDrift(
  { changes, timeVaries }: Pick<TurnsChanges, 'changes' | 'timeVaries'>,
  now: ProfiledOperations,
  before: ProfiledOperations,
): number | undefined {
  // After too few runs, nothing is known of the time.
  if (timeVaries === undefined) return undefined;
  const [costNow, costBefore] = [now, before].map(cpuPerOperation);
  if (!costNow || !costBefore) return undefined;
  const change = Math.log(costNow.value / costBefore.value);
  const verdict = changes.find(({ type }) => type === 'cpu');
  if (verdict && verdict.isIncrease === change > 0) return undefined;
  const excess = Math.abs(change) - CHANCE * Math.sqrt(1 / costNow.samples + 1 / costBefore.samples);
  return excess > 0 ? Math.exp(Math.sign(change) * excess) : undefined;
}

/** Undefined for a profile of another kind, and for one without samples. */
function cpuPerOperation({ summary, operations }: ProfiledOperations) {
  const { sampleTypes, totals } = summary;
  const type = sampleTypes.findIndex((each) => each.type === 'cpu' && each.unit === 'nanoseconds');
  const samples = sampleCount(sampleTypes, totals, summary.sampleCount).count;
  const value = type < 0 ? 0 : totals[type] / operations;
  return value > 0 && samples > 0 ? { value, samples } : undefined;
}
