import type { BenchmarkResult } from '../bench/parse';

/** Results that have the same name: one, or several where the benchmark ran more than once. */
export interface NamedResults {
  /** Path of the sub-benchmark, `size=10/fast`; empty for the benchmark itself. */
  readonly subName: string;
  readonly results: readonly BenchmarkResult[];
}

export interface PlacedResults {
  /** Those whose `b.Run("name", …)` stands in the source; 1-based lines. */
  readonly atRun: readonly (NamedResults & { readonly line: number })[];
  /** The benchmark's own, and those whose name is only known when it runs. */
  readonly atBenchmark: readonly NamedResults[];
}

const RUN_CALL = /\.Run\(\s*("(?:[^"\\\n]|\\.)*"|`[^`]*`)/g;

/** Where each result can stand. `lines` is the source; `from`, `to`: the benchmark's first and last line, 1-based. */
export function placeResults(
  results: readonly BenchmarkResult[],
  lines: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): PlacedResults {
  const runs = runLines(lines, from, to);
  const groups = grouped(results);
  const lineOf = ({ subName }: NamedResults) => {
    const found = runs.get(subName.split('/').at(-1)!);
    // A name that several calls use does not say which of them ran.
    return found?.length === 1 ? found[0] : undefined;
  };
  const shared = new Set<number>();
  const seen = new Set<number>();
  for (const line of groups.map(lineOf)) {
    if (line === undefined) continue;
    (seen.has(line) ? shared : seen).add(line);
  }
  const isPlaced = (group: NamedResults) => {
    const line = lineOf(group);
    return line !== undefined && !shared.has(line);
  };
  return {
    atRun: groups.filter(isPlaced).map((group) => ({ ...group, line: lineOf(group)! })),
    atBenchmark: groups.filter((group) => !isPlaced(group)),
  };
}

/** In the order printed. */
export function grouped(results: readonly BenchmarkResult[]): NamedResults[] {
  const groups = new Map<string, BenchmarkResult[]>();
  for (const result of results) groups.set(result.name, [...(groups.get(result.name) ?? []), result]);
  return [...groups.values()].map((group) => ({ subName: group[0].subName, results: group }));
}

/** Lines of calls to Run with a literal name, by that name as the testing package writes it. */
function runLines(lines: readonly string[], from: number, to: number): Map<string, number[]> {
  const runs = new Map<string, number[]>();
  for (let line = from; line <= Math.min(to, lines.length); line++) {
    for (const [, literal] of lines[line - 1].matchAll(RUN_CALL)) {
      const name = rewritten(unquoted(literal));
      runs.set(name, [...(runs.get(name) ?? []), line]);
    }
  }
  return runs;
}

function unquoted(literal: string): string {
  return literal.startsWith('`') ? literal.slice(1, -1) : literal.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

/** testing's rewrite(): spaces become underscores. */
function rewritten(name: string): string {
  return name.replace(/\s/g, '_');
}
