import { checkpoint, STACK_CHECK_MASK } from '../common/guard';
import { WordRows } from '../common/wordRows';
import { LABEL_WORDS, WordLabels } from '../labels/labelSets';
import type { LabelColumns, Profile } from '../model';
import { exactAt, split, wholeOf, withRests } from '../wideNumbers';
import { nonZeroSamples } from './compact';
import { MergeSource } from './mergeSource';
import { MergedTables } from './mergeTables';
import { trimmed } from './narrow';

/** The samples of several profiles, and the tables that they use. */
export class MergedRows {
  private readonly tables = new MergedTables();
  private readonly sets = new WordRows();
  private readonly stacks: MergedStacks;

  /** @param expected the profiles that will be added, as far as they are known */
  constructor(expected: readonly Profile[]) {
    this.stacks = new MergedStacks(expected);
  }

  add(profile: Profile): void {
    this.stacks.add(profile, new MergeSource(profile, this.tables, this.sets));
  }

  columns(): Pick<Profile, 'sampleCount' | 'values' | 'stacks' | 'labels'> & ReturnType<MergedTables['tables']> {
    const { tables, sets, stacks } = this;
    const { count, tags } = stacks.rows;
    return {
      ...tables.tables(),
      sampleCount: count,
      values: stacks.sums.map((column) => column.filled(count)),
      stacks: stacks.columns(),
      labels: labelColumns(sets, tags.subarray(0, count)),
    };
  }
}

/** Samples by their merged locations and set of labels. */
class MergedStacks {
  readonly rows: WordRows;
  readonly sums: readonly ExactColumn[];

  constructor(profiles: readonly Profile[]) {
    const samples = profiles.reduce((sum, { sampleCount }) => sum + sampleCount, 0);
    const words = profiles.reduce((sum, { stacks }) => sum + stacks.locations.length, 0);
    this.rows = new WordRows(samples, words);
    this.sums = profiles[0].values.map(() => new ExactColumn(samples));
  }

  add(profile: Profile, source: MergeSource): void {
    const { stacks, values, sampleCount } = profile;
    const { rows } = this;
    const isPicked = nonZeroSamples(profile);
    const addLocation = (row: number): number => source.addLocation(row);
    for (let sample = 0; sample < sampleCount; sample++) {
      if ((sample & STACK_CHECK_MASK) === 0) checkpoint();
      if (isPicked[sample] === 0) continue;
      const start = stacks.offsets[sample];
      const end = stacks.offsets[sample + 1];
      rows.pushMapped(stacks.locations, start, end, source.locations, addLocation);
      const row = rows.intern(source.labelSet(sample));
      for (let type = 0; type < values.length; type++) this.sums[type].add(row, values[type], sample);
    }
  }

  columns(): Profile['stacks'] {
    const { count, offsets, words } = this.rows;
    return { offsets: trimmed(offsets, count + 1), locations: trimmed(words, offsets[count]) };
  }
}

function labelColumns({ offsets: setOffsets, words }: WordRows, ofSample: Uint32Array): LabelColumns {
  const offsets = new Uint32Array(ofSample.length + 1);
  ofSample.forEach((set, sample) => {
    offsets[sample + 1] = offsets[sample] + (setOffsets[set + 1] - setOffsets[set]) / LABEL_WORDS;
  });
  const count = offsets[ofSample.length];
  const labels = new WordLabels(words);
  const columns = { key: new Uint32Array(count), str: new Uint32Array(count), numUnit: new Uint32Array(count) };
  const num = new Float64Array(count);
  const wideLabels = new Map<number, number>();
  for (let sample = 0, row = 0; sample < ofSample.length; sample++) {
    let label = setOffsets[ofSample[sample]] / LABEL_WORDS;
    for (; row < offsets[sample + 1]; row++, label++) {
      columns.key[row] = labels.key(label);
      columns.str[row] = labels.str(label);
      columns.numUnit[row] = labels.unit(label);
      num[row] = labels.num(label);
      if (!Number.isSafeInteger(num[row])) wideLabels.set(row, label);
    }
  }
  return { offsets, ...columns, num: withRests(num, (row) => split(labels.exact(wideLabels.get(row)!)).rest) };
}

const MIN_ROWS = 1024;
const MAX_EXACT = Number.MAX_SAFE_INTEGER;
const isWide = (value: number): boolean => value > MAX_EXACT || value < -MAX_EXACT;

/** Sums of 64-bit integers by row; overflow wraps around, as in Go. */
class ExactColumn {
  private floats: Float64Array;
  /** The exact sums of rows whose sum has exceeded 2^53. */
  private readonly exact = new Map<number, bigint>();

  constructor(length: number) {
    this.floats = new Float64Array(length);
  }

  /** Adds the value in a row of another column. */
  add(row: number, column: Float64Array, from: number): void {
    if (row >= this.floats.length) this.grow();
    const { floats } = this;
    const before = floats[row];
    const value = column[from];
    const sum = before + value;
    floats[row] = sum;
    if (isWide(sum) || isWide(before) || isWide(value)) this.addExactly(row, before, exactAt(column, from));
  }

  /** The sums of the first `length` rows. */
  filled(length: number): Float64Array {
    const floats = this.floats.slice(0, length);
    if (this.exact.size === 0) return floats;
    return withRests(floats, (row) => split(this.exact.get(row) ?? 0n).rest);
  }

  private grow(): void {
    const larger = new Float64Array(Math.max(MIN_ROWS, Math.ceil(1.5 * this.floats.length)));
    larger.set(this.floats);
    this.floats = larger;
  }

  private addExactly(row: number, before: number, value: bigint): void {
    const exactBefore = this.exact.get(row) ?? wholeOf(before);
    const sum = BigInt.asIntN(64, exactBefore + value);
    this.exact.set(row, sum);
    this.floats[row] = Number(sum);
  }
}
