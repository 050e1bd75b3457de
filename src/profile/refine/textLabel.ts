import type { LabelColumns, Profile, StringTable } from '../model';
import { withStrings } from '../strings';
import { pickRests } from '../wideNumbers';

/**
 * Gives each sample a label with a text, which replaces texts that it has under this key.
 * Source: google/pprof profile, SetLabel.
 */
export function withTextLabel(profile: Profile, key: string, value: string): Profile {
  const { strings, labels } = profile;
  return { ...profile, strings: withStrings(strings, [key, value]), labels: labelsWithText(labels, strings, key) };
}

/** The labels with one more for each sample, whose key and value follow `strings`. */
export function labelsWithText(labels: LabelColumns, strings: StringTable, key: string): LabelColumns {
  const [keyIndex, valueIndex] = [strings.length, strings.length + 1];
  const replaced = new Set([...new Set(labels.key)].filter((index) => strings.get(index) === key));
  const sampleCount = labels.offsets.length - 1;
  const capacity = labels.key.length + sampleCount;
  const added = { key: new Uint32Array(capacity), str: new Uint32Array(capacity), numUnit: new Uint32Array(capacity) };
  const num = new Float64Array(capacity);
  /** The row of `labels` that a row of the result comes from; unset for added labels, which have no number. */
  const sources = new Uint32Array(capacity);
  const offsets = new Uint32Array(sampleCount + 1);
  let used = 0;
  for (let sample = 0; sample < sampleCount; sample++) {
    added.key[used] = keyIndex;
    added.str[used++] = valueIndex;
    for (let row = labels.offsets[sample]; row < labels.offsets[sample + 1]; row++) {
      if (labels.str[row] !== 0 && replaced.has(labels.key[row])) continue;
      added.key[used] = labels.key[row];
      added.str[used] = labels.str[row];
      added.numUnit[used] = labels.numUnit[row];
      sources[used] = row;
      num[used++] = labels.num[row];
    }
    offsets[sample + 1] = used;
  }
  return {
    offsets,
    key: added.key.subarray(0, used),
    str: added.str.subarray(0, used),
    num: pickRests(labels.num, num.subarray(0, used), sources.subarray(0, used)),
    numUnit: added.numUnit.subarray(0, used),
  };
}
