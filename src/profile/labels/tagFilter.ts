import { WideNumbers } from '../common/idTable';
import type { Profile } from '../model';
import { labelSetsOf } from './labelSets';
import type { LabelSets } from './labelSets';
import { compilePattern, type TextTest } from '../common/regexp';
import { parseTagRange } from '../text/tagRange';
import type { RangeTest } from '../text/tagRange';

/** A compiled tag filter: for a profile, a function that tells whether a label set matches; see labelSetsOf. */
export type TagFilter = (profile: Profile) => (set: number) => boolean;

/**
 * Compiles the value of `tagfocus` or `tagignore`: a range of numbers (see parseTagRange) or regular expressions
 * separated by commas. A prefix `key=` restricts the filter to the labels of this key. Without a key, each expression
 * must match some label, written `key:value`; with a key, one of them must match a value. Expressions never match
 * numeric labels. Undefined if the text is empty.
 * Source: google/pprof internal/driver, compileTagFilter.
 * @throws RefinementError
 */
export function compileTagFilter(field: string, text: string | undefined): TagFilter | undefined {
  if (text === undefined || text === '') return undefined;
  const [, key = '', value] = /^(?:([^=]*)=)?(.*)$/s.exec(text)!;
  const range = parseTagRange(field, value);
  if (range !== undefined) return (profile) => numbersIn(profile, key, range);
  const tests = value.split(',').map((part) => compilePattern(field, part) ?? (() => true));
  return (profile) => (key === '' ? allMatchPairs(profile, tests) : anyMatchesValue(profile, key, tests));
}

/** A filter that matches a label set if all of the filters match it. */
export function everyFilter(filters: readonly TagFilter[]): TagFilter {
  return (profile) => {
    const all = filters.map((filter) => filter(profile));
    return (set) => all.every((matches) => matches(set));
  };
}

/** Whether a set has a label of the key whose string, or whose number in the key's unit, passes. */
export function someLabelOfKey(
  { labels, strings }: Profile,
  key: string,
  passes: { readonly text: TextTest; readonly number: RangeTest },
): (set: number) => boolean {
  const sets = labelSetsOf(labels);
  const unit = labelUnits({ labels, strings }).get(key) ?? key;
  const isOfKey = (label: number): boolean => strings.get(sets.labels.key(label)) === key;
  const hasText = textLabel(sets, (label) => isOfKey(label) && passes.text(strings.get(sets.labels.str(label))));
  const hasNumber = (label: number): boolean =>
    sets.labels.str(label) === 0 && isOfKey(label) && passes.number(sets.labels.num(label), unit);
  return someLabel(sets, (label) => hasText(label) || hasNumber(label));
}

function numbersIn({ labels, strings }: Profile, key: string, inRange: RangeTest): (set: number) => boolean {
  const sets = labelSetsOf(labels);
  const units = labelUnits({ labels, strings });
  return someLabel(sets, (label) => {
    if (sets.labels.str(label) !== 0) return false;
    const name = strings.get(sets.labels.key(label));
    return (key === '' || name === key) && inRange(sets.labels.num(label), units.get(name)!);
  });
}

function allMatchPairs({ labels, strings }: Profile, tests: readonly TextTest[]): (set: number) => boolean {
  const sets = labelSetsOf(labels);
  const pair = (label: number): string => `${strings.get(sets.labels.key(label))}:${strings.get(sets.labels.str(label))}`;
  const predicates = tests.map((test) => someLabel(sets, textLabel(sets, (label) => test(pair(label)))));
  return (set) => predicates.every((matches) => matches(set));
}

function anyMatchesValue(
  { labels, strings }: Profile,
  key: string,
  tests: readonly TextTest[],
): (set: number) => boolean {
  const sets = labelSetsOf(labels);
  const matches = (label: number): boolean => {
    const value = strings.get(sets.labels.str(label));
    return strings.get(sets.labels.key(label)) === key && tests.some((test) => test(value));
  };
  return someLabel(sets, textLabel(sets, matches));
}

function someLabel({ offsets }: LabelSets, matches: (label: number) => boolean): (set: number) => boolean {
  return (set) => {
    for (let label = offsets[set]; label < offsets[set + 1]; label++) if (matches(label)) return true;
    return false;
  };
}

/** Caches `matches` by key and string; false for numbers. */
function textLabel(sets: LabelSets, matches: (label: number) => boolean): (label: number) => boolean {
  const pairs = new WideNumbers();
  const verdicts: boolean[] = [];
  return (label) => {
    if (sets.labels.str(label) === 0) return false;
    const pair = pairs.intern(sets.labels.key(label), sets.labels.str(label));
    return (verdicts[pair] ??= matches(label));
  };
}

/**
 * The unit of each key's numbers: the first unit in a sample, else `bytes` for `alignment` and `request`, else the key
 * itself. Source: google/pprof profile, NumLabelUnits.
 */
export function labelUnits({ labels, strings }: Pick<Profile, 'labels' | 'strings'>): ReadonlyMap<string, string> {
  const sets = labelSetsOf(labels);
  const units = new Map<string, string>();
  const unitOfKey = new Map<number, number>();
  for (let label = 0; label < sets.offsets[sets.count]; label++) {
    const key = sets.labels.key(label);
    if (sets.labels.str(label) === 0 && !unitOfKey.get(key)) unitOfKey.set(key, sets.labels.unit(label));
  }
  for (const [key, unit] of unitOfKey) {
    const name = strings.get(key);
    if (!units.get(name)) units.set(name, strings.get(unit));
  }
  for (const [name, unit] of units) if (unit === '') units.set(name, inferredUnit(name));
  return units;
}

function inferredUnit(key: string): string {
  return key === 'alignment' || key === 'request' ? 'bytes' : key;
}
