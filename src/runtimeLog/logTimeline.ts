import type { Timeline } from '../timeline/window';
import { CHECK_MASK, checkpoint, claim } from '../profile/common/guard';
import { GC_COLUMNS, type LogKind, SCHED_COLUMNS } from './answers';
import type { RuntimeLog } from './readRuntimeLog';

/** Between programs that are drawn one after the other, as a part of the time of all; and of all gaps, at most. */
const GAP = 0.03;
const ALL_GAPS = 0.2;

/** The lines of a kind in the order of time: those of one program, or of all, one after the other. */
export interface LogTimeline extends Timeline {
  /** The row of each line in the log's columns; -1 for the gap between two programs. */
  readonly rows: Int32Array;
  /** The places of the gaps, ascending. */
  readonly gaps: readonly number[];
}

/** When each program begins on the time axis, in seconds, by its index. */
function programStarts({ programs }: RuntimeLog): Float64Array {
  const starts = new Float64Array(programs.length);
  const gap = Math.min(GAP, ALL_GAPS / starts.length) * programs.reduce((sum, { seconds }) => sum + seconds, 0);
  for (let i = 1; i < starts.length; i++) starts[i] = starts[i - 1] + programs[i - 1].seconds + gap;
  return starts;
}

/** @param program unset: all */
export function logTimeline(log: RuntimeLog, kind: LogKind, program: number | undefined): LogTimeline {
  const { rows, gaps } = rowsInOrder(log, kind, program);
  const starts = program === undefined ? programStarts(log) : undefined;
  const { programs } = log[kind];
  const seconds = kind === 'gc' ? log.gc.columns.seconds : log.sched.columns.ms;
  const unit = kind === 'gc' ? 1 : 1000;
  const times = column(rows, (row) => seconds[row] / unit + (starts?.[programs[row]] ?? 0));
  // In the middle of nothing: a line does not lead to it.
  for (const at of gaps) times[at] = (times[at - 1] + times[at + 1]) / 2;
  const columns = kind === 'gc' ? gcColumns(log.gc, rows) : schedColumns(log.sched, rows);
  return { count: rows.length, times, columns, rows, gaps };
}

/** Programs may be mixed in the text; here, their lines are one after the other. */
function rowsInOrder({ programs: all, ...log }: RuntimeLog, kind: LogKind, program: number | undefined) {
  const { count, programs } = log[kind];
  const numberOf = new Int32Array(all.length);
  for (let row = 0; row < count; row++) numberOf[programs[row]]++;
  const chosen = [...numberOf.keys()].filter((index) => numberOf[index] > 0 && (program ?? index) === index);
  const next = new Int32Array(all.length).fill(-1);
  const gaps: number[] = [];
  let end = 0;
  for (const index of chosen) {
    if (end > 0) gaps.push(end++);
    next[index] = end;
    end += numberOf[index];
  }
  claim(end * Int32Array.BYTES_PER_ELEMENT);
  const rows = new Int32Array(end).fill(-1);
  for (let row = 0; row < count; row++) {
    if ((row & CHECK_MASK) === 0) checkpoint();
    if (next[programs[row]] >= 0) rows[next[programs[row]]++] = row;
  }
  return { rows, gaps };
}

type Gc = RuntimeLog['gc'];
type Sched = RuntimeLog['sched'];

function gcColumns({ columns, programs }: Gc, rows: Int32Array): Float64Array[] {
  const computed = {
    share: () => gcShares({ columns, programs }, rows),
    start: () => startsIn(programs, rows),
  };
  return GC_COLUMNS.map((name) => {
    return name === 'share' || name === 'start' ? computed[name]() : column(rows, (row) => columns[name][row]);
  });
}

function schedColumns({ columns, programs }: Sched, rows: Int32Array): Float64Array[] {
  const computed = {
    switches: () => switchRates({ columns, programs }, rows),
    start: () => startsIn(programs, rows),
  };
  return SCHED_COLUMNS.map((name) => {
    return name === 'switches' || name === 'start' ? computed[name]() : column(rows, (row) => columns[name][row]);
  });
}

/**
 * The share of all processors' time that each collection took of the time since the end of the one before, in percent.
 * Without the processors that were idle else, as in the figure that Go prints. NaN if the line before is missing.
 */
function gcShares({ columns, programs }: Pick<Gc, 'columns' | 'programs'>, rows: Int32Array): Float64Array {
  const { gc, seconds, sweepTermClock, markClock, markTermClock, procs } = columns;
  const { sweepTermCpu, assistCpu, backgroundCpu, markTermCpu } = columns;
  let [program, number, before] = [-1, 0, 0];
  return column(rows, (row) => {
    if (programs[row] !== program) [program, number, before] = [programs[row], 0, 0];
    const end = seconds[row] + (sweepTermClock[row] + markClock[row] + markTermClock[row]) / 1000;
    const cpu = (sweepTermCpu[row] + assistCpu[row] + backgroundCpu[row] + markTermCpu[row]) / 1000;
    const share = gc[row] === number + 1 ? (100 * cpu) / (procs[row] * (end - before)) : NaN;
    [number, before] = [gc[row], end];
    // Times are printed in whole milliseconds, so that of collections that follow at once, the share is not known.
    return share >= 0 && share <= 100 ? share : NaN;
  });
}

/** How many times a second the processors chose a goroutine since the line before. */
function switchRates({ columns: { ticks, ms }, programs }: Pick<Sched, 'columns' | 'programs'>, rows: Int32Array) {
  let before = -1;
  return column(rows, (row) => {
    const isFirst = before < 0 || programs[before] !== programs[row];
    const rate = isFirst ? NaN : (1000 * (ticks[row] - ticks[before])) / (ms[row] - ms[before]);
    before = row;
    return Number.isFinite(rate) && rate >= 0 ? rate : NaN;
  });
}

/** 1 at the first line of each program but the first. */
function startsIn(programs: Uint32Array, rows: Int32Array): Float64Array {
  let program = rows.length > 0 ? programs[rows[0]] : -1;
  return column(rows, (row) => {
    if (programs[row] === program) return 0;
    program = programs[row];
    return 1;
  });
}

function column(rows: Int32Array, valueOf: (row: number) => number): Float64Array {
  claim(rows.length * Float64Array.BYTES_PER_ELEMENT);
  const values = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    if ((i & CHECK_MASK) === 0) checkpoint();
    values[i] = rows[i] < 0 ? NaN : valueOf(rows[i]);
  }
  return values;
}

/** The place of a line, which is no gap, among the lines of a table, which has no gaps. */
export function tableRow({ gaps }: LogTimeline, place: number): number {
  return place - gapsBefore(gaps, place);
}

/** The reverse of tableRow. */
export function placeOf({ gaps }: LogTimeline, row: number): number {
  // The gap with the number n is before the table's row gaps[n] - n.
  let [low, high] = [0, gaps.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (gaps[middle] - middle <= row) low = middle + 1;
    else high = middle;
  }
  return row + low;
}

function gapsBefore(gaps: readonly number[], place: number): number {
  let [low, high] = [0, gaps.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (gaps[middle] < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
