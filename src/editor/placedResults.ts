import { figuresOf, type NamedResults, resultTitle } from '../bench/namedResults';
import type { BenchmarkResult } from '../bench/parse';
import { type RunCall, runCalls } from './runCalls';

/** Results that one call of `b.Run` gave, in the order printed. */
export interface ResultsAtCall {
  /** 1-based. */
  readonly line: number;
  readonly groups: readonly NamedResults[];
  /** Whether the call says itself which sub-benchmark it runs. */
  readonly isNamedThere: boolean;
}

interface Extent {
  /** First and last line of the benchmark, 1-based. */
  readonly from: number;
  readonly to: number;
}

/**
 * Which call of `b.Run` in the source `lines` each sub-benchmark came from. Results that several calls could have given
 * are left out: they stand at the benchmark only.
 */
export function resultsAtCalls(
  groups: readonly NamedResults[],
  lines: readonly string[],
  { from, to }: Extent,
): ResultsAtCall[] {
  const calls = runCalls(lines.slice(from - 1, to).join('\n')).map((call) => ({ ...call, pattern: patternOf(call) }));
  const callOf = (subName: string) => onlyCall(calls.filter(({ pattern }) => pattern.test(subName)));
  const found = groups.map((group) => ({ group, call: callOf(group.subName) }));
  return calls.flatMap((call): ResultsAtCall[] => {
    const own = found.filter((each) => each.call === call).map(({ group }) => group);
    if (own.length === 0) return [];
    return [{ line: call.line + from - 1, groups: own, isNamedThere: isLiteral(call) && own.length === 1 }];
  });
}

/** What stands above a call: the figures where its name is a literal, else also whose they are. */
export function titleAtCall({ groups, isNamedThere }: ResultsAtCall, before?: readonly BenchmarkResult[]): string {
  return isNamedThere ? figuresOf(groups[0], before) : resultTitle(groups, before);
}

/** A name that is a literal comes from its literal, though another call could make up the same. */
function onlyCall<T extends RunCall>(calls: readonly T[]): T | undefined {
  const literal = calls.filter(isLiteral);
  const likely = literal.length > 0 ? literal : calls;
  return likely.length === 1 ? likely[0] : undefined;
}

function isLiteral({ path }: RunCall): boolean {
  return path.at(-1)!.isLiteral;
}

/** Paths of sub-benchmarks that a call can give; behind them those that the function it runs has itself. */
function patternOf({ path }: RunCall): RegExp {
  const parts = path.map(({ text, isLiteral: isWhole }) => {
    const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    // The second of a name is `name#01`.
    return isWhole ? `${escaped}(?:#\\d+)?` : `${escaped}.*`;
  });
  return new RegExp(`^${parts.join('/')}(?:/|$)`);
}
