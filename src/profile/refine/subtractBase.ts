import type { TurnsChanges } from '../answers/changes';
import { isShare } from '../text/relativeUnits';
import { BASE_LABEL, type LabelColumns, type Profile } from '../model';
import { haveSameTypes, labelsOf, madeComparable } from './comparable';
import { RefinementError } from '../errors';
import { withMapping } from './mergedHeader';
import { joinProfiles } from './joinProfiles';
import { withStrings } from '../strings';
import { combine } from './merge';
import { pickSamples } from './pickRows';
import { sumOfSizes } from '../sums/notedColumns';
import { profileTotal } from '../sums/profileTotal';
import { scaleColumns, scaleValues, sumsOf } from './scaleValues';
import { sharesOfTotal } from './relativeValues';
import { labelsWithText, withTextLabel } from './textLabel';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { LazyLabels } from '../sums/sampleViews';

const BASE_VALUE = 'true';

export interface BaseOptions {
  /** `diff_base` labels the base's samples, so that percentages relate to its total and samples do not cancel out. */
  readonly mode: 'base' | 'diff_base';
  /** Scales the profile to the base's total first, one sample type at a time. */
  readonly normalize?: boolean;
}

/** What the values of the two profiles are made to before they are subtracted. */
interface Scaled {
  readonly profile: Profile;
  /** The same samples with their own values. */
  readonly sampled: Profile;
  readonly base: Profile;
  /** See Difference. */
  readonly ratios?: readonly number[];
}

export interface SubtractOptions extends BaseOptions {
  /**
   * For `diff_base`: do not merge equal samples of a profile, although pprof does. This takes a fraction of the time;
   * flat and cum of all nodes are the same.
   */
  readonly keepSamples?: boolean;
  /** Subtracts shares of each profile's total: see sharesOfTotal. `normalize` then changes nothing. */
  readonly shares?: boolean;
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
  const { mode, normalize = false, keepSamples = false, shares = false } = options;
  if (mode === 'diff_base' && keepSamples) return withBaseAppended(profile, base, options);
  const labeledBase = mode === 'diff_base' ? withTextLabel(base, BASE_LABEL, BASE_VALUE) : base;
  const now = shares ? sharesOfTotal(profile) : normalize ? normalized(profile, base) : profile;
  const before = shares ? sharesOfTotal(labeledBase) : labeledBase;
  const merged = combine([now, scaleValues(before, before.sampleTypes.map(() => -1))], mode);
  return { ...merged, isDifference: true };
}

/** Appends the base's samples to those of the profile, with negated values. */
function withBaseAppended(profile: Profile, base: Profile, options: SubtractOptions): Profile {
  const { normalize = false, turns } = options;
  if (normalize) checkSameTypes(profile, base);
  const [now, before] = madeComparable([profile, base], 'diff_base').map(withMapping);
  const { profile: scaledNow, sampled, base: scaledBefore, ratios } = scaledFor(now, before, options);
  const labeled = { ...scaledBefore, strings: withStrings(before.strings, [BASE_LABEL, BASE_VALUE]) };
  const labels = () => labelsWithText(before.labels, before.strings, BASE_LABEL);
  const joined = joinProfiles({ profile: scaledNow, sign: 1 }, { profile: labeled, sign: -1, labels });
  const baseSizes = scaledBefore.values.map(sumOfSizes);
  const totals = scaledNow.values.map((column, type) => baseSizes[type] || sumOfSizes(column));
  const isNowAndBefore = !hasNegative(now) && !hasNegative(before);
  const ofTurns = turns && { turns, timeVaries: turns.timeVaries, drift: turns.drift };
  const measured = { ...ofTurns, ...(ratios && { ratios }) };
  // Scaled values do not show on how many samples they rest.
  const difference = { now: withoutStacks(sampled), before: withoutStacks(before), ...measured };
  return { ...joined, totals, isDifference: true, isNowAndBefore, difference };
}

function scaledFor(profile: Profile, base: Profile, { normalize, shares }: SubtractOptions): Scaled {
  if (shares) {
    const ratioOf = (type: number) => (profileTotal(base, type) || 1) / (profileTotal(profile, type) || 1);
    const [now, before] = [profile, base].map(sharesOfTotal);
    const ratios = now.sampleTypes.map(({ unit }, type) => (isShare(unit) ? ratioOf(type) : 1));
    return { profile: now, sampled: profile, base: before, ratios };
  }
  const ratios = normalize ? ratiosTo(base, profile) : [];
  if (ratios.every((ratio) => ratio === 1)) return { profile, sampled: profile, base };
  const isPicked = new Uint8Array(profile.sampleCount);
  const scaled = scaleColumns(profile, ratios, isPicked);
  return { profile: pickSamples(scaled, isPicked), sampled: pickSamples(profile, isPicked), base, ratios };
}

function hasNegative({ values }: Profile): boolean {
  return values.some((column) => column.some((value) => value < 0));
}

function normalized(profile: Profile, base: Profile): Profile {
  checkSameTypes(profile, base);
  return scaleValues(profile, ratiosTo(base, profile));
}

function checkSameTypes(profile: Profile, base: Profile): void {
  if (haveSameTypes(profile, base)) return;
  const types = `${labelsOf(profile)} and ${labelsOf(base)}`;
  throw new RefinementError('normalize', `the profiles have different sample types, ${types}; choose profiles of the same kind`);
}

/** By sample type: the factor that scales the profile's total to the base's. */
function ratiosTo(base: Profile, profile: Profile): number[] {
  const baseSums = sumsOf(base);
  return sumsOf(profile).map((sum, type) => (sum === 0 ? 0 : baseSums[type] / sum));
}

/** The key of the label with the size of the sampled objects. */
const SIZE_KEY = 'bytes';

/** The profile with all that tells how reliable its figures are: values and the sizes of objects, but no names. */
function withoutStacks(profile: Profile): Profile {
  const none = new Uint32Array(0);
  const { labels, strings, sampleCount } = profile;
  return {
    ...profile,
    stacks: { offsets: new Uint32Array(sampleCount + 1), locations: none },
    labels: new LazyLabels(() => sizesOf({ labels, strings, sampleCount })),
    locations: {
      count: 0,
      mapping: none,
      lineOffsets: Uint32Array.of(0),
      address: new BigUint64Array(0),
      folded: new Uint8Array(0),
    },
    lines: { count: 0, function: none, line: none, column: none },
    functions: { count: 0, name: none, systemName: none, filename: none, startLine: none },
    mappings: [],
    comments: [],
  };
}

/** The numeric labels with the sizes of objects. */
function sizesOf({ labels, strings, sampleCount }: Pick<Profile, 'labels' | 'strings' | 'sampleCount'>): LabelColumns {
  const offsets = new Uint32Array(sampleCount + 1);
  const rows: number[] = [];
  for (let sample = 0; sample < sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    for (let row = labels.offsets[sample]; row < labels.offsets[sample + 1]; row++) {
      if (labels.str[row] === 0 && strings.get(labels.key[row]) === SIZE_KEY) rows.push(row);
    }
    offsets[sample + 1] = rows.length;
  }
  const picked = (column: Uint32Array): Uint32Array => Uint32Array.from(rows, (row) => column[row]);
  const [key, str, numUnit] = [labels.key, labels.str, labels.numUnit].map(picked);
  return { offsets, key, str, num: Float64Array.from(rows, (row) => labels.num[row]), numUnit };
}
