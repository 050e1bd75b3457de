import type { LabelColumns, Profile, StringTable } from '../model';
import { areSameTypes, namesOf } from './comparable';
import { RefinementError } from './errors';
import { BASE_LABEL } from '../sampleLabels';
import { withStrings } from '../strings';
import { combine } from './merge';
import { scaleValues, sumsOf } from './scaleValues';

const BASE_VALUE = 'true';

export interface BaseOptions {
  /** `diff_base` marks the base's samples, so that percentages relate to its total and nothing cancels out. */
  readonly mode: 'base' | 'diff_base';
  /** Scales the profile to the base's total first, one sample type at a time. */
  readonly normalize?: boolean;
}

/**
 * What the profile has more than `base`, less where negative.
 * Source: google/pprof internal/driver, fetchProfiles; profile, Normalize.
 * @throws RefinementError where the two have no sample type in common, or, to normalize, not the same sample types
 */
export function subtractBase(profile: Profile, base: Profile, { mode, normalize = false }: BaseOptions): Profile {
  const marked = mode === 'diff_base' ? withBaseLabel(base) : base;
  const scaled = normalize ? normalized(profile, base) : profile;
  return combine([scaled, scaleValues(marked, marked.sampleTypes.map(() => -1))], mode);
}

function normalized(profile: Profile, base: Profile): Profile {
  if (!areSameTypes(profile, base)) {
    const types = `${namesOf(profile)} and ${namesOf(base)}`;
    throw new RefinementError('normalize', `the profiles have different sample types, ${types}; valid are profiles of the same kind`);
  }
  const wanted = sumsOf(base);
  return scaleValues(profile, sumsOf(profile).map((sum, type) => (sum === 0 ? 0 : wanted[type]! / sum)));
}

/** Source: google/pprof profile, SetLabel. */
function withBaseLabel(profile: Profile): Profile {
  const { strings, labels } = profile;
  const [key, value] = [strings.length, strings.length + 1];
  return {
    ...profile,
    strings: withStrings(strings, [BASE_LABEL, BASE_VALUE]),
    labels: withText(labels, strings, key, value),
  };
}

/** Each sample's labels and one more, without other texts of that key. */
function withText(labels: LabelColumns, strings: StringTable, key: number, value: number): LabelColumns {
  const replaced = new Set([...new Set(labels.key)].filter((index) => strings.get(index) === BASE_LABEL));
  const sampleCount = labels.offsets.length - 1;
  const most = labels.key.length + sampleCount;
  const added = { key: new Uint32Array(most), str: new Uint32Array(most), numUnit: new Uint32Array(most) };
  const num = new Float64Array(most);
  const offsets = new Uint32Array(sampleCount + 1);
  let used = 0;
  for (let sample = 0; sample < sampleCount; sample++) {
    added.key[used] = key;
    added.str[used++] = value;
    for (let row = labels.offsets[sample]!; row < labels.offsets[sample + 1]!; row++) {
      if (labels.str[row] !== 0 && replaced.has(labels.key[row]!)) continue;
      added.key[used] = labels.key[row]!;
      added.str[used] = labels.str[row]!;
      added.numUnit[used] = labels.numUnit[row]!;
      num[used++] = labels.num[row]!;
    }
    offsets[sample + 1] = used;
  }
  return {
    offsets,
    key: added.key.subarray(0, used),
    str: added.str.subarray(0, used),
    num: num.subarray(0, used),
    numUnit: added.numUnit.subarray(0, used),
  };
}
