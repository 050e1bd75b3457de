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
 * allocation more or less counts as a change, however, if the bytes changed by at least half an average object with it.
 * @param pairs figures of the same runs
 */
export function cutOffUnits(pairs: readonly FigurePair[]): ReadonlySet<string> {
  const pairIn = (unit: string) => pairs.find((pair) => printedUnit(pair.unit) === unit);
  const [bytes, allocations] = [BYTES, ALLOCATIONS].map(pairIn);
  const close = [bytes, allocations].filter((pair) => pair !== undefined).filter(isOneApart);
  return new Set(close.filter((pair) => pair === bytes || !isSeenInBytes(pair, bytes)).map(({ unit }) => unit));
}

function isOneApart({ before, now }: FigurePair): boolean {
  const areWhole = [before, now].every((value) => Number.isInteger(2 * value));
  return areWhole && before !== now && Math.abs(now - before) <= 1;
}

function isSeenInBytes(allocations: FigurePair, bytes: FigurePair | undefined): boolean {
  if (bytes === undefined || isOneApart(bytes)) return false;
  const averageSize = (bytes.before + bytes.now) / (allocations.before + allocations.now);
  const [more, moreBytes] = [allocations, bytes].map(({ before, now }) => now - before);
  return moreBytes * Math.sign(more) >= averageSize / 2;
}

/** Why figures that are one apart may be equal. */
export const CUT_OFF_REASON = 'go test cuts off decimals';
