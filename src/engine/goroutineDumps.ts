import { type Guard, MemoryError } from '../profile/common/guard';
import { dumpTooLarge } from './failures';
import type { GoroutineAnswers } from './goroutineAnswers';
import type { GoroutineQueries } from './goroutineQueries';
import type { QueryName } from './queries';
import { EngineError } from './workerMessages';

const QUERIES: Readonly<Record<keyof GoroutineQueries, true>> = {
  readGoroutines: true,
  goroutineGroups: true,
  goroutineText: true,
  goroutineProfile: true,
  forgetGoroutines: true,
};

export function isAboutGoroutines(query: QueryName): query is keyof GoroutineQueries {
  return query in QUERIES;
}

/** Answers queries about goroutines. Loads the code with the first query, because few windows need it. */
export class GoroutineDumps {
  private answers: GoroutineAnswers | undefined;

  constructor(private readonly load: () => Promise<GoroutineAnswers>) {}

  /** @throws EngineError or an AbortError */
  async answer(query: keyof GoroutineQueries, params: unknown, guard: Guard): Promise<unknown> {
    this.answers ??= await this.load();
    try {
      return await this.answers.answer(query, params, guard);
    } catch (cause) {
      if (!(cause instanceof MemoryError)) throw cause;
      this.clear();
      throw new EngineError('tooLarge', dumpTooLarge());
    }
  }

  /** Drops the cached text. */
  clear(): void {
    this.answers?.clear();
  }
}
