import type { QueryName, QueryParams } from './queries';

/** Cached `fileCosts` answers: enough for the visible files under two sample types. */
const MAX_ANSWERS = 8;

/** The last `fileCosts` answers, because editors repeat these queries often. */
export class LastAnswers {
  private readonly answers = new Map<string, unknown>();

  /** The cached answer; undefined if there is none. */
  find(query: QueryName, params: QueryParams<QueryName>): unknown {
    return query === 'fileCosts' ? this.answers.get(JSON.stringify(params)) : undefined;
  }

  note(query: QueryName, params: QueryParams<QueryName>, answer: unknown): void {
    // Ids are never reused, so answers about an unloaded profile would only waste memory.
    if (query === 'unload') this.answers.clear();
    if (query !== 'fileCosts') return;
    this.answers.set(JSON.stringify(params), answer);
    const [oldest] = this.answers.keys();
    if (this.answers.size > MAX_ANSWERS) this.answers.delete(oldest);
  }
}
