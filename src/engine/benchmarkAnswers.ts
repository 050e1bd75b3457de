import { comparing, type Comparison } from '../bench/comparison/resultsComparison';
import { valueIn } from '../bench/comparison/ignoredKeys';
import { type ReadResults, readResults } from '../bench/comparison/readResults';
import { standardExport } from '../bench/comparison/compareInputs';
import { NotTextError, resultFileText } from '../bench/comparison/resultFileText';
import { finish, type Guard, guarded } from '../profile/common/guard';
import type { BenchmarkQueries, ComparisonParams, ResultsBytes } from './benchmarkQueries';

type Query = keyof BenchmarkQueries;
type Params<N extends Query> = BenchmarkQueries[N][0];
type Answer<N extends Query> = BenchmarkQueries[N][1];

interface CachedComparison {
  readonly key: string;
  readonly comparison: Comparison;
}

/**
 * Answers queries about benchmark results. Every query carries its inputs' bytes in shared memory, and results are only
 * cached, so another worker can take over at any time.
 */
export class BenchmarkAnswers {
  /** By `ResultsBytes.results`. */
  private readonly read = new Map<number, ReadResults>();
  private lastComparison: CachedComparison | undefined;

  private readonly answers: { readonly [N in Query]: (params: Params<N>) => Answer<N> } = {
    readBenchmarks: (results) => this.summaryOf(results),
    compareBenchmarks: (params) => this.comparison(params).summary,
    benchmarkCounts: ({ filter, ...params }) => finish(this.comparison(params).counts(filter)),
    benchmarkRows: ({ rows, ...params }) => this.comparison(params).rows(rows),
    benchmarkRuns: ({ place, ...params }) => this.comparison(params).runs(place),
    benchmarkText: ({ format, ...params }) => this.comparison(params).text(format),
    exportBenchmarks: ({ inputs, ignoresProcs }) => {
      return standardExport(inputs.map((input) => this.input(input)), ignoresProcs);
    },
    forgetBenchmarks: () => this.clear(),
  };

  /** Throws the guard's errors, such as MemoryError and AbortError. */
  answer(query: Query, params: unknown, guard: Guard): unknown {
    return guarded(guard, () => this.answers[query](params as never));
  }

  /** Drops the cached results. */
  clear(): void {
    this.read.clear();
    this.lastComparison = undefined;
  }

  private summaryOf(results: ResultsBytes): Answer<'readBenchmarks'> {
    try {
      const read = this.resultsOf(results);
      const { count, skipped, skippedCount } = read;
      const commit = valueIn(read, 'commit') || undefined;
      const time = Date.parse(valueIn(read, 'commit-time') ?? '');
      return { count, skipped, skippedCount, commit, commitTime: Number.isNaN(time) ? undefined : time };
    } catch (cause) {
      if (cause instanceof NotTextError) return { problem: cause.message };
      throw cause;
    }
  }

  private comparison({ inputs, ignoresProcs }: ComparisonParams): Comparison {
    const key = JSON.stringify([inputs.map(({ results, label }) => [results, label]), ignoresProcs]);
    if (this.lastComparison?.key === key) return this.lastComparison.comparison;
    this.lastComparison = undefined;
    const inputIds = new Set(inputs.map(({ results }) => results));
    for (const id of this.read.keys()) if (!inputIds.has(id)) this.read.delete(id);
    const comparison = finish(comparing(inputs.map((input) => this.input(input)), ignoresProcs));
    this.lastComparison = { key, comparison };
    return comparison;
  }

  private input(input: ComparisonParams['inputs'][number]) {
    return { ...this.resultsOf(input), label: input.label };
  }

  private resultsOf({ results, bytes }: ResultsBytes): ReadResults {
    const cached = this.read.get(results);
    if (cached !== undefined) return cached;
    const read = finish(readResults(resultFileText(new Uint8Array(bytes))));
    this.read.set(results, read);
    return read;
  }
}
