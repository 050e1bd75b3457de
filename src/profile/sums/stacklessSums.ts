import type { Profile } from '../model';

/**
 * For each sample type, the sum of the sizes of the samples without a stack, which are on no line. undefined if every
 * sample has a stack.
 */
export function stacklessSums({ stacks: { offsets }, sampleCount, values }: Profile): number[] | undefined {
  let sums: number[] | undefined;
  for (let sample = 0; sample < sampleCount; sample++) {
    if (offsets[sample] !== offsets[sample + 1]) continue;
    sums ??= values.map(() => 0);
    for (let type = 0; type < values.length; type++) sums[type] += Math.abs(values[type][sample]);
  }
  return sums;
}
