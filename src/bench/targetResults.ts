import { parseBenchmarks, type BenchmarkResult } from './parse';

/**
 * Results of one benchmark, `BenchmarkX` or a case of it, `BenchmarkX/case`, with what is below it. A program may print
 * whatever it likes, also lines that look like the results of another.
 */
export function resultsOf(output: string, name: string): BenchmarkResult[] {
  const [baseName, ...parts] = name.split('/');
  const path = parts.join('/');
  const isOwn = (subName: string) => path === '' || subName === path || subName.startsWith(`${path}/`);
  return parseBenchmarks(output).results.filter((result) => result.baseName === baseName && isOwn(result.subName));
}

/** Earlier results of a benchmark, with those of the cases that were measured anew in the place of their older ones. */
export function mergedResults(
  before: readonly BenchmarkResult[],
  measured: readonly BenchmarkResult[],
): readonly BenchmarkResult[] {
  const newer = new Set(measured.map(({ subName }) => subName));
  const placed = new Set<string>();
  const kept = before.flatMap((result) => {
    const { subName } = result;
    if (!newer.has(subName)) return [result];
    if (placed.has(subName)) return [];
    placed.add(subName);
    return measured.filter((each) => each.subName === subName);
  });
  return [...kept, ...measured.filter(({ subName }) => !placed.has(subName))];
}
