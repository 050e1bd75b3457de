import type * as vscode from 'vscode';
import { type AskedQuery, isAskedQuery } from '../../fleet/measuredFleet';
import { type Checks, isText, listOf, optional, shape } from '../../profile/common/shapes';

const QUERIES = 'linecost.storeQueries';
const MAX_RECENT = 20;
const MAX_SAVED = 100;

/** A question to a store that was asked, or that the user saved. */
export interface KnownQuery {
  /** The id of its FleetSource. */
  readonly source: string;
  readonly asked: AskedQuery;
  /** That the user gave it; unset if it is only recent. */
  readonly name?: string;
  /** The label by whose values the page of queries splits its cost. */
  readonly split?: string;
}

const isQueries = listOf(shape({
  source: isText, asked: isAskedQuery, name: optional(isText), split: optional(isText),
} satisfies Checks<KnownQuery>));

/** The saved questions by name, then recent ones, the latest first. */
export class KnownQueries {
  constructor(private readonly memento: vscode.Memento) {}

  list(): readonly KnownQuery[] {
    const stored = this.memento.get<unknown>(QUERIES);
    return isQueries(stored) ? stored : [];
  }

  /** Notes that a question was asked. */
  async add(query: Omit<KnownQuery, 'name'>): Promise<void> {
    const [saved, recent] = this.parts();
    if (saved.some((each) => isSame(each, query))) return;
    await this.store(saved, [query, ...recent.filter((each) => !isSame(each, query))]);
  }

  /** Keeps a question under a name, in place of one with this name of the same store. */
  async save(query: KnownQuery & { readonly name: string }): Promise<void> {
    const [saved, recent] = this.parts();
    const others = saved.filter(({ source, name }) => source !== query.source || name !== query.name);
    await this.store([...others, query], recent.filter((each) => !isSame(each, query)));
  }

  async remove(query: KnownQuery): Promise<void> {
    const [saved, recent] = this.parts().map((list) => list.filter((each) => !isSame(each, query)));
    await this.store(saved, recent);
  }

  private parts(): [saved: readonly KnownQuery[], recent: readonly KnownQuery[]] {
    const all = this.list();
    return [all.filter(({ name }) => name !== undefined), all.filter(({ name }) => name === undefined)];
  }

  private async store(saved: readonly KnownQuery[], recent: readonly KnownQuery[]): Promise<void> {
    const byName = [...saved].sort((a, b) => a.name!.localeCompare(b.name!)).slice(0, MAX_SAVED);
    await this.memento.update(QUERIES, [...byName, ...recent.slice(0, MAX_RECENT)]);
  }
}

function isSame(a: KnownQuery, b: KnownQuery): boolean {
  return JSON.stringify([a.source, a.asked]) === JSON.stringify([b.source, b.asked]);
}
