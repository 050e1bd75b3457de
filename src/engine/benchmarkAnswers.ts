import { type Comparison, comparing } from '../bench/comparison/resultsComparison';
import { valueIn } from '../bench/comparison/inputKeys';
import { type ReadResults, readResults } from '../bench/comparison/readResults';
import { standardExport } from '../bench/comparison/standardExport';
import { NotTextError, resultFileText } from '../bench/comparison/resultFileText';
import { finish, overseen, type Overseer } from '../profile/work/guard';
import type { BenchmarkQueries, ComparisonParams, ResultsBytes } from './benchmarkQueries';

type Query = keyof BenchmarkQueries;
type Params<N extends Query> = BenchmarkQueries[N][0];
type Answer<N extends Query> = BenchmarkQueries[N][1];

interface Compared {
  readonly key: string;
  readonly comparison: Comparison;
}

/**
 * Compares benchmark results. Each query names its inputs and holds their bytes, in shared memory; what is computed
 * from them is only cached, so that another worker can take over at any time. A bundle of its own, with its own copy of
 * the guard: hence the overseer as a parameter.
 */
export class BenchmarkAnswers {
  /** By the number of their bytes. */
  private readonly read = new Map<number, ReadResults>();
  private last: Compared | undefined;

  private readonly answers: { readonly [N in Query]: (params: Params<N>) => Answer<N> } = {
    readBenchmarks: (results) => this.found(results),
    compareBenchmarks: (params) => this.comparison(params).summary,
    benchmarkCounts: ({ filter, ...params }) => finish(this.comparison(params).counts(filter)),
    benchmarkRows: ({ rows, ...params }) => this.comparison(params).rows(rows),
    benchmarkRuns: ({ place, ...params }) => this.comparison(params).runs(place),
    benchmarkText: ({ format, ...params }) => this.comparison(params).text(format),
    exportBenchmarks: ({ inputs }) => Buffer.from(standardExport(inputs.map((input) => this.input(input)))),
    forgetBenchmarks: () => this.leave(),
  };

  /** Throws what the overseer throws. */
  answer(query: Query, params: unknown, overseer: Overseer): unknown {
    return overseen(overseer, () => this.answers[query](params as never));
  }

  /** Drops what can be computed again. */
  leave(): void {
    this.read.clear();
    this.last = undefined;
  }

  private found(results: ResultsBytes): Answer<'readBenchmarks'> {
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
    if (this.last?.key === key) return this.last.comparison;
    this.last = undefined;
    const params = new Set(inputs.map(({ results }) => results));
    for (const known of this.read.keys()) if (!params.has(known)) this.read.delete(known);
    const comparison = finish(comparing(inputs.map((input) => this.input(input)), ignoresProcs));
    this.last = { key, comparison };
    return comparison;
  }

  private input(input: ComparisonParams['inputs'][number]) {
    return { ...this.resultsOf(input), label: input.label };
  }

  private resultsOf({ results, bytes }: ResultsBytes): ReadResults {
    const known = this.read.get(results);
    if (known !== undefined) return known;
    const read = finish(readResults(resultFileText(new Uint8Array(bytes))));
    this.read.set(results, read);
    return read;
  }
}
