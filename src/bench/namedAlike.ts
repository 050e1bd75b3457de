import type { BenchmarkResult } from './parseOutput';
import { groupByName } from './resultsByCase';

/** The names of two benchmarks, or of two cases: `BenchmarkX`, `BenchmarkX/new`. */
interface TwoNames {
  readonly before: string;
  readonly now: string;
}

/**
 * The results of another benchmark, or with another GOMAXPROCS, under the names of the results that they are compared
 * with: `BenchmarkOld/size=1-8` → `BenchmarkNew/size=1`. Of one case each, whatever its name is.
 */
export function namedAlike(
  before: readonly BenchmarkResult[],
  now: readonly BenchmarkResult[],
  names: TwoNames,
): BenchmarkResult[] {
  const [only, ...others] = groupByName(now);
  if (only && others.length === 0 && groupByName(before).length === 1) {
    const { name, baseName, subName, procs } = only.results[0];
    return before.map((result) => ({ ...result, name, baseName, subName, procs }));
  }
  const [procs, procsNow] = [before, now].map(onlyProcs);
  const common = procs === undefined ? undefined : procsNow;
  return before.map((result) => renamed(result, names, common ?? result.procs));
}

/** GOMAXPROCS of all results; undefined if it differs among them. */
function onlyProcs(results: readonly BenchmarkResult[]): number | undefined {
  const all = new Set(results.map(({ procs }) => procs));
  return all.size === 1 ? results[0].procs : undefined;
}

function renamed(result: BenchmarkResult, { before, now }: TwoNames, procs: number): BenchmarkResult {
  const path = [result.baseName, result.subName].filter(Boolean).join('/');
  const isOfBefore = path === before || path.startsWith(`${before}/`);
  const [baseName, ...rest] = (isOfBefore ? now + path.slice(before.length) : path).split('/') as [string, ...string[]];
  const subName = rest.join('/');
  const name = `${baseName}${subName === '' ? '' : `/${subName}`}${procs > 1 ? `-${procs}` : ''}`;
  return { ...result, name, baseName, subName, procs };
}
