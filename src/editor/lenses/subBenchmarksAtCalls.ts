import type { NamedResults } from '../../bench/resultsByCase';
import { type Extent, resultsAtCalls } from './resultsAtCalls';
import { runCalls } from '../../go/code/runCalls';

/** A sub-benchmark that can be profiled alone. */
export interface SubBenchmarkAtCall {
  /** 1-based line of its `b.Run`. */
  readonly line: number;
  /** As printed, after the benchmark's name: `encode/short_text`. */
  readonly subName: string;
  /** Whether it has sub-benchmarks itself. */
  readonly hasSubBenchmarks: boolean;
}

/**
 * Returns the sub-benchmarks whose `b.Run` call is in `extent`, on a `*testing.B`, and whose full name is known: all
 * parts are literals, or the results of the call have one name. A call whose results have several names is left out,
 * unless they are those of its sub-benchmarks, which a function elsewhere may run. Package testing appends #01 to a
 * repeated name, so only the first call with a name is returned.
 */
export function subBenchmarksAtCalls(
  groups: readonly NamedResults[],
  lines: readonly string[],
  extent: Extent,
): SubBenchmarkAtCall[] {
  const { from, to } = extent;
  const measured = new Map(resultsAtCalls(groups, lines, extent).map((at) => [at.line, subNamesOf(at.groups)]));
  const all = runCalls(lines.slice(from - 1, to).join('\n')).flatMap((call): SubBenchmarkAtCall[] => {
    if (!call.isOfBenchmark) return [];
    const line = call.line + from - 1;
    const subNames = measured.get(line) ?? [];
    const isLiteral = call.path.every((name) => name.isLiteral);
    const subName = isLiteral ? call.path.map(({ text }) => text || UNNAMED).join('/') : subNames[0];
    const isOwn = (measured: string) => measured === subName || (isLiteral && measured.startsWith(`${subName}/`));
    if (subName === undefined || !subNames.every(isOwn)) return [];
    return [{ line, subName, hasSubBenchmarks: call.hasInner || subNames.some((measured) => measured !== subName) }];
  });
  const firsts = new Map(all.toReversed().map((each) => [each.subName, each]));
  return all.filter((each) => firsts.get(each.subName) === each);
}

/** The name that package testing gives to the first sub-benchmark with an empty name. */
const UNNAMED = '#00';

function subNamesOf(groups: readonly NamedResults[]): string[] {
  return [...new Set(groups.map(({ subName }) => subName))];
}
