/** Types of what is known of a log of the runtime; pages may import them. */
import type { TimeRange, TimelineWindow } from '../timeline/window';

/** Lines of `gctrace`, or of `schedtrace`. */
export type LogKind = 'gc' | 'sched';

/**
 * The columns of a window of collections. The last ones: the share of CPU that the collection took of the time since
 * the one before, in percent, and marks, which are 1 or 0.
 */
export const GC_COLUMNS = [
  'heapStart', 'heapEnd', 'heapLive', 'goal', 'sweepTermClock', 'markClock', 'markTermClock', 'stacks', 'globals',
  'percent', 'share', 'forced', 'leakCheck', 'start',
] as const;

/** The columns of a window of the scheduler. `switches` are those of a second since the line before. */
export const SCHED_COLUMNS = [
  'threads', 'idlethreads', 'spinningthreads', 'gomaxprocs', 'idleprocs', 'runqueue', 'queued', 'switches', 'start',
] as const;

/** A program whose lines are in the text: a program that was started again is another one. */
export interface LogProgram {
  /** What stands before its first line: `web-1  |`. */
  readonly prefix: string;
  /** Of its lines, 1-based. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** The number of its first collection; 0 without any. */
  readonly firstCollection: number;
  /** The moment of its first line, in seconds since the start of the program. */
  readonly firstSeconds: number;
  readonly collections: number;
  readonly states: number;
  /** The latest moment of a line, in seconds since the start of the program. */
  readonly seconds: number;
}

export interface RuntimeLogSummary {
  /** In the order in which they begin; at most MAX_PROGRAMS. */
  readonly programs: readonly LogProgram[];
  readonly programCount: number;
  readonly collections: number;
  /** Lines of the scheduler. */
  readonly states: number;
}

/** Limit for the programs in a summary. */
export const MAX_PROGRAMS = 1000;

/** One program by its index; unset: all, one after the other on the time axis. */
export interface ProgramChoice {
  readonly program?: number | undefined;
}

/** The lines of a kind: their number, and their time on the axis; no time without lines. */
export interface LogExtent {
  readonly count: number;
  readonly span?: TimeRange;
}

export type LogExtents = Readonly<Record<LogKind, LogExtent>>;

export interface LogWindowParams extends ProgramChoice, TimeRange {
  readonly kind: LogKind;
  /** The number of points, at most, but for those beside the range. */
  readonly parts: number;
}

export type LogWindow = TimelineWindow;

/** A range of a table's rows. */
export interface LogRowsParams extends ProgramChoice {
  readonly kind: LogKind;
  readonly from: number;
  readonly limit: number;
}

/** A line of the text. */
export interface LogLine {
  readonly kind: LogKind;
  /** Its row in the table. */
  readonly row: number;
  /** The index of its program. */
  readonly program: number;
  /** On the time axis, in seconds. */
  readonly time: number;
  /** 1-based. */
  readonly line: number;
  /** As in the text; long ones are cut. */
  readonly text: string;
}

export interface LogRow extends LogLine {
  /** As printed, by the columns of the kind's table. */
  readonly cells: readonly string[];
}

/** What a selected moment or range has. */
export interface LogPick {
  /** The line nearest to a moment; of a range, the first one. */
  readonly first?: LogLine;
  /** The number of lines. */
  readonly count: number;
  /** The sum of the pauses of a range, in milliseconds; 0 for the scheduler. */
  readonly pause: number;
}

export type LogPicks = Readonly<Record<LogKind, LogPick>>;

/** The columns of the tables, before that of the line's text; as in CSV. */
export const LOG_TABLES: Readonly<Record<LogKind, readonly string[]>> = {
  gc: [
    'time (s)', 'gc', 'heap start (MB)', 'heap end (MB)', 'live (MB)', 'goal (MB)', 'sweep termination pause (ms)',
    'mark (ms)', 'mark termination pause (ms)', 'CPU since start (%)', 'computed CPU since last (%)', 'stacks (MB)',
    'globals (MB)', 'sweep termination CPU (ms)', 'assist CPU (ms)', 'background CPU (ms)', 'idle CPU (ms)',
    'mark termination CPU (ms)', 'P', 'remarks',
  ],
  sched: [
    'time (ms)', 'threads', 'idle threads', 'spinning threads', 'P', 'idle P', 'need spinning', 'run queue',
    'queues of P', 'ticks', 'computed ticks per second',
  ],
};
