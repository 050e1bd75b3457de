import type { NamedResults } from '../../bench/resultText';
import { type Extent, resultsAtCalls } from './resultsAtCalls';
import { runCalls } from '../../capture/goCode/runCalls';

/** A sub-benchmark that can be profiled alone. */
export interface CaseAtCall {
  /** 1-based line of its `b.Run`. */
  readonly line: number;
  /** As printed, after the benchmark's name: `encode/short_text`. */
  readonly subName: string;
  /** Whether it has sub-benchmarks itself. */
  readonly hasInner: boolean;
}

/**
 * The sub-benchmarks whose `b.Run` is in the source `lines` and whose whole names are known: from literals, or from
 * results if a call has given results of one name. Of two calls with the same literal, testing numbers the second one,
 * so only the first is returned.
 */
export function casesAtCalls(groups: readonly NamedResults[], lines: readonly string[], extent: Extent): CaseAtCall[] {
  const { from, to } = extent;
  const measured = new Map(resultsAtCalls(groups, lines, extent).map((at) => [at.line, subNamesOf(at.groups)]));
  const cases = runCalls(lines.slice(from - 1, to).join('\n')).flatMap((call): CaseAtCall[] => {
    if (!call.isOfBenchmark) return [];
    const line = call.line + from - 1;
    const known = measured.get(line) ?? [];
    const isLiteral = call.path.every((name) => name.isLiteral);
    const subName = isLiteral ? call.path.map(({ text }) => text || UNNAMED).join('/') : known[0];
    return subName === undefined || known.length > 1 ? [] : [{ line, subName, hasInner: call.hasInner }];
  });
  const firsts = new Map(cases.toReversed().map((each) => [each.subName, each]));
  return cases.filter((each) => firsts.get(each.subName) === each);
}

/** What testing calls the first sub-benchmark with an empty name. */
const UNNAMED = '#00';

function subNamesOf(groups: readonly NamedResults[]): string[] {
  return [...new Set(groups.map(({ subName }) => subName))];
}
