import { checkpoint, type Steps } from '../profile/common/guard';
import { nearestIndex, thin, type TimeRange } from '../timeline/window';
import { csvLine } from '../timeline/csv';
import {
  GC_COLUMNS, LOG_TABLES, type LogExtent, type LogExtents, type LogKind, type LogLine, type LogPick, type LogPicks,
  type LogProgram, type LogRow, type LogRowsParams, type LogWindow, type LogWindowParams, MAX_PROGRAMS,
  type ProgramChoice, type RuntimeLogSummary, SCHED_COLUMNS,
} from './answers';
import type { LineTexts } from './lineTexts';
import { logCells } from './logRows';
import { type LogTimeline, logTimeline, placeOf, tableRow } from './logTimeline';
import type { RuntimeLog } from './readRuntimeLog';

const PAUSES = [GC_COLUMNS.indexOf('sweepTermClock'), GC_COLUMNS.indexOf('markTermClock')];
const COMPUTED = { gc: GC_COLUMNS.indexOf('share'), sched: SCHED_COLUMNS.indexOf('switches') };
/** Rows of CSV per step. */
const ROWS_PER_STEP = 2000;

interface CachedTimeline {
  readonly program: number | undefined;
  readonly timeline: LogTimeline;
}

/** The views of a log: what it contains, windows for charts, rows for tables, and the lines at a moment. */
export class LogViews {
  private readonly timelines = new Map<LogKind, CachedTimeline>();

  constructor(
    private readonly log: RuntimeLog,
    private readonly texts: LineTexts,
  ) {}

  summary(): RuntimeLogSummary {
    const { programs, gc, sched } = this.log;
    return {
      programs: programs.slice(0, MAX_PROGRAMS) satisfies readonly LogProgram[],
      programCount: programs.length,
      collections: gc.count,
      states: sched.count,
    };
  }

  extents({ program }: ProgramChoice): LogExtents {
    return { gc: this.extentOf('gc', program), sched: this.extentOf('sched', program) };
  }

  window({ kind, program, from, to, parts }: LogWindowParams): LogWindow {
    return thin(this.timeline(kind, program), { from, to }, parts);
  }

  rows({ kind, program, from, limit }: LogRowsParams): LogRow[] {
    const timeline = this.timeline(kind, program);
    const count = Math.max(0, Math.min(limit, timeline.count - timeline.gaps.length - from));
    return Array.from({ length: count }, (_, i) => {
      const place = placeOf(timeline, from + i);
      return { ...this.lineAt(kind, timeline, place), cells: this.cells(kind, timeline, place) };
    });
  }

  /** The lines at a moment, which is a range without length, or in a range. */
  pick({ program, from, to }: ProgramChoice & TimeRange): LogPicks {
    return { gc: this.pickOf('gc', program, from, to), sched: this.pickOf('sched', program, from, to) };
  }

  /** A table as CSV, with the number of each line's program, 1-based, that of the line, and its text. */
  *csv(kind: LogKind, { program }: ProgramChoice): Steps<string> {
    const timeline = this.timeline(kind, program);
    const lines = [csvLine(['program', 'line', ...LOG_TABLES[kind], 'text'])];
    for (let place = 0; place < timeline.count; place++) {
      if (place % ROWS_PER_STEP === 0) yield;
      if (timeline.rows[place] < 0) continue;
      const { program: index, line, text } = this.lineAt(kind, timeline, place);
      lines.push(csvLine([String(index + 1), String(line), ...this.cells(kind, timeline, place), text]));
    }
    return lines.join('');
  }

  private pickOf(kind: LogKind, program: number | undefined, from: number, to: number): LogPick {
    const timeline = this.timeline(kind, program);
    const { times, count, columns } = timeline;
    let [first, end] = [nearestIndex(times, count, from), 0];
    if (first < 0) return { count: 0, pause: 0 };
    if (from === to) {
      // A gap is beside a line.
      if (timeline.rows[first] < 0) first++;
      return { first: this.lineAt(kind, timeline, first), count: 1, pause: 0 };
    }
    if (times[first] < from) first++;
    let [lines, pause] = [0, 0];
    for (end = first; end < count && times[end] <= to; end++) {
      if (timeline.rows[end] < 0) continue;
      lines++;
      if (kind === 'gc') pause += PAUSES.reduce((sum, column) => sum + (columns[column][end] || 0), 0);
      if (lines % ROWS_PER_STEP === 0) checkpoint();
    }
    if (lines === 0) return { count: 0, pause: 0 };
    if (timeline.rows[first] < 0) first++;
    return { first: this.lineAt(kind, timeline, first), count: lines, pause };
  }

  private extentOf(kind: LogKind, program: number | undefined): LogExtent {
    const { count, gaps, times } = this.timeline(kind, program);
    return { count: count - gaps.length, ...(count > 0 && { span: { from: times[0], to: times[count - 1] } }) };
  }

  private cells(kind: LogKind, timeline: LogTimeline, place: number): string[] {
    return logCells(this.log, kind, timeline.rows[place], timeline.columns[COMPUTED[kind]][place]);
  }

  private lineAt(kind: LogKind, timeline: LogTimeline, place: number): LogLine {
    const { lines, programs } = this.log[kind];
    const logRow = timeline.rows[place];
    return {
      kind,
      row: tableRow(timeline, place),
      program: programs[logRow],
      time: timeline.times[place],
      line: lines[logRow],
      text: this.texts.textOf(lines[logRow]),
    };
  }

  private timeline(kind: LogKind, program: number | undefined): LogTimeline {
    const last = this.timelines.get(kind);
    if (last && last.program === program) return last.timeline;
    this.timelines.delete(kind);
    const timeline = logTimeline(this.log, kind, program);
    this.timelines.set(kind, { program, timeline });
    return timeline;
  }
}
