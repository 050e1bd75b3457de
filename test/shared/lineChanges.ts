import { type LineChangeColumns, MOVED } from '../../src/profile/answers/changes';

/** The judgements on lines, in the order of the lines; a line that moved has the first of the moves. */
export function lineChanges(
  lines: readonly number[] = [],
  flat: readonly number[] = [],
  cum: readonly number[] = flat,
  [now, before]: readonly [now: number, before: number] = [15, 12],
): LineChangeColumns {
  const columns = (judgements: readonly number[]) => ({
    judgement: Uint8Array.from(judgements),
    move: Uint32Array.from(judgements, (judgement) => (judgement === MOVED ? 1 : 0)),
    now: Float64Array.from(lines, () => now),
    before: Float64Array.from(lines, () => before),
  });
  return { lines: Uint32Array.from(lines), flat: columns(flat), cum: columns(cum) };
}
