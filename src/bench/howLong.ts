import type { BenchmarkLoop } from '../profile/lines/loopOfStacks';
import type { BenchmarkResult } from './parseOutput';
import { groupByName } from './resultsByCase';

/** How a benchmark is run. */
export interface RunPlan {
  /** The value of -benchtime: a time in milliseconds, or a number of iterations. */
  readonly benchtime: { readonly millis: number } | { readonly iterations: number };
  /** undefined if unknown. */
  readonly loop?: BenchmarkLoop | undefined;
  /** How many results each case has: -count, for each value of -cpu. */
  readonly rounds: number;
  /** How many times the program runs: once for each group of profiles, and once to be timed. */
  readonly runs: number;
}

/** What earlier results tell about the cases of a benchmark; a benchmark without cases has one. */
export interface KnownCases {
  /** The time of one result of each case, in milliseconds, in the order they run; 1 for each if unknown. */
  readonly weights: readonly number[];
  /** Whether the weights are milliseconds. */
  readonly areTimes: boolean;
}

/** With b.N, `go test` repeats a benchmark with more iterations until it lasts for the benchtime, times this factor. */
const ROUNDS_OF_N = 1.3;
const ROUNDS_OF_LOOP = 1.05;

/**
 * The time of one result of a case, in milliseconds, without setup that is not timed. undefined if it is unknown.
 * @param nanos the time of an operation
 */
export function resultMillis({ benchtime, loop }: Pick<RunPlan, 'benchtime' | 'loop'>, nanos?: number): number | undefined {
  const operation = nanos === undefined ? undefined : nanos / 1e6;
  if ('iterations' in benchtime) {
    const { iterations } = benchtime;
    // Before them, a benchmark runs a single iteration, except with b.Loop.
    const more = loop === 'b.Loop' || iterations === 1 ? 0 : 1;
    return operation === undefined ? undefined : (iterations + more) * operation;
  }
  const { millis } = benchtime;
  if (operation !== undefined && operation >= millis) return operation;
  if (loop === 'b.Loop') return ROUNDS_OF_LOOP * millis;
  // One iteration, then as many as take 1.2 times the benchtime, but at least two.
  return Math.max(ROUNDS_OF_N * millis, operation === undefined ? 0 : 3 * Math.min(operation, millis));
}

/**
 * The cases in the earlier results of a benchmark, or of one case; undefined if there are none.
 */
export function casesKnown(earlier: readonly BenchmarkResult[], plan: RunPlan): KnownCases | undefined {
  const nanosOf = new Map<string, number | undefined>();
  for (const { subName, results } of groupByName(earlier)) {
    const times = results.flatMap(({ values }) => values.filter(({ unit }) => unit === 'ns/op').map(({ value }) => value));
    const least = times.reduce((a, b) => Math.min(a, b), Infinity);
    nanosOf.set(subName, Number.isFinite(least) ? least : undefined);
  }
  if (nanosOf.size === 0) return undefined;
  const times = [...nanosOf.values()].map((nanos) => resultMillis(plan, nanos));
  const areTimes = times.every((time) => time !== undefined);
  return { weights: areTimes ? times : times.map(() => 1), areTimes };
}

/** The time of one run of all cases, in milliseconds; undefined if it is unknown. */
export function runMillis({ weights, areTimes }: KnownCases, { rounds }: Pick<RunPlan, 'rounds'>): number | undefined {
  return areTimes ? rounds * sum(weights) : undefined;
}

/** How far a run is. */
export interface RunState {
  /** The number of results so far. */
  readonly done: number;
  /** See RunPlan. */
  readonly rounds: number;
  /** undefined if the number of cases is unknown. */
  readonly known?: KnownCases | undefined;
  /** Whether the results so far are of cases (sub-benchmarks). */
  readonly haveNames: boolean;
  /** Milliseconds since the run began. */
  readonly millis: number;
  /** Milliseconds from the beginning of the run to the last result. */
  readonly lastMillis: number;
  /** How many runs follow. */
  readonly later: number;
}

/** A result is late after twice the expected time and this many milliseconds. Then, the time left is unknown. */
const LATE_MS = 3000;

/**
 * The time until the end of this run and the later ones, in milliseconds. The finished cases of this run tell how long
 * the others take; before the first one, earlier results do. undefined if it is unknown.
 */
