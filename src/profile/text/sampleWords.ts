import type { ValueType } from '../model';
import { withThousands } from './thousands';

/**
 * How many samples stand behind a figure, in words. A CPU profile counts its samples (`samples/count`); the other kinds
 * scale theirs up, so that all that can be counted is the different stacks.
 */
export interface SampleCount {
  readonly count: number;
  readonly noun: 'sample' | 'stack';
}

/** `values`: a figure for each sample type; `stacks`: the pprof samples that it comes from, one a different stack. */
export function sampleCount(sampleTypes: readonly ValueType[], values: readonly number[], stacks: number): SampleCount {
  const counted = sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
  return counted >= 0 ? { count: values[counted], noun: 'sample' } : { count: stacks, noun: 'stack' };
}

/** `812 samples`, `1 stack` */
export function sampleText({ count, noun }: SampleCount): string {
  return `${withThousands(count)} ${noun}${count === 1 ? '' : 's'}`;
}
