/**
 * Go's testing package divides the bytes and allocations of a run by its operations, and cuts off the decimals: 9.999
 * and 10.000 allocations per operation read `9 allocs/op` and `10 allocs/op`.
 */
import { printedUnit } from './reportedFigures';

/** A figure before and now, or the medians of several runs. */
export interface FigurePair {
  readonly unit: string;
  readonly before: number;
  readonly now: number;
}

const [BYTES, ALLOCATIONS] = ['B/op', 'allocs/op'];

/**
 * The units whose figures may differ only in the decimals that `go test` cuts off: those that are at most one apart. An
 * allocation more or less counts as a change, however, if the bytes changed by at least half an average object with it,
 * and if one side has none, unless its bytes tell of some: the 0 of `15 B/op 0 allocs/op` may be 0.999.
 * @param pairs figures of the same runs
 */
export function cutOffUnits(pairs: readonly FigurePair[]): ReadonlySet<string> {
  const pairIn = (unit: string) => pairs.find((pair) => printedUnit(pair.unit) === unit);
  const [bytes, allocations] = [BYTES, ALLOCATIONS].map(pairIn);
  const close = [bytes, allocations].filter((pair) => pair !== undefined).filter(isOneApart);
  const mayBeEqual = (pair: FigurePair) => pair === bytes || !(isBesideNone(pair, bytes) || isSeenInBytes(pair, bytes));
  return new Set(close.filter(mayBeEqual).map(({ unit }) => unit));
}

function isOneApart({ before, now }: FigurePair): boolean {
  const areWhole = [before, now].every((value) => Number.isInteger(2 * value));
  return areWhole && before !== now && Math.abs(now - before) <= 1;
}

/** Whether there is no allocation on one side, as far as is known. */
function isBesideNone(allocations: FigurePair, bytes: FigurePair | undefined): boolean {
  return (['before', 'now'] as const).some((side) => allocations[side] === 0 && (bytes === undefined || bytes[side] === 0));
}

function isSeenInBytes(allocations: FigurePair, bytes: FigurePair | undefined): boolean {
  if (bytes === undefined || isOneApart(bytes)) return false;
  const averageSize = (bytes.before + bytes.now) / (allocations.before + allocations.now);
  const [more, moreBytes] = [allocations, bytes].map(({ before, now }) => now - before);
  return moreBytes * Math.sign(more) >= averageSize / 2;
}

/** Why figures that are one apart may be equal. */
export const CUT_OFF_REASON = 'go test cuts off decimals';
