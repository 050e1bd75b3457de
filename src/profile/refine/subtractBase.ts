import type { TurnsChanges } from '../answers/changes';
import { type LabelColumns, type Profile, type StringTable, BASE_LABEL } from '../model';
import { haveSameTypes, labelsOf, madeComparable } from './comparable';
import { RefinementError } from '../errors';
import { withMapping } from './fakeMapping';
import { joinProfiles } from './joinProfiles';
import { withStrings } from '../strings';
import { combine } from './merge';
import { pickRests } from '../wideNumbers';
import { sumOfSizes } from '../sums/columnSizes';
import { scaleValues, sumsOf } from './scaleValues';
import { withoutStacks } from './withoutStacks';

const BASE_VALUE = 'true';

export interface BaseOptions {
  /** `diff_base` labels the base's samples, so that percentages relate to its total and samples do not cancel out. */
  readonly mode: 'base' | 'diff_base';
  /** Scales the profile to the base's total first, one sample type at a time. */
  readonly normalize?: boolean;
}

export interface SubtractOptions extends BaseOptions {
  /**
   * For `diff_base`: do not merge equal samples of a profile, although pprof does. This takes a fraction of the time;
   * flat and cum of all nodes are the same.
   */
  readonly keepSamples?: boolean;
  /** What runs of both programs in turns showed. */
  readonly turns?: TurnsChanges;
}

/**
 * The difference `profile` − `base`.
 * Source: google/pprof internal/driver, fetchProfiles; profile, Normalize.
 * @throws RefinementError if the profiles are not comparable (see madeComparable) or, with `normalize`, have different
 *   sample types or period types
 */
export function subtractBase(profile: Profile, base: Profile, options: SubtractOptions): Profile {
  const { mode, normalize = false, keepSamples = false } = options;
  const scaled = normalize ? normalized(profile, base) : profile;
  if (mode === 'diff_base' && keepSamples) return withBaseAppended(scaled, base, options);
  const labeledBase = mode === 'diff_base' ? withBaseLabel(base) : base;
  const merged = combine([scaled, scaleValues(labeledBase, labeledBase.sampleTypes.map(() => -1))], mode);
  return { ...merged, isDifference: true };
}

/** Appends the base's samples to those of the profile, with negated values. */
function withBaseAppended(profile: Profile, base: Profile, { normalize, turns }: SubtractOptions): Profile {
  const [now, before] = madeComparable([profile, base], 'diff_base').map(withMapping);
  const labeled = { ...before, strings: withBaseStrings(before.strings) };
  const labels = () => withBaseText(before.labels, before.strings);
  const joined = joinProfiles({ profile: now, sign: 1 }, { profile: labeled, sign: -1, labels });
  const baseSizes = before.values.map(sumOfSizes);
  const totals = now.values.map((column, type) => baseSizes[type] || sumOfSizes(column));
  const isNowAndBefore = !hasNegative(now) && !hasNegative(before);
  const difference = { ...joined, totals, isDifference: true, isNowAndBefore };
  // Scaled values do not show how many samples they rest on.
  if (normalize) return difference;
  const measured = turns && { turns, timeVaries: turns.timeVaries };
  return { ...difference, difference: { now: withoutStacks(now), before: withoutStacks(before), ...measured } };
}

function hasNegative({ values }: Profile): boolean {
  return values.some((column) => column.some((value) => value < 0));
}

function normalized(profile: Profile, base: Profile): Profile {
  if (!haveSameTypes(profile, base)) {
    const types = `${labelsOf(profile)} and ${labelsOf(base)}`;
    throw new RefinementError('normalize', `the profiles have different sample types, ${types}; choose profiles of the same kind`);
  }
  const baseSums = sumsOf(base);
  return scaleValues(profile, sumsOf(profile).map((sum, type) => (sum === 0 ? 0 : baseSums[type] / sum)));
}

/** Source: google/pprof profile, SetLabel. */
function withBaseLabel(profile: Profile): Profile {
  const { strings, labels } = profile;
  return { ...profile, strings: withBaseStrings(strings), labels: withBaseText(labels, strings) };
}

function withBaseStrings(strings: StringTable): StringTable {
  return withStrings(strings, [BASE_LABEL, BASE_VALUE]);
}

/** Adds the base label, whose strings follow those of `strings`, to each sample. Replaces text labels with its key. */
function withBaseText(labels: LabelColumns, strings: StringTable): LabelColumns {
  const [key, value] = [strings.length, strings.length + 1];
  const replaced = new Set([...new Set(labels.key)].filter((index) => strings.get(index) === BASE_LABEL));
  const sampleCount = labels.offsets.length - 1;
  const capacity = labels.key.length + sampleCount;
  const added = { key: new Uint32Array(capacity), str: new Uint32Array(capacity), numUnit: new Uint32Array(capacity) };
  const num = new Float64Array(capacity);
  /** The row of `labels` that a row of the result comes from; unset for base labels, which have no number. */
  const sources = new Uint32Array(capacity);
  const offsets = new Uint32Array(sampleCount + 1);
  let used = 0;
  for (let sample = 0; sample < sampleCount; sample++) {
    added.key[used] = key;
    added.str[used++] = value;
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
