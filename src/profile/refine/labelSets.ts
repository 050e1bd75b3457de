import { oncePer } from '../memo';
import type { LabelColumns } from '../model';
import { WordRows } from './wordRows';

/** Words of a label in a set: string indexes of key, string and unit, and a number's 64 bits. */
export const LABEL_WORDS = 5;
const KEY = 0;
const STR = 1;
const UNIT = 4;

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
  /** String indexes. */
  key(label: number): number;
  /** String index; 0 where the label is a number. */
  str(label: number): number;
  num(label: number): number;
  /** String index; 0 where there is none. */
  unit(label: number): number;
}

/** The label sets; worked out at the first call. */
export const labelSetsOf: (labels: LabelColumns) => LabelSets = oncePer(findSets);

function findSets(labels: LabelColumns): LabelSets {
  const sampleCount = labels.offsets.length - 1;
  const ofSample = new Uint32Array(sampleCount);
  const rows = new WordRows();
  for (let sample = 0; sample < sampleCount; sample++) {
    const start = labels.offsets[sample]!;
    const end = labels.offsets[sample + 1]!;
    if (end - start === 1) pushLabel(rows, labels, start);
    else if (end > start) for (const row of sorted(labels, start, end)) pushLabel(rows, labels, row);
    ofSample[sample] = rows.intern();
  }
  return viewOf(rows, ofSample);
}

function sorted({ key, str }: LabelColumns, start: number, end: number): number[] {
  const rows = Array.from({ length: end - start }, (_, i) => start + i);
  const kind = (row: number): number => (str[row] === 0 ? 1 : 0);
  return rows.sort((a, b) => kind(a) - kind(b) || key[a]! - key[b]! || a - b);
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

/** Rows of labels' words, seen as sets. */
export function viewOf({ count, offsets, words }: WordRows, ofSample: Uint32Array): LabelSets {
  return {
    count,
    ofSample,
    offsets: offsets.subarray(0, count + 1).map((word) => word / LABEL_WORDS),
    key: (label) => words[label * LABEL_WORDS + KEY]!,
    str: (label) => words[label * LABEL_WORDS + STR]!,
    num: (label) => {
      halves[0] = words[label * LABEL_WORDS + 2]!;
      halves[1] = words[label * LABEL_WORDS + 3]!;
      return bits[0]!;
    },
    unit: (label) => words[label * LABEL_WORDS + UNIT]!,
  };
}
