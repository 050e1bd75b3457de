/** The figures of a line of `GODEBUG=gctrace=1`, in its order. */
export const GC_FIELDS = [
  /** The number of the collection. */
  'gc',
  /** Seconds since the start of the program. */
  'seconds',
  /** The share of time spent in collections since the start of the program, in percent. */
  'percent',
  /** Milliseconds of the clock. The program stops in the first and the last. */
  'sweepTermClock', 'markClock', 'markTermClock',
  /** Milliseconds of processors. */
  'sweepTermCpu', 'assistCpu', 'backgroundCpu', 'idleCpu', 'markTermCpu',
  /** Megabytes: the heap at the start and at the end, and what is live. */
  'heapStart', 'heapEnd', 'heapLive',
  /** Megabytes. */
  'goal', 'stacks', 'globals',
  /** GOMAXPROCS. */
  'procs',
  /** 1 if the program called runtime.GC. */
  'forced',
  /** 1 if goroutine leaks were looked for. */
  'leakCheck',
] as const;

export type GcField = (typeof GC_FIELDS)[number];

const START = /(?:^|[^\w.])gc (\d+) @([\d.]+)s (\d+)%((?: \([^()]*\))*): /;
const LEAK_CHECK = '(checking for goroutine leaks)';

/** What follows the figures after the colon, with the index of the first figure, and their number. */
const PARTS: ReadonlyMap<string, readonly [first: number, count: number]> = new Map([
  [' ms clock', [GC_FIELDS.indexOf('sweepTermClock'), 3]],
  [' ms cpu', [GC_FIELDS.indexOf('sweepTermCpu'), 5]],
  [' MB', [GC_FIELDS.indexOf('heapStart'), 3]],
  [' MB goal', [GC_FIELDS.indexOf('goal'), 1]],
  [' MB stacks', [GC_FIELDS.indexOf('stacks'), 1]],
  [' MB globals', [GC_FIELDS.indexOf('globals'), 1]],
  [' P', [GC_FIELDS.indexOf('procs'), 1]],
]);
const PROCS = GC_FIELDS.indexOf('procs');
const UNKNOWN: readonly number[] = GC_FIELDS.map(() => NaN);

/** A figure, and the whole line of Go 1.18 to 1.27, which is read several times as quickly as in parts. */
const N = String.raw`(\d+(?:\.\d+)?)`;
const WHOLE = new RegExp(
  String.raw`^gc ${N} @${N}s ${N}%: ${N}\+${N}\+${N} ms clock, ${N}\+${N}/${N}/${N}\+${N} ms cpu, ` +
  String.raw`${N}->${N}->${N} MB, ${N} MB goal, ${N} MB stacks, ${N} MB globals, ${N} P$`,
);

/**
 * Reads `gc 1 @0.017s 2%: 0.099+1.2+0.068 ms clock, 0.19+0.23/0.66/0.25+0.13 ms cpu, 3->3->1 MB, 4 MB goal, 0 MB
 * stacks, 0 MB globals, 2 P (forced)`.
 * @returns the figures in the order of GC_FIELDS; undefined for other lines
 */
export function readGcLine(line: string): readonly number[] | undefined {
  if (!line.includes('gc ')) return undefined;
  const whole = WHOLE.exec(line);
  if (!whole) return readInParts(line);
  const read = [...UNKNOWN];
  for (let i = 0; i <= PROCS; i++) read[i] = Number(whole[i + 1]);
  read[PROCS + 1] = read[PROCS + 2] = 0;
  return read;
}

function readInParts(line: string): readonly number[] | undefined {
  const start = START.exec(line);
  if (!start) return undefined;
  const [whole, gc, seconds, percent, remarks] = start;
  const read = [...UNKNOWN];
  [read[0], read[1], read[2]] = [Number(gc), Number(seconds), Number(percent)];
  read[PROCS + 1] = 0;
  read[PROCS + 2] = remarks.includes(LEAK_CHECK) ? 1 : 0;
  let isKnown = false;
  for (const part of line.slice(start.index + whole.length).split(', ')) {
    const forced = part.indexOf(' (forced)');
    if (forced >= 0) read[PROCS + 1] = 1;
    const text = (forced < 0 ? part : part.slice(0, forced)).trim();
    const end = text.indexOf(' ');
    const place = end < 0 ? undefined : PARTS.get(text.slice(end));
    const figures = text.slice(0, end).split(/->|[+/]/);
    if (!place || figures.length !== place[1]) continue;
    isKnown = true;
    figures.forEach((each, i) => (read[place[0] + i] = figure(each)));
  }
  return isKnown ? read : undefined;
}

/** NaN if the text is no figure. */
export function figure(text: string): number {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
}
