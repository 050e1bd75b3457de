import { type Guard, MemoryError } from '../profile/common/guard';
import type { BenchmarkAnswers } from './benchmarkAnswers';
import type { BenchmarkQueries } from './benchmarkQueries';
import { resultsTooLarge } from './failures';
import type { QueryName } from './queries';
import { EngineError } from './workerMessages';

const QUERIES: Readonly<Record<keyof BenchmarkQueries, true>> = {
  readBenchmarks: true,
  compareBenchmarks: true,
  benchmarkCounts: true,
  benchmarkRows: true,
  benchmarkRuns: true,
  benchmarkText: true,
  exportBenchmarks: true,
  forgetBenchmarks: true,
};

export function isAboutBenchmarks(query: QueryName): query is keyof BenchmarkQueries {
  return query in QUERIES;
}

/** Answers queries about benchmark results. Loads the code with the first query, because few windows need it. */
export class BenchmarkComparisons {
  private answers: BenchmarkAnswers | undefined;

  constructor(private readonly load: () => Promise<BenchmarkAnswers>) {}

  /** @throws EngineError or an AbortError */
  async answer(query: keyof BenchmarkQueries, params: unknown, guard: Guard): Promise<unknown> {
    this.answers ??= await this.load();
    try {
      return this.answers.answer(query, params, guard);
    } catch (cause) {
      if (!(cause instanceof MemoryError)) throw cause;
      this.clear();
      throw new EngineError('tooLarge', resultsTooLarge());
    }
  }

  /** Drops the cached results. */
  clear(): void {
    this.answers?.clear();
  }
}
