import { finish, type Steps } from '../profile/common/guard';
import { type BenchmarkOutput, type BenchmarkResult, type BenchmarkUnit, readBenchmarks } from './parseOutput';
import { caseKey } from './resultsByCase';

export type { Rounds };

/** Results of one benchmark, or of one case of it. */
export interface GoTestResults {
  readonly results: readonly BenchmarkResult[];
  /** Whether the program itself printed lines that look like results. `results` does not have these. */
  readonly hasPrintedResults: boolean;
  /** The `Unit` lines of the output. */
  readonly units: readonly BenchmarkUnit[];
}

/** The settings for `go test` that may contain `-cpu`. */
interface GoArguments {
  readonly testArgs: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The results of `go test` for one benchmark, `BenchmarkX`, or for one case, `BenchmarkX/case`, and its
 * sub-benchmarks. Lines of the program that look like results are left out.
 */
export function resultsOf(output: string, name: string, rounds?: Rounds): readonly BenchmarkResult[] {
  return finish(readResultsOf(output, name, rounds)).results;
}

/**
 * Like `resultsOf`, in steps.
 * @param rounds how many times `go test` ran the benchmark: the last results of each case, one per round, come from
 * `go test`; the program printed any earlier ones
 */
export function* readResultsOf(output: string, name: string, rounds?: Rounds): Steps<GoTestResults> {
  return yield* selectResults(yield* readBenchmarks(output), name, rounds);
}

/** The results of one benchmark or case in an output that was read, which may be that of a run that goes on. */
export function* selectResults(
  { results, displaced, units }: BenchmarkOutput,
  name: string,
  rounds: Rounds = { count: Infinity },
): Steps<GoTestResults> {
  const [baseName, ...parts] = name.split('/');
  const path = parts.join('/');
  const isSelected = (subName: string) => path === '' || subName === path || subName.startsWith(`${path}/`);
  const ofBenchmark = results.filter((result) => result.baseName === baseName);
  yield;
  const withFigures = withMemory(ofBenchmark);
  yield;
  const split = withProcessors(withFigures, name, rounds);
  yield;
  const measured = yield* lastOfEach(split.filter(({ subName }) => isSelected(subName)), rounds);
  const isPrinted = displaced > 0 || measured.length < ofBenchmark.filter(({ subName }) => isSelected(subName)).length;
  return { results: measured, hasPrintedResults: isPrinted, units };
}

/**
 * Drops results without memory figures if others of the same name have such figures. Linecost runs `go test` with
 * -benchmem, so the program itself printed the results without them.
 */
function withMemory(results: readonly BenchmarkResult[]): readonly BenchmarkResult[] {
  const hasMemory = ({ values }: BenchmarkResult) => values.some(({ unit }) => unit === 'allocs/op');
  const measured = new Set(results.filter(hasMemory).map(({ name }) => name));
  return results.filter((result) => hasMemory(result) || !measured.has(result.name));
}

/** The last results of each case, because a benchmark prints its own lines before `go test` prints the result. */
function* lastOfEach(
  results: readonly BenchmarkResult[],
  { count, cpus }: Rounds,
): Steps<readonly BenchmarkResult[]> {
  const keys = results.map(caseKey);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  yield;
  return results.filter((result, i) => {
    const remaining = counts.get(keys[i])!;
    counts.set(keys[i], remaining - 1);
    return remaining <= count * (cpus?.filter((each) => each === result.procs).length ?? 1);
  });
}

/**
 * How `go test` runs each benchmark.
 * @param count the value of `-count`; undefined means 1
 * @param go arguments and GOFLAGS, which may contain `-cpu=1,2`
 */
export function roundsOf(count: number | undefined, go: GoArguments): Rounds {
  const words = [...(go.env.GOFLAGS ?? '').split(/\s+/), ...go.testArgs];
  const cpuFlag = words.findLast((word) => /^--?cpu=/.test(word)) ?? '';
  const cpus = cpuFlag.replace(/^.*=/, '').split(',').map(Number).filter((each) => each > 0);
  return { count: count ?? 1, ...(cpus.length > 0 && { cpus }) };
}

/** `before`, with newer results for the cases in `measured`; cases without earlier results come last. */
export function mergedResults(
  before: readonly BenchmarkResult[],
  measured: readonly BenchmarkResult[],
): readonly BenchmarkResult[] {
  const newer = new Map<string, BenchmarkResult[]>();
  for (const result of measured) {
    const group = newer.get(result.subName);
    if (group === undefined) newer.set(result.subName, [result]);
    else group.push(result);
  }
  const merged = before.flatMap((result) => {
    const { subName } = result;
    const group = newer.get(subName);
    if (group === undefined) return [result];
    newer.set(subName, []);
    return group;
  });
  return [...merged, ...measured.filter(({ subName }) => newer.get(subName)!.length > 0)];
}

/** How `go test` ran a benchmark. */
interface Rounds {
  /** How many times it ran for each entry of `cpus`. */
  readonly count: number;
  /** The values of GOMAXPROCS, perhaps with repetitions; undefined for a single unknown value. */
  readonly cpus?: readonly number[];
}

/**
 * Splits the names of results as `go test` composed them. `go test` appends GOMAXPROCS, `size-10` → `size-10-8`, unless
 * GOMAXPROCS is 1; in that case, a final `-10` belongs to the name. Results whose GOMAXPROCS is not in `cpus` are left
 * out, because the program must have printed them.
 * @param results the results of one benchmark, in the order printed
 * @param name the benchmark that was run: `BenchmarkX`, or the case `BenchmarkX/case`
 */
function withProcessors(
  results: readonly BenchmarkResult[],
  name: string,
  { count, cpus = [likelyProcessors(results, name)] }: Rounds,
): BenchmarkResult[] {
  return inOrderOfRuns(results, count, cpus) ?? results.flatMap((result) => {
    const { procs } = result;
    if (procs > 1 && cpus.includes(procs)) return [result];
    return cpus.includes(1) ? withOneProcessor(result) : [];
  });
}

/**
 * Tells results with the same name apart by their order: with `-cpu=1,2`, `size-2` is the case `size` with GOMAXPROCS=2
 * or the case `size-2` with 1. `go test` runs one case after the other, each of them `count` times for each of `cpus`.
 * Returns undefined if the results are not in this order, for example because the program printed some of them.
 */
function inOrderOfRuns(
  results: readonly BenchmarkResult[],
  count: number,
  cpus: readonly number[],
): BenchmarkResult[] | undefined {
  if (!Number.isFinite(count) || results.length % (count * cpus.length) !== 0) return undefined;
  const runs = cpus.flatMap((procs) => Array<number>(count).fill(procs));
  const read: BenchmarkResult[] = [];
  let path = '';
  for (const [i, result] of results.entries()) {
    const run = i % runs.length;
    const [split] = withProcs(result, runs[run]);
    if (!split) return undefined;
    if (run === 0) path = split.subName;
    if (split.subName !== path) return undefined;
    read.push(split);
  }
  return read;
}

/** The result, if it can be one with this GOMAXPROCS; else an empty list. */
function withProcs(result: BenchmarkResult, procs: number): readonly BenchmarkResult[] {
  if (procs === 1) return withOneProcessor(result);
  return result.procs === procs ? [result] : [];
}

/** The result with GOMAXPROCS=1, so that a number at the end belongs to the name; empty for `BenchmarkX-2`. */
function withOneProcessor(result: BenchmarkResult): readonly BenchmarkResult[] {
  const { name, baseName } = result;
  const path = name.slice(baseName.length);
  // The name of a Go function has no dash.
  return path === '' || path.startsWith('/') ? [{ ...result, subName: path.slice(1), procs: 1 }] : [];
}

/** The GOMAXPROCS of results that all ran with one value; 1 if the names do not show it. */
function likelyProcessors(results: readonly BenchmarkResult[], name: string): number {
  // The last result always comes from `go test`.
  const last = results.at(-1);
  if (last === undefined || last.name === name) return 1;
  const isCertain = last.subName === '' || results.every(({ procs }) => procs === last.procs);
  return isCertain ? last.procs : 1;
}
