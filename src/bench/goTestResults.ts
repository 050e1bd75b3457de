import { finish, type Steps } from '../profile/common/guard';
import { readBenchmarks, type BenchmarkResult, type BenchmarkUnit } from './parseOutput';
import { type Rounds, withProcessors } from './processorSuffix';
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
export function* readResultsOf(
  output: string,
  name: string,
  rounds: Rounds = { count: Infinity },
): Steps<GoTestResults> {
  const [baseName, ...parts] = name.split('/');
  const path = parts.join('/');
  const isSelected = (subName: string) => path === '' || subName === path || subName.startsWith(`${path}/`);
  const { results, displaced, units } = yield* readBenchmarks(output);
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
