import { exactAt, exactText } from '../wideNumbers';
import { entry, oncePer } from '../memo';
import type { LabelColumns, Profile } from '../model';
import { WordRows } from '../common/wordRows';
import type { IndexColumn, Offsets, SampleIndex, StringIndex } from '../indexes';

/** Words per label: string indexes of key and string, the 64 bits of the number, string index of the unit. */
export const LABEL_WORDS = 5;

const TWO_32 = 2 ** 32;

/**
 * The distinct sets of labels of samples, in order of first appearance: many samples share few sets. As in pprof,
 * string labels come before numeric ones, and labels of the same key keep the order of the sample. A label with neither
 * string nor unit nor number is ignored.
 */
export interface LabelSets {
  readonly count: number;
  readonly ofSample: IndexColumn<SampleIndex, number>;
  /** The labels of each set. */
  readonly offsets: Offsets<number, number>;
  readonly labels: WordLabels;
}

/** Labels as the words that `pushWords` writes. */
export class WordLabels {
  constructor(private readonly words: Uint32Array) {}

  key(label: number): StringIndex {
    return this.words[label * LABEL_WORDS];
  }

  /** 0 if the label is a number. */
  str(label: number): StringIndex {
    return this.words[label * LABEL_WORDS + 1];
  }

  /** The nearest float; `exact` has all digits. */
  num(label: number): number {
    return (this.high(label) | 0) * TWO_32 + this.low(label);
  }

  exact(label: number): bigint {
    return BigInt.asIntN(64, (BigInt(this.high(label)) << 32n) | BigInt(this.low(label)));
  }

  /** String index; 0 if there is none. */
  unit(label: number): number {
    return this.words[label * LABEL_WORDS + 4];
  }

  private low(label: number): number {
    return this.words[label * LABEL_WORDS + 2];
  }

  private high(label: number): number {
    return this.words[label * LABEL_WORDS + 3];
  }
}

/** The label sets, computed on the first call. */
export const labelSetsOf: (labels: LabelColumns) => LabelSets = oncePer(findSets);

function findSets(labels: LabelColumns): LabelSets {
  const sampleCount = labels.offsets.length - 1;
  const ofSample = new Uint32Array(sampleCount);
  const rows = new WordRows();
  const order: number[] = [];
  for (let sample = 0; sample < sampleCount; sample++) {
    const start = labels.offsets[sample];
    const end = labels.offsets[sample + 1];
    sortRows(order, labels, start, end);
    for (let i = 0; i < end - start; i++) pushLabel(rows, labels, order[i]);
    ofSample[sample] = rows.intern();
  }
  const { count, words } = rows;
  const offsets = rows.offsets.subarray(0, count + 1).map((word) => word / LABEL_WORDS);
  return { count, ofSample, offsets, labels: new WordLabels(words) };
}

/** Strings before numbers, then by key, then in the order of the sample. */
function compare({ key, str }: LabelColumns, a: number, b: number): number {
  return Number(str[a] === 0) - Number(str[b] === 0) || key[a] - key[b] || a - b;
}

/** Fills `rows` with the rows from `start` to before `end`, sorted by insertion because they are few. */
function sortRows(rows: number[], labels: LabelColumns, start: number, end: number): void {
  for (let row = start, count = 0; row < end; row++, count++) {
    let at = count;
    for (; at > 0 && compare(labels, rows[at - 1], row) > 0; at--) rows[at] = rows[at - 1];
    rows[at] = row;
  }
}

function pushLabel(rows: WordRows, { key, str, num, numUnit }: LabelColumns, row: number): void {
  if (str[row] !== 0) pushWords(rows, key[row], str[row], 0, 0);
  else if (num[row] !== 0 || numUnit[row] !== 0) pushWords(rows, key[row], 0, exactLabel(num, row), numUnit[row]);
}

/** The number for `pushWords`: a bigint if past 2^53. */
function exactLabel(num: Float64Array, row: number): number | bigint {
  return Number.isSafeInteger(num[row]) ? num[row] : exactAt(num, row);
}

/** Pushes a label's words. */
export function pushWords(rows: WordRows, key: number, str: number, num: number | bigint, unit: number): void {
  const isNarrow = typeof num === 'number';
  rows.push(key);
  rows.push(str);
  rows.push(isNarrow ? num >>> 0 : Number(BigInt.asUintN(32, num)));
  rows.push(isNarrow ? Math.floor(num / TWO_32) >>> 0 : Number(BigInt.asUintN(32, num >> 32n)));
  rows.push(unit);
}

/** A sample's labels by key, in the order of the file; a key may have several values. */
export interface SampleLabels {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly numbers: ReadonlyMap<string, NumberLabel>;
}

interface NumberLabel {
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
export function sampleLabels({ labels, strings }: Profile, sample: SampleIndex): SampleLabels {
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
export function oncePerLabels<T>(profile: Profile, work: (labels: SampleLabels) => T): (sample: SampleIndex) => T {
  const { ofSample, count } = labelSetsOf(profile.labels);
  const results = new Array<{ readonly result: T } | undefined>(count);
  return (sample) => (results[ofSample[sample]] ??= { result: work(sampleLabels(profile, sample)) }).result;
}

function pad(units: string[], length: number): void {
  while (units.length < length) units.push('');
}