export function millisLeft({ done, rounds, known, millis, lastMillis, later }: RunState): number | undefined {
  const factor = known && measuredFactor({ done, rounds, known, lastMillis });
  if (!known || factor === undefined || done > rounds * known.weights.length) return undefined;
  const weightOf = (result: number) => known.weights[Math.floor(result / rounds)] ?? 0;
  const whole = factor * rounds * sum(known.weights);
  const finished = factor * weightOfFirst(known, done, rounds);
  const next = factor * weightOf(done);
  const sinceLast = millis - (done > 0 ? lastMillis : 0);
  if (sinceLast > 2 * next + LATE_MS) return undefined;
  return whole - finished - Math.min(sinceLast, next) + later * whole;
}

/** Milliseconds for each unit of weight; undefined if nothing tells it. */
function measuredFactor(
  { done, rounds, known, lastMillis }: Pick<RunState, 'done' | 'rounds' | 'lastMillis'> & { readonly known: KnownCases },
): number | undefined {
  if (done > 0) return lastMillis / weightOfFirst(known, done, rounds);
  return known.areTimes ? 1 : undefined;
}

function weightOfFirst({ weights }: KnownCases, done: number, rounds: number): number {
  const cases = Math.floor(done / rounds);
  return rounds * sum(weights.slice(0, cases)) + (done % rounds) * (weights[cases] ?? 0);
}

/** What a finished run tells about the next ones. */
export function casesMeasured({ done, rounds, known, lastMillis }: RunState): KnownCases | undefined {
  if (done === 0) return known;
  const cases = Math.ceil(done / rounds);
  if (known?.weights.length !== cases) return { weights: Array<number>(cases).fill(lastMillis / done), areTimes: true };
  const factor = measuredFactor({ done, rounds, known, lastMillis })!;
  return { weights: known.weights.map((weight) => factor * weight), areTimes: true };
}

/** A benchmark without cases says how long it takes if this is longer, in milliseconds. */
const LONG_MS = 10_000;

/**
 * How far a run is: `case 7 of 24 · about 3 min left`; `case 7 · 40 s so far` if the number of cases is unknown;
 * `repetition 3 of 10 · about 8 s left`; `12 s of about 30 s`. undefined if there is no more to say than the time.
 * @param isPart whether the time left is left out, because what comes later takes time, too
 */
export function runText(state: RunState, isPart = false): string | undefined {
  const { done, rounds, known, haveNames, millis } = state;
  const cases = known?.weights.length ?? 0;
  const isOver = done > rounds * cases;
  const left = millisLeft(state);
  const rest = left === undefined || isPart ? (millis < 500 ? '' : ` · ${secondsText(millis)}`) : ` · ${aboutText(left)} left`;
  const number = Math.floor(done / rounds) + 1;
  if (known && !isOver && cases > 1) return `case ${Math.min(number, cases)} of ${cases}${rest}`;
  if (haveNames && (!known || isOver)) return `case ${number} · ${secondsText(millis)} so far`;
  if (rounds > 1) return `repetition ${Math.min(done + 1, rounds)} of ${rounds}${rest}`;
  const whole = known && runMillis(known, { rounds });
  const isTold = whole !== undefined && whole >= LONG_MS && millis <= whole;
  return isTold ? `${secondsText(millis)} of ${aboutText(whole)}` : undefined;
}

/** What is known before the first run: `24 cases known: the runs take about 2 min`; undefined if that is nothing. */
export function planText(known: KnownCases | undefined, plan: Pick<RunPlan, 'rounds' | 'runs'>): string | undefined {
  if (!known) return undefined;
  const cases = known.weights.length;
  const run = runMillis(known, plan);
  const all = run === undefined ? undefined : run * plan.runs;
  const take = all === undefined ? undefined : `the runs take ${aboutText(all)}`;
  if (cases > 1) return `${cases} cases known${take === undefined ? '' : `: ${take}`}`;
  return all !== undefined && all >= LONG_MS ? take : undefined;
}

/** `about 40 s`, `about 6 min`, `about 1 h 20 min`; `a few seconds` for a short time. */
export function aboutText(millis: number): string {
  const seconds = 5 * Math.round(millis / 5000);
  if (seconds <= 5) return 'a few seconds';
  if (seconds < 60) return `about ${seconds} s`;
  const minutes = Math.round(millis / 60_000);
  if (minutes < 60) return `about ${minutes} min`;
  const tens = 10 * Math.round(millis / 600_000);
  const rest = tens % 60;
  return `about ${Math.floor(tens / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

function secondsText(millis: number): string {
  return `${Math.round(millis / 1000)} s`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
