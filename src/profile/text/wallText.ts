import type { ValueType } from '../model';
import { figureText } from './screen/figure';
import { sharePart } from './screen/share';

/** The part of a profile that its texts need. */
interface WallProfile {
  readonly sampleTypes: readonly ValueType[];
  /** For each sample type. */
  readonly totals: readonly number[];
}

const SHARES = 'Shares are of goroutine time';
const MEANING = 'Goroutine time is the time on the clock of all goroutines together.';
const IDLE = 'goroutines that only wait for work (a connection, a request, a signal, a job) or for a test that runs';

/** Whether a sample type is of a wall profile, and a time. */
export function isWallTime({ type }: Pick<ValueType, 'type'>): boolean {
  return type === 'wall' || type === 'wall_all';
}

/**
 * Whether a sample type is the time of goroutines, as Linecost measures it. Profilers of other languages also call
 * theirs `wall`, but have no `wall_all`.
 */
export function isGoroutineTime(sampleTypes: readonly ValueType[], valueType: Pick<ValueType, 'type'>): boolean {
  return isWallTime(valueType) && sampleTypes.some(({ type }) => type === 'wall_all');
}

/**
 * What the times of a wall profile are, and what they leave out, up to the first colon or full stop in short: a hover
 * may show no more. undefined for other sample types.
 */
export function wallText(profile: WallProfile, sampleType: number): string | undefined {
  const valueType = profile.sampleTypes[sampleType];
  if (!valueType || !isGoroutineTime(profile.sampleTypes, valueType)) return undefined;
  if (valueType.type === 'wall_all') {
    return `${SHARES}, idle goroutines included: ${IDLE}. The sample type wall leaves them out. ${MEANING}`;
  }
  const part = leftOutPart(profile, sampleType);
  if (part === undefined) return `${SHARES}, running or waiting. ${MEANING}`;
  const short = `${SHARES}, running or waiting, without ${part.share} that is idle`;
  return `${short}: of ${IDLE}. The sample type wall_all has it. ${MEANING}`;
}

/** `5.96 s of idle goroutines left out`; undefined if nothing is, or for another sample type. */
export function leftOutText(profile: WallProfile, sampleType: number): string | undefined {
  const part = profile.sampleTypes[sampleType]?.type === 'wall' ? leftOutPart(profile, sampleType) : undefined;
  return part && `${part.figure} of idle goroutines left out`;
}

function leftOutPart(
  { sampleTypes, totals }: WallProfile,
  sampleType: number,
): { readonly figure: string; readonly share: string } | undefined {
  const all = sampleTypes.findIndex(({ type }) => type === 'wall_all');
  const leftOut = all < 0 ? 0 : totals[all] - totals[sampleType];
  // Figures per operation are rounded.
  if (!(leftOut > 1e-6 * totals[all])) return undefined;
  return { figure: figureText(leftOut, sampleTypes[sampleType].unit), share: sharePart(leftOut, totals[all]) };
}
