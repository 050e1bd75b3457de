import { eachLineOf } from '../goroutines/lines';
import { linesIn } from '../goroutines/logLines';
import { Float64Column, Growth, reserveFloat64, reserveUint32, Uint32Column } from '../profile/common/columns';
import type { Steps } from '../profile/common/guard';
import { GC_FIELDS, type GcField, readGcLine } from './gcLine';
import { Programs, type ReadProgram } from './programs';
import { readSchedLine, SCHED_FIELDS, type SchedLine } from './schedLine';

/** Rows of figures; each row is a line of the text. */
export interface LogColumns<F extends string> {
  readonly count: number;
  /** The number of each row's line in the text, 1-based. */
  readonly lines: Float64Array;
  /** The index of each row's program. */
  readonly programs: Uint32Array;
  /** NaN where the line lacks a figure. */
  readonly columns: Readonly<Record<F, Float64Array>>;
}

/** What the runtime printed: collections, and states of the scheduler. */
export interface RuntimeLog {
  readonly gc: LogColumns<GcField>;
  /** `queued` is the sum over the queues of the processors, `ticks` how often they chose a goroutine, together. */
  readonly sched: LogColumns<SchedColumn>;
  readonly programs: readonly ReadProgram[];
}

export type SchedColumn = (typeof SCHED_FIELDS)[number] | 'queued' | 'ticks';

const BEFORE_GC = /(?:^|[^\w.])(?=gc \d+ @)/;
const BEFORE_SCHED = /(?:^|\W)(?=SCHED \d)/;

/** Reads the lines of gctrace and schedtrace in a text. Takes time linear in the text. */
export function* readRuntimeLog(bytes: Uint8Array): Steps<RuntimeLog> {
  const gc = new Rows(GC_FIELDS);
  const sched = new Rows([...SCHED_FIELDS, 'queued', 'ticks'] as const);
  const programs = new Programs();
  let number = 0;
  const take = (line: string): void => {
    const collection = readGcLine(line);
    if (collection) {
      const [index, seconds] = collection;
      if (!Number.isFinite(index + seconds)) return;
      return gc.add(number, programs.of(before(line, BEFORE_GC), number, seconds, index), collection);
    }
    const state = readSchedLine(line);
    if (!state || !Number.isFinite(state.ms)) return;
    sched.add(number, programs.of(before(line, BEFORE_SCHED), number, state.ms / 1000), withSums(state));
  };
  yield* eachLineOf(bytes, (line) => {
    number++;
    linesIn(line, take);
  });
  const { all, ofParts } = programs.programs();
  return { gc: gc.finish(ofParts), sched: sched.finish(ofParts), programs: all };
}

function before(line: string, start: RegExp): string {
  const found = start.exec(line);
  return found ? line.slice(0, found.index + found[0].length) : '';
}

/** In the order of the fields, with the sums last. */
function withSums({ queues, ticks, ...figures }: SchedLine): number[] {
  return [...SCHED_FIELDS.map((field) => figures[field]), sumOf(queues), sumOf(ticks)];
}

/** NaN without figures. */
function sumOf(figures: readonly number[]): number {
  return figures.length === 0 ? NaN : figures.reduce((sum, value) => sum + value, 0);
}

class Rows<F extends string> {
  private readonly growth = new Growth();
  private readonly lines = new Float64Column(this.growth);
  /** Parts of programs, until `finish`. */
  private readonly programs = new Uint32Column(this.growth);
  private readonly columns: readonly Float64Column[];

  constructor(private readonly fields: readonly F[]) {
    this.columns = fields.map(() => new Float64Column(this.growth));
  }

  /**
   * @param part see Programs
   * @param figures in the order of the fields
   */
  add(line: number, part: number, figures: readonly number[]): void {
    push(this.lines, line);
    reserveUint32(this.programs, 1);
    this.programs.array[this.programs.length++] = part;
    for (const [i, column] of this.columns.entries()) push(column, figures[i]);
  }

  /** @param ofParts the index of each part's program */
  finish(ofParts: Uint32Array): LogColumns<F> {
    const columns = this.fields.map((field, i) => [field, valuesOf(this.columns[i])]);
    return {
      count: this.lines.length,
      lines: valuesOf(this.lines),
      programs: this.programs.array.subarray(0, this.lines.length).map((part) => ofParts[part]),
      columns: Object.fromEntries(columns) as Record<F, Float64Array>,
    };
  }
}

function push(column: Float64Column, value: number): void {
  reserveFloat64(column, 1);
  column.array[column.length++] = value;
}

function valuesOf({ array, length }: Float64Column): Float64Array {
  return array.subarray(0, length);
}
