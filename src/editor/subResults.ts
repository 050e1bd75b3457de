import type { BenchmarkResult } from '../bench/parse';

/** Results that have the same name: one, or several where the benchmark ran more than once. */
export interface NamedResults {
  /** Path of the sub-benchmark, `size=10/fast`; empty for the benchmark itself. */
  readonly subName: string;
  readonly results: readonly BenchmarkResult[];
}

export interface StandingResults extends NamedResults {
  /** 1-based. */
  readonly line: number;
  /** Whether the line says itself which sub-benchmark it runs. */
  readonly isNamedThere: boolean;
}

export interface PlacedResults {
  /** Those of sub-benchmarks, each behind a line of its own. */
  readonly atLines: readonly StandingResults[];
  /** The benchmark's own, and those for which there were not enough lines. */
  readonly atBenchmark: readonly NamedResults[];
}

interface Extent {
  /** First and last line of the benchmark, 1-based. */
  readonly from: number;
  readonly to: number;
}

const RUN_CALL = /\.Run\(\s*(?:("(?:[^"\\\n]|\\.)*"|`[^`]*`)\s*,|[^\s"`)])/g;

/**
 * Where each result can stand in the source `lines`: a sub-benchmark whose name is a literal at its `b.Run("name", …)`;
 * those that get their names when they run one below the other from their call on, or from the top where several calls
 * could have run them.
 */
export function placeResults(
  results: readonly BenchmarkResult[],
  lines: readonly string[],
  extent: Extent,
): PlacedResults {
  const { literal, dynamic } = runCalls(lines, extent);
  const groups = grouped(results);
  const literalLines = new Map(groups.map((group) => [group, literal.get(lastElement(group))]));
  const users = (at: number) => [...literalLines.values()].filter((found) => found?.[0] === at).length;
  const named = groups.flatMap((group): StandingResults[] => {
    const found = literalLines.get(group);
    // A name that several calls use, or a call that ran under several names, is no place for one result.
    const isItsOwn = found?.length === 1 && users(found[0]) === 1;
    return isItsOwn ? [{ ...group, line: found[0], isNamedThere: true }] : [];
  });
  const rest = groups.filter(({ subName }) => subName !== '' && !named.some((placed) => placed.subName === subName));
  const start = dynamic.length === 1 ? dynamic[0] : extent.from;
  const free = range(start, Math.min(extent.to, lines.length)).filter((line) => !named.some((at) => at.line === line));
  const stacked = rest.slice(0, free.length).map((group, i) => ({ ...group, line: free[i], isNamedThere: false }));
  const own = groups.filter(({ subName }) => subName === '');
  return { atLines: [...named, ...stacked], atBenchmark: [...own, ...rest.slice(free.length)] };
}

/** In the order printed. */
export function grouped(results: readonly BenchmarkResult[]): NamedResults[] {
  const groups = new Map<string, BenchmarkResult[]>();
  for (const result of results) groups.set(result.name, [...(groups.get(result.name) ?? []), result]);
  return [...groups.values()].map((group) => ({ subName: group[0].subName, results: group }));
}

/** Lines of calls to Run: with a literal name, by that name as the testing package writes it, and all others. */
function runCalls(lines: readonly string[], { from, to }: Extent) {
  const literal = new Map<string, number[]>();
  const dynamic: number[] = [];
  for (const line of range(from, Math.min(to, lines.length))) {
    for (const [, quoted] of lines[line - 1].matchAll(RUN_CALL)) {
      if (quoted === undefined) dynamic.push(line);
      else literal.set(rewritten(unquoted(quoted)), [...(literal.get(rewritten(unquoted(quoted))) ?? []), line]);
    }
  }
  return { literal, dynamic };
}

function lastElement({ subName }: NamedResults): string {
  return subName.split('/').at(-1)!;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

function unquoted(literal: string): string {
  return literal.startsWith('`') ? literal.slice(1, -1) : literal.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

/** testing's rewrite(): spaces become underscores. */
function rewritten(name: string): string {
  return name.replace(/\s/g, '_');
}
