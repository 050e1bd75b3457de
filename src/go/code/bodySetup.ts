import type { TimedBody, TimerEvent, TimerUse } from './timerEvents';

/** The first and last line of a range, 1-based. */
export type LineRange = readonly [first: number, last: number];

/** The setup lines of a function and of its function literals. */
export interface BodySetup extends TimerUse {
  /** Once per round, while the timer is off. */
  readonly untimed: readonly LineRange[];
  /** Possibly once per operation. */
  readonly repeated: readonly LineRange[];
  /** Once per round, while the timer is on. */
  readonly timed: readonly LineRange[];
}

/** Which lines of a function are setup: see benchmarkSetup. */
export function bodySetup({ returnsBenchmark, events, lines: [first, last] }: TimedBody): BodySetup {
  const literals = ofKind(events, 'literal').map(({ body }) => ({ lines: body.lines, setup: bodySetup(body) }));
  const [loop] = ofKind(events, 'loop');
  const loopAt = loop ? events.indexOf(loop) : events.length;
  const loopEnd = ofKind(events.slice(loopAt), 'blockEnd').find(({ depth }) => depth === 1)?.line ?? last;
  const resetAt = ofKind(events.slice(0, loopAt), 'reset').at(-1)?.line;
  // A function that returns a benchmark runs before that benchmark, like the lines around b.Run, which reports nothing.
  const isAllSetup = !loop && (returnsBenchmark || ofKind(events, 'subBenchmarks').length > 0);
  const untimedEnd = resetAt ?? first - 1;
  const setupEnd = loop ? loop.line - 1 : isAllSetup ? last : untimedEnd;
  const timedFrom = (loop && !loop.resets ? untimedEnd : setupEnd) + 1;

  const nested = literals.map(({ lines }) => lines);
  const stopped = stoppedLines(events);
  const stoppedSetup = without(stopped.map(([from, end]) => [Math.max(from, timedFrom), end]), nested);
  const repeated = without(stoppedSetup, loop ? [[first, loop.line - 1], [loopEnd + 1, last]] : []);
  const before = without([[first, Math.min(setupEnd, timedFrom - 1)]], nested);
  const notTimed = [...nested, ...stopped].sort(([a], [b]) => a - b);
  const timed = without([[Math.max(first, timedFrom), setupEnd]], notTimed);
  const inLiterals = (kind: 'untimed' | 'repeated' | 'timed') => literals.flatMap(({ setup }) => setup[kind]);
  const own: TimerUse = {
    measures: loop ? 'loop' : isAllSetup ? 'subBenchmarks' : undefined,
    resets: resetAt !== undefined || loop?.resets === true,
    mayStartTimer: events.some(({ kind }) => kind === 'start' || kind === 'mayStart'),
  };
  // For a function that returns a benchmark, its function literal counts: `bench(10)(b)` calls the literal at once.
  const returned = returnsBenchmark ? literals.find(({ setup }) => setup.measures !== undefined)?.setup : undefined;
  return {
    untimed: [...before, ...without(stoppedSetup, repeated), ...inLiterals('untimed')],
    repeated: [...repeated, ...inLiterals('repeated')],
    timed: [...timed, ...inLiterals('timed')],
    ...own,
    ...(returned && { measures: returned.measures, resets: returned.resets }),
  };
}

function ofKind<K extends TimerEvent['kind']>(events: readonly TimerEvent[], kind: K) {
  return events.filter((event): event is Extract<TimerEvent, { kind: K }> => event.kind === kind);
}

/** Lines from `b.StopTimer()` to `b.StartTimer()`, or to the end of the block. */
function stoppedLines(events: readonly TimerEvent[]): LineRange[] {
  const stopped: LineRange[] = [];
  let stop: Extract<TimerEvent, { kind: 'stop' }> | undefined;
  for (const event of events) {
    if (event.kind === 'stop') stop ??= event;
    const isBlockEnd = event.kind === 'blockEnd' && stop !== undefined && event.depth < stop.depth;
    if (!stop || !(isBlockEnd || event.kind === 'start' || event.kind === 'mayStart')) continue;
    stopped.push([stop.line, Math.max(stop.line, event.kind === 'start' ? event.line : event.line - 1)]);
    stop = undefined;
  }
  return stopped;
}

/** Subtracts `others` from `ranges`; both are sorted. */
function without(ranges: readonly LineRange[], others: readonly LineRange[]): LineRange[] {
  const rest: LineRange[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    while (next < others.length && others[next][1] < first) next++;
    let from = first;
    for (let at = next; from <= last && at < others.length && others[at][0] <= last; at++) {
      const [start, end] = others[at];
      if (start - 1 >= from) rest.push([from, start - 1]);
      from = Math.max(from, end + 1);
    }
    if (from <= last) rest.push([from, last]);
  }
  return rest;
}
