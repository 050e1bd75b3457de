import { compareBytes } from '../common/utf8';
import { scale, scaledLabel } from '../text/measurement';
import { BASE_LABEL, type Profile } from '../model';
import { profileTotal } from '../sums/profileTotal';
import { sampleWeight } from '../sums/sampleWeight';
import { labelSetsOf } from './labelSets';
import { labelUnits } from './tagFilter';
import type { LabelKeyTotals, LabelTotals, LabelValueTotal, LabelView } from '../answers/labels';

/** The sum over the samples with a label value. */
export interface LabelSum {
  readonly name: string;
  readonly value: number;
  /** Whether a string has this name. A number may have it too: see `numbers`. */
  readonly isText: boolean;
  /** The smallest and the largest number printed as `name`; unset if there is none. */
  readonly numbers?: { readonly least: number; readonly greatest: number };
}

/** A label key's values, heaviest first, and their total. */
export interface LabelKeySums {
  readonly key: string;
  readonly total: number;
  readonly values: readonly LabelSum[];
}

/**
 * The sums of a column of values by label key and value, keys in byte order, as in `pprof -tags`. A sample counts once
 * for each of its labels. Source: google/pprof internal/report, printTags.
 * @param units of numbers, by key: see labelUnits
 * @param unit the unit in which numbers are printed
 */
export function labelSums(
  profile: Profile,
  values: Float64Array,
  { units = labelUnits(profile), unit = 'minimum' }: { units?: ReadonlyMap<string, string>; unit?: string } = {},
): readonly LabelKeySums[] {
  const { strings } = profile;
  const { ofSample, count, offsets, labels } = labelSetsOf(profile.labels);
  const bySet = new Float64Array(count);
  for (let sample = 0; sample < values.length; sample++) bySet[ofSample[sample]] += values[sample];
  const byKey = new Map<string, GrowingKey>();
  for (let set = 0; set < count; set++) {
    for (let label = offsets[set]; label < offsets[set + 1]; label++) {
      const key = strings.get(labels.key(label));
      let growing = byKey.get(key);
      if (growing === undefined) byKey.set(key, (growing = new GrowingKey(units.get(key) ?? key, unit)));
      if (labels.str(label) !== 0) growing.addText(strings.get(labels.str(label)), bySet[set]);
      else growing.addNumber(labels.num(label), bySet[set]);
    }
  }
  return [...byKey].sort(([a], [b]) => compareBytes(a, b)).map(([key, growing]) => growing.finish(key));
}

/** The part of the sums that a tab shows, without the mark of a baseline's samples, which the program did not set. */
export function labelTotals(
  profile: Profile,
  sampleType: number,
  sums: readonly LabelKeySums[],
  { search, limit, key: onlyKey }: LabelView,
): LabelTotals {
  const units = labelUnits(profile);
  const searchText = search.toLowerCase();
  const has = (text: string): boolean => text.toLowerCase().includes(searchText);
  const keySums = sums.filter(({ key }) => key !== BASE_LABEL && (onlyKey === undefined || key === onlyKey));
  const keys = keySums.flatMap(({ key, total, values }): LabelKeyTotals[] => {
    const matching = has(key) ? values : values.filter(({ name }) => has(name));
    if (matching.length === 0) return [];
    const shownValues = matching.slice(0, limit).map((sum) => valueTotal(sum, units.get(key) ?? key));
    return [{ key, total, matching: matching.length, count: values.length, values: shownValues }];
  });
  const { unit } = profile.sampleTypes[sampleType];
  const weight = sampleWeight(profile, sampleType);
  return { total: profileTotal(profile, sampleType), unit, ...(weight !== undefined && { weight }), keys };
}

function valueTotal({ name, value, isText, numbers }: LabelSum, unit: string): LabelValueTotal {
  return numbers === undefined ? { name, value, isText } : { name, value, isText, range: rangeText(numbers, unit) };
}

/** A range for a tag filter that matches the numbers from `least` to `greatest`. See parseTagRange. */
export function rangeText({ least, greatest }: NonNullable<LabelSum['numbers']>, unit: string): string {
  const suffix = [scale(1, unit, unit).unit, unit].find((name) => /^[A-Za-z]+$/.test(name)) ?? '';
  return least === greatest ? `${least}${suffix}` : `${least}${suffix}:${greatest}${suffix}`;
}

interface GrowingSum {
  name: string;
  value: number;
  isText: boolean;
  numbers?: { least: number; greatest: number };
}

class GrowingKey {
  private total = 0;
  private readonly sums = new Map<string, GrowingSum>();

  /** @param unit of the key's numbers */
  constructor(private readonly unit: string, private readonly shownUnit: string) {}

  addText(text: string, value: number): void {
    this.add(text, value).isText = true;
  }

  addNumber(number: number, value: number): void {
    const sum = this.add(scaledLabel(number, this.unit, this.shownUnit), value);
    const { least, greatest } = sum.numbers ?? { least: number, greatest: number };
    sum.numbers = { least: Math.min(least, number), greatest: Math.max(greatest, number) };
  }

  finish(key: string): LabelKeySums {
    const heavier = (a: GrowingSum, b: GrowingSum): number =>
      Math.abs(b.value) - Math.abs(a.value) || compareBytes(a.name, b.name);
    return { key, total: this.total, values: [...this.sums.values()].sort(heavier) };
  }

  private add(name: string, value: number): GrowingSum {
    let sum = this.sums.get(name);
    if (sum === undefined) this.sums.set(name, (sum = { name, value: 0, isText: false }));
    sum.value += value;
    this.total += value;
    return sum;
  }
}
