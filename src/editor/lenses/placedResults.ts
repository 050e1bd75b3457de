import { figuresOf, type NamedResults, resultTitle } from '../../bench/resultText';
import type { BenchmarkResult } from '../../bench/parseOutput';
import { type RunCall, runCalls } from './runCalls';

/** The results of one call of `b.Run`, in the order printed. */
export interface ResultsAtCall {
  /** 1-based. */
  readonly line: number;
  readonly groups: readonly NamedResults[];
  /** Whether the call names its only sub-benchmark by a literal. */
  readonly isNamedThere: boolean;
}

/** The source of a benchmark in its file. */
export interface Extent {
  /** First and last line of the benchmark, 1-based. */
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the call of `b.Run` in the source `lines` that each sub-benchmark came from. Results that match several calls
 * are left out: the lens of the benchmark shows them.
 */
export function resultsAtCalls(
  groups: readonly NamedResults[],
  lines: readonly string[],
  { from, to }: Extent,
): ResultsAtCall[] {
  const innermost = runCalls(lines.slice(from - 1, to).join('\n')).filter(({ hasInner }) => !hasInner);
  const calls = innermost.map((call) => ({ ...call, pattern: patternOf(call) }));
  const callOf = (subName: string) => onlyCall(calls.filter(({ pattern }) => pattern.test(subName)));
  const found = groups.map((group) => ({ group, call: callOf(group.subName) }));
  return calls.flatMap((call): ResultsAtCall[] => {
    const own = found.filter((each) => each.call === call).map(({ group }) => group);
    if (own.length === 0) return [];
    return [{ line: call.line + from - 1, groups: own, isNamedThere: isLiteral(call) && own.length === 1 }];
  });
}

/** The lens title of a call: the figures, and the name of the sub-benchmark unless the call shows it. */
export function titleAtCall({ groups, isNamedThere }: ResultsAtCall, before?: readonly BenchmarkResult[]): string {
  return isNamedThere ? figuresOf(groups[0], before) : resultTitle(groups, before);
}

/** A literal name wins over calls that could compute the same name. */
function onlyCall<T extends RunCall>(calls: readonly T[]): T | undefined {
  const literal = calls.filter(isLiteral);
  const likely = literal.length > 0 ? literal : calls;
  return likely.length === 1 ? likely[0] : undefined;
}

function isLiteral({ path }: RunCall): boolean {
  return path.at(-1)!.isLiteral;
}

/** Matches the names of sub-benchmarks that a call can produce, and of those nested in them. */
function patternOf({ path }: RunCall): RegExp {
  const parts = path.map(({ text, isLiteral: isWhole }) => {
    const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    // testing names a duplicate `name#01`.
    return isWhole ? `${escaped}(?:#\\d+)?` : `${escaped}.*`;
  });
  return new RegExp(`^${parts.join('/')}(?:/|$)`);
}
