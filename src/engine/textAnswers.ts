import { type Guard, MemoryError } from '../profile/common/guard';
import { dumpTooLarge, logTooLarge } from './failures';
import type { QueryName } from './queries';
import type { TextCode, TextQueries, TextSubject } from './textQueries';
import { EngineError } from './workerMessages';

const SUBJECTS: Readonly<Record<keyof TextQueries, TextSubject>> = {
  readGoroutines: 'goroutines',
  goroutineGroups: 'goroutines',
  goroutineText: 'goroutines',
  goroutineProfile: 'goroutines',
  forgetGoroutines: 'goroutines',
  readRuntimeLog: 'runtimeLog',
  runtimeLogExtents: 'runtimeLog',
  runtimeLogWindow: 'runtimeLog',
  runtimeLogRows: 'runtimeLog',
  runtimeLogPick: 'runtimeLog',
  runtimeLogCsv: 'runtimeLog',
  forgetRuntimeLog: 'runtimeLog',
};

const TOO_LARGE: Readonly<Record<TextSubject, () => string>> = { goroutines: dumpTooLarge, runtimeLog: logTooLarge };

export function isAboutText(query: QueryName): query is keyof TextQueries {
  return query in SUBJECTS;
}

/** Answers queries about texts. Loads the code of a subject with its first query, because few windows need it. */
export class TextAnswers {
  private readonly loaded = new Map<TextSubject, TextCode>();

  constructor(private readonly load: (subject: TextSubject) => Promise<TextCode>) {}

  /** @throws EngineError or an AbortError */
  async answer(query: keyof TextQueries, params: unknown, guard: Guard): Promise<unknown> {
    const subject = SUBJECTS[query];
    const code = this.loaded.get(subject) ?? (await this.load(subject));
    this.loaded.set(subject, code);
    try {
      return await code.answer(query, params, guard);
    } catch (cause) {
      if (!(cause instanceof MemoryError)) throw cause;
      this.clear();
      throw new EngineError('tooLarge', TOO_LARGE[subject]());
    }
  }

  /** Drops the cached texts. */
  clear(): void {
    for (const code of this.loaded.values()) code.clear();
  }
}
