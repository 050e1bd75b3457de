import type { QueryName, QueryParams } from './queries';

/** So many answers are kept: of the files in view, under the sample types that one goes back and forth between. */
const KEPT = 8;

/** The last answers of what editors ask again and again, so that it need not come from the worker each time. */
export class LastAnswers {
  private readonly answers = new Map<string, unknown>();

  /** undefined: not kept. */
  find(query: QueryName, params: QueryParams<QueryName>): unknown {
    return query === 'fileCosts' ? this.answers.get(JSON.stringify(params)) : undefined;
  }

  note(query: QueryName, params: QueryParams<QueryName>, answer: unknown): void {
    // Profiles have no number twice; what is kept of one that left only takes room.
    if (query === 'unload') this.answers.clear();
    if (query !== 'fileCosts') return;
    this.answers.set(JSON.stringify(params), answer);
    const [oldest] = this.answers.keys();
    if (this.answers.size > KEPT) this.answers.delete(oldest);
  }
}
