import { MemoryError } from '../profile/errors';
import type { Overseer } from '../profile/work/guard';
import type { BenchmarkAnswers } from './benchmarkAnswers';
import type { BenchmarkQueries } from './benchmarkQueries';
import { EngineError } from './workerMessages';

/** Queries about benchmark results. Few windows compare any, so the code for it is loaded with the first query. */
export class Benchmarks {
  private answers: BenchmarkAnswers | undefined;

  /** @throws EngineError or an AbortError */
  async answer(query: keyof BenchmarkQueries, params: unknown, overseer: Overseer): Promise<unknown> {
    const bundle = await import('./benchmarkAnswers');
    this.answers ??= new bundle.BenchmarkAnswers();
    try {
      return this.answers.answer(query, params, overseer);
    } catch (cause) {
      if (!(cause instanceof MemoryError)) throw cause;
      this.leave();
      throw new EngineError('tooLarge', TOO_LARGE);
    }
  }

  /** Drops what can be computed again. */
  leave(): void {
    this.answers?.leave();
  }
}

const TOO_LARGE =
  'These results need more memory than Linecost may take. To allow more, raise the setting linecost.limits.memory.';
