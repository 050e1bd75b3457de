import type { NamedResults } from '../../bench/resultsByCase';
import { type RunCall, runCalls } from '../../go/code/runCalls';
import { quoteMeta } from '../../profile/common/quoteMeta';

/** The results of one call of `b.Run`, in the order printed. */
export interface ResultsAtCall {
  /** 1-based. */
  readonly line: number;
  readonly groups: readonly NamedResults[];
  /** Whether the call names its only sub-benchmark by a literal. */
  readonly isNamedThere: boolean;
}

/** The lines of a benchmark in its file. */
export interface Extent {
  /** First and last line of the benchmark, 1-based. */
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the call of `b.Run` in the source `lines` that each sub-benchmark came from. Results that match several calls
 * or none are left out, because the lens of the benchmark shows them.
 */
export function resultsAtCalls(
  groups: readonly NamedResults[],
  lines: readonly string[],
  { from, to }: Extent,
): ResultsAtCall[] {
  const innermost = runCalls(lines.slice(from - 1, to).join('\n')).filter(({ hasInner }) => !hasInner);
  const calls = innermost.map((call) => ({ ...call, pattern: patternOf(call) }));
  const callOf = (subName: string) => onlyCall(calls.filter(({ pattern }) => pattern.test(subName)));
  const placed = groups.map((group) => ({ group, call: callOf(group.subName) }));
  return calls.flatMap((call): ResultsAtCall[] => {
    const ofCall = placed.filter((each) => each.call === call).map(({ group }) => group);
    if (ofCall.length === 0) return [];
    return [{ line: call.line + from - 1, groups: ofCall, isNamedThere: isLiteral(call) && ofCall.length === 1 }];
  });
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

/** Matches the names of sub-benchmarks that a call can produce, and the names of sub-benchmarks nested in them. */
function patternOf({ path }: RunCall): RegExp {
  const parts = path.map(({ text, isLiteral: isWhole }) => {
    const escaped = quoteMeta(text);
    // testing names a duplicate `name#01`.
    return isWhole ? `${escaped}(?:#\\d+)?` : `${escaped}.*`;
  });
  return new RegExp(`^${parts.join('/')}(?:/|$)`);
}
