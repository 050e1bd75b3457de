import { type LineChangeColumns, MOVED } from '../../src/profile/answers/changes';

/** The verdicts on lines, in the order of the lines; a line that moved has the first of the moves. */
export function lineChanges(
  lines: readonly number[] = [],
  flat: readonly number[] = [],
  cum: readonly number[] = flat,
  [now, before]: readonly [now: number, before: number] = [15, 12],
): LineChangeColumns {
  const columns = (verdicts: readonly number[]) => ({
    verdict: Uint8Array.from(verdicts),
    move: Uint32Array.from(verdicts, (verdict) => (verdict === MOVED ? 1 : 0)),
    now: Float64Array.from(lines, () => now),
    before: Float64Array.from(lines, () => before),
  });
  return { lines: Uint32Array.from(lines), flat: columns(flat), cum: columns(cum) };
}
