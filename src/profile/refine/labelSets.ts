import { oncePer } from '../memo';
import type { LabelColumns } from '../model';
import { WordRows } from './wordRows';

/** Words of a label in a set: string indexes of key, string and unit, and a number's 64 bits. */
export const LABEL_WORDS = 5;

const bits = new Float64Array(1);
const halves = new Uint32Array(bits.buffer);

/**
 * The distinct sets of labels that samples have, in order of first sight: many samples share few of them. In a set, as
 * in pprof, texts come before numbers, labels of one key in the order of the sample; a label that says nothing (no
 * text, no unit, 0) is none.
 */
export interface LabelSets {
  readonly count: number;
  /** The set of each sample. */
  readonly ofSample: Uint32Array;
  /** Set `i` owns the labels `offsets[i] … offsets[i + 1])`. */
  readonly offsets: Uint32Array;
  readonly labels: WordLabels;
}

/** Labels one behind the other, as the words that `pushWords` writes. */
export class WordLabels {
  constructor(private readonly words: Uint32Array) {}

  /** String index. */
  key(label: number): number {
    return this.words[label * LABEL_WORDS]!;
  }

  /** String index; 0 where the label is a number. */
  str(label: number): number {
    return this.words[label * LABEL_WORDS + 1]!;
  }

  num(label: number): number {
    halves[0] = this.words[label * LABEL_WORDS + 2]!;
    halves[1] = this.words[label * LABEL_WORDS + 3]!;
    return bits[0]!;
  }

  /** String index; 0 where there is none. */
  unit(label: number): number {
    return this.words[label * LABEL_WORDS + 4]!;
  }
}

/** The label sets; worked out at the first call. */
export const labelSetsOf: (labels: LabelColumns) => LabelSets = oncePer(findSets);

function findSets(labels: LabelColumns): LabelSets {
  const sampleCount = labels.offsets.length - 1;
  const ofSample = new Uint32Array(sampleCount);
  const rows = new WordRows();
  const order: number[] = [];
  for (let sample = 0; sample < sampleCount; sample++) {
    const start = labels.offsets[sample]!;
    const end = labels.offsets[sample + 1]!;
    sortRows(order, labels, start, end);
    for (let i = 0; i < end - start; i++) pushLabel(rows, labels, order[i]!);
    ofSample[sample] = rows.intern();
  }
  const { count, words } = rows;
  const offsets = rows.offsets.subarray(0, count + 1).map((word) => word / LABEL_WORDS);
  return { count, ofSample, offsets, labels: new WordLabels(words) };
}

/** Texts before numbers, then by key, then as they come. */
function compare({ key, str }: LabelColumns, a: number, b: number): number {
  return Number(str[a] === 0) - Number(str[b] === 0) || key[a]! - key[b]! || a - b;
}

/** Fills `rows` with those from `start` to before `end`, sorted: there are few, so that each is put in its place. */
function sortRows(rows: number[], labels: LabelColumns, start: number, end: number): void {
  for (let row = start, count = 0; row < end; row++, count++) {
    let place = count;
    for (; place > 0 && compare(labels, rows[place - 1]!, row) > 0; place--) rows[place] = rows[place - 1]!;
    rows[place] = row;
  }
}

function pushLabel(rows: WordRows, { key, str, num, numUnit }: LabelColumns, row: number): void {
  if (str[row] !== 0) pushWords(rows, key[row]!, str[row]!, 0, 0);
  else if (num[row] !== 0 || numUnit[row] !== 0) pushWords(rows, key[row]!, 0, num[row]!, numUnit[row]!);
}

/** Pushes a label's words. */
export function pushWords(rows: WordRows, key: number, str: number, num: number, unit: number): void {
  bits[0] = num;
  rows.push(key);
  rows.push(str);
  rows.push(halves[0]!);
  rows.push(halves[1]!);
  rows.push(unit);
}
