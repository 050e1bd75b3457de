import type { ValueType } from '../model';
import { countText } from './screen/digits';

/**
 * The number of samples behind a figure. A CPU profile counts its samples (`samples/count`); other profiles scale
 * their counts up, so that only the distinct stacks can be counted.
 */
export interface SampleCount {
  readonly count: number;
  readonly noun: 'sample' | 'stack';
}

/**
 * @param values a figure for each sample type
 * @param stacks the number of pprof samples (distinct stacks) behind the figures
 */
export function sampleCount(sampleTypes: readonly ValueType[], values: readonly number[], stacks: number): SampleCount {
  const countingType = sampleTypes.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
  return countingType >= 0 ? { count: values[countingType], noun: 'sample' } : { count: stacks, noun: 'stack' };
}

/** `812 samples`, `1 stack` */
export function sampleText({ count, noun }: SampleCount): string {
  return `${countText(count)} ${plural(noun, count)}`;
}

/** `sample` for 1, `samples` for every other number. */
export function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`;
}

/** `1 benchmark`, `12 benchmarks`. */
export function benchmarksText(count: number): string {
  return `${count} ${plural('benchmark', count)}`;
}
