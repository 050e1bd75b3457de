import type { LabelColumns, Profile } from '../model';
import { RefinementError } from '../errors';
import type { LabelChoice } from '../answers/refinement';
import { everyFilter, someLabelOfKey, type TagFilter } from '../labels/tagFilter';
import { emptyRange, parseTagRange, type RangeTest } from '../text/tagRange';
import { pickRests } from '../wideNumbers';
import type { TextTest } from '../common/regexp';

/**
 * Compiles label choices to a filter: a label set must have one of the chosen values of each key, or none of them if
 * they are left out. Undefined if nothing is chosen. Equivalent to one run of pprof per key, with `tagfocus` or
 * `tagignore`; a single `tagfocus` can combine keys only for texts.
 * @throws RefinementError for an invalid or empty range
 */
export function compileLabelChoices(choices: readonly LabelChoice[] = []): TagFilter | undefined {
  const filters = choices.filter(({ texts, ranges }) => texts.length + ranges.length > 0).map(compileChoice);
  return filters.length === 0 ? undefined : everyFilter(filters);
}

function compileChoice({ key, texts, ranges, leftOut = false }: LabelChoice): TagFilter {
  const textSet = new Set(texts);
  const inRanges = ranges.map(rangeOf);
  return (profile: Profile) => {
    const has = someLabelOfKey(profile, key, {
      text: (text) => textSet.has(text),
      number: (value, unit) => inRanges.some((inRange) => inRange(value, unit)),
    });
    return (set) => has(set) !== leftOut;
  };
}

function rangeOf(text: string): RangeTest {
  const problem = emptyRange('labels', text);
  if (problem !== undefined) throw new RefinementError('labels', problem);
  const range = parseTagRange('labels', text);
  if (range === undefined) throw new RefinementError('labels', `"${text}" is not a range of numbers; valid: 1kb:64kb`);
  return range;
}

/** Which patterns matched a label key. */
interface LabelKeyMatches {
  /** Also true if `show` is unset and there are labels. */
  readonly show: boolean;
  readonly hide: boolean;
}

/**
 * Keeps the labels whose key matches `show` and not `hide`; reports which of the patterns matched a key.
 * Source: google/pprof profile, FilterTagsByName.
 */
export function filterLabelKeys(
  profile: Profile,
  show: TextTest | undefined,
  hide: TextTest | undefined,
): { readonly profile: Profile; readonly matched: LabelKeyMatches } {
  const { labels, strings } = profile;
  const keys = [...new Set(labels.key)].map((index) => ({ index, text: strings.get(index) }));
  const shown = keys.filter(({ text }) => show === undefined || show(text));
  const hidden = keys.filter(({ text }) => hide?.(text) === true);
  const remaining = new Set(shown.filter((key) => !hidden.includes(key)).map(({ index }) => index));
  return {
    profile: remaining.size === keys.length ? profile : { ...profile, labels: pickKeys(labels, remaining) },
    matched: { show: shown.length > 0, hide: hidden.length > 0 },
  };
}

function pickKeys({ offsets, key, str, num, numUnit }: LabelColumns, remaining: ReadonlySet<number>): LabelColumns {
  const rows = new Uint32Array(key.length);
  const pickedOffsets = new Uint32Array(offsets.length);
  let count = 0;
  for (let sample = 0; sample + 1 < offsets.length; sample++) {
    for (let row = offsets[sample]; row < offsets[sample + 1]; row++) if (remaining.has(key[row])) rows[count++] = row;
    pickedOffsets[sample + 1] = count;
  }
  const picked = rows.subarray(0, count);
  const pick = (column: Uint32Array): Uint32Array => picked.map((row) => column[row]);
  return {
    offsets: pickedOffsets,
    key: pick(key),
    str: pick(str),
    num: pickRests(num, Float64Array.from(picked, (row) => num[row]), picked),
    numUnit: pick(numUnit),
  };
}
