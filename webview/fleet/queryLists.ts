import type { ChosenQuery, NamedQuery } from '../../src/fleet/chosenQuery';
import type { FleetPageState } from '../../src/pages/protocol/fleetPage';
import { element } from '../controls/dom';
import { queryText } from './queryTexts';

export interface QueryListActions {
  open(query: ChosenQuery): void;
  /** Forgets a saved query. */
  remove(query: NamedQuery): void;
}

/** The saved queries and those that were asked lately. */
export class QueryLists {
  readonly element = element('section', { class: 'query-lists' });
  private drawn = '';

  constructor(private readonly actions: QueryListActions) {}

  show({ saved, recent, stores }: FleetPageState): void {
    const key = JSON.stringify([saved, recent, stores]);
    if (key === this.drawn) return;
    this.drawn = key;
    const nameOf = (id: string) => (stores.length > 1 ? stores.find((store) => store.id === id)?.name : undefined);
    this.element.replaceChildren(
      ...this.list('Saved queries', saved, nameOf),
      ...this.list('Recent queries', recent, nameOf),
    );
  }

  private list(
    title: string, queries: readonly NamedQuery[], nameOf: (store: string) => string | undefined,
  ): HTMLElement[] {
    if (queries.length === 0) return [];
    const rows = queries.map((query) => this.row(query, queryText(query, nameOf(query.query.store))));
    return [element('h2', {}, title), element('ul', { class: 'query-list', 'aria-label': title }, ...rows)];
  }

  private row({ name, query }: NamedQuery, text: string): HTMLElement {
    const words = name === undefined
      ? [element('span', { class: 'query-words' }, text)]
      : [element('span', { class: 'query-name' }, name), element('span', { class: 'query-words remark' }, text)];
    const open = element('button', { class: 'query-open', title: text }, ...words);
    open.addEventListener('click', () => this.actions.open(query));
    const row = element('li', {}, open);
    if (name === undefined) return row;
    const remove = element('button', { class: 'query-remove', title: 'Remove', 'aria-label': `Remove ${name}` }, '✕');
    remove.addEventListener('click', () => this.actions.remove({ name, query }));
    row.append(remove);
    return row;
  }
}
