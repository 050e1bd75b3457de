import { exactText } from '../wideNumbers';
import { entry } from '../memo';
import type { Profile } from '../model';
import { labelSetsOf } from './labelSets';

/** A sample's labels by key, in the order of the file; a key may have several values. */
export interface SampleLabels {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly numbers: ReadonlyMap<string, NumberLabel>;
}

export interface NumberLabel {
  readonly values: readonly number[];
  /** The exact digits of each value; the floats in `values` are exact to 2^53 only. */
  readonly digits: readonly string[];
  /** One per value; empty if no value has a unit. */
  readonly units: readonly string[];
}

/**
 * The labels of a sample. A label with neither string nor number nor unit is ignored.
 * Source: google/pprof profile, postDecode.
 */
export function sampleLabels({ labels, strings }: Profile, sample: number): SampleLabels {
  const texts = new Map<string, string[]>();
  const numbers = new Map<string, { values: number[]; digits: string[]; units: string[] }>();
  for (let row = labels.offsets[sample]; row < labels.offsets[sample + 1]; row++) {
    const key = strings.get(labels.key[row]);
    const value = labels.num[row];
    if (labels.str[row] !== 0) {
      entry(texts, key, () => []).push(strings.get(labels.str[row]));
    } else if (value !== 0 || labels.numUnit[row] !== 0) {
      const number = entry(numbers, key, () => ({ values: [], digits: [], units: [] }));
      if (labels.numUnit[row] !== 0) {
        pad(number.units, number.values.length);
        number.units.push(strings.get(labels.numUnit[row]));
      }
      number.values.push(value);
      number.digits.push(exactText(labels.num, row));
    }
  }
  for (const { values, units } of numbers.values()) if (units.length > 0) pad(units, values.length);
  return { texts, numbers };
}

/** Caches the result of `work` for each label set, because many samples share few sets. */
export function oncePerLabels<T>(profile: Profile, work: (labels: SampleLabels) => T): (sample: number) => T {
  const { ofSample, count } = labelSetsOf(profile.labels);
  const results = new Array<{ readonly result: T } | undefined>(count);
  return (sample) => (results[ofSample[sample]] ??= { result: work(sampleLabels(profile, sample)) }).result;
}

function pad(units: string[], length: number): void {
  while (units.length < length) units.push('');
}
