import type { LabelColumns, Profile } from '../model';
import { pickRests } from '../wideNumbers';
import type { TextTest } from '../common/regexp';

/** Which patterns matched a label key. */
export interface LabelKeyMatches {
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
