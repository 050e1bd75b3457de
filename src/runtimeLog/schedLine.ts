import { figure } from './gcLine';

/** The figures of a line of `GODEBUG=schedtrace=N`. */
export const SCHED_FIELDS = [
  /** Milliseconds since the start of the program. */
  'ms',
  'gomaxprocs', 'idleprocs', 'threads', 'spinningthreads', 'needspinning', 'idlethreads',
  /** Goroutines that wait in the queue of all processors. */
  'runqueue',
] as const;

type SchedField = (typeof SCHED_FIELDS)[number];

export interface SchedLine extends Record<SchedField, number> {
  /** Goroutines that wait in the queue of each processor; empty with scheddetail=1, which prints them elsewhere. */
  readonly queues: readonly number[];
  /** How often each processor chose a goroutine; empty in older versions of Go. */
  readonly ticks: readonly number[];
}

const START = /(?:^|\W)SCHED (\d+)ms: /;
const PAIR = /(?<!\w)(\w+)=(\d+)(?=\s|$)/g;
const QUEUES = / \[ ?(\d+(?: \d+)*) ?\]/;
const TICKS = / schedticks=\[ ?(\d+(?: \d+)*) ?\]/;
const KNOWN: ReadonlySet<string> = new Set(SCHED_FIELDS);

/**
 * Reads `SCHED 1000ms: gomaxprocs=2 idleprocs=0 threads=6 spinningthreads=0 needspinning=0 idlethreads=2 runqueue=0
 * [ 1 0 ] schedticks=[ 5 7 ]`. undefined for other lines.
 */
export function readSchedLine(line: string): SchedLine | undefined {
  if (!line.includes('SCHED ')) return undefined;
  const start = START.exec(line);
  if (!start) return undefined;
  const rest = line.slice(start.index + start[0].length);
  const read = Object.fromEntries(SCHED_FIELDS.map((field) => [field, NaN])) as Record<SchedField, number>;
  read.ms = Number(start[1]);
  for (const [, key, value] of rest.matchAll(PAIR)) if (KNOWN.has(key)) read[key as SchedField] = figure(value);
  return { ...read, queues: listOf(QUEUES.exec(rest)?.[1]), ticks: listOf(TICKS.exec(rest)?.[1]) };
}

function listOf(text: string | undefined): number[] {
  return text === undefined ? [] : text.split(' ').map(figure);
}
