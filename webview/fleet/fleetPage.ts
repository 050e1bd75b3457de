import type { ChosenQuery } from '../../src/fleet/chosenQuery';
import type { TimeRange } from '../../src/fleet/fleetQuery';
import {
  ACCESS, type EmptyCause, type FleetPageState, type ShownCost, type ShownStore, type ShownType,
} from '../../src/pages/protocol/fleetPage';
import { countText } from '../../src/profile/text/screen/digits';
import { element, setAttributes, setText, stopEvent } from '../controls/dom';
import { Popup } from '../controls/popup';
import { type AskError, LatestOnly, unlessCancelled } from '../hostLink';
import { chipsOfQuery, withoutPart } from './chipsOfQuery';
import { CostChart } from './costChart';
import type { FleetHost } from './fleetHost';
import { localRange } from './localTime';
import { QueryChips } from './queryChips';
import { QueryEditors } from './queryEditors';
import { QueryLists } from './queryLists';
import { filterText, isSameQuery } from './queryTexts';
import { type FleetView, readView } from './savedView';
import { nameField } from './saveQuery';
import { type StatusAction, StatusLine } from './statusLine';

const FIRST_RANGE = { kind: 'last', seconds: 3600 } as const;

/** A query as chips, its cost over time, in which a range is selected, and the profile of that. */
export class FleetPage {
  private readonly chips: QueryChips;
  private readonly editors: QueryEditors;
  private readonly chart: CostChart;
  private readonly lists: QueryLists;
  private readonly popup: Popup;
  private readonly status = new StatusLine();
  private readonly notes = element('p', { class: 'notes', hidden: true });
  private readonly chosen = element('span', { class: 'remark chosen-range' });
  private readonly profileButton = element('button', { class: 'primary', title: 'Take the profile of this time (Enter)' });
  private readonly saveButton = element('button', { class: 'link' }, 'Save Query…');
  private readonly form = element('select', { 'aria-label': 'Figures' },
    element('option', { value: 'rate' }, 'per second'), element('option', { value: 'share' }, 'share'));
  private readonly body = element('div', { class: 'asking' });
  private readonly typesRequest = new LatestOnly();
  private readonly costRequest = new LatestOnly((isPending) => {
    setAttributes(this.chart.element, { 'aria-busy': String(isPending) });
  });
  private readonly causeRequest = new LatestOnly();
  private state: FleetPageState | undefined;
  private query: ChosenQuery = { store: '', filters: [], range: FIRST_RANGE };
  private types: readonly ShownType[] | undefined;
  /** The answer to the query; undefined while it is asked. */
  private cost: ShownCost | undefined;
  private cause: EmptyCause | undefined;
  private selected: TimeRange | undefined;
  /** See FleetPageState: nothing was asked since. */
  private isWaiting = false;
  private view: FleetView;
  readonly on = {
    open: (query: Partial<ChosenQuery>) => this.open(query),
    announcement: ({ text }: { readonly text: string }) => this.status.show(text),
    progress: (pieces: { readonly answered: number; readonly all: number }) => this.showProgress(pieces),
  };

  constructor(root: HTMLElement, private readonly host: FleetHost) {
    this.view = readView(host.savedView);
    this.popup = new Popup(root);
    this.chips = new QueryChips({
      edit: (key, anchor) => this.editors.edit(key, anchor),
      remove: (key) => this.change(withoutPart(this.query, key), key),
    });
    this.editors = new QueryEditors({
      host, popup: this.popup, query: () => this.query, state: () => this.state!, types: () => this.types ?? [],
      shownRange: () => this.cost?.range ?? { from: Date.now() - 3_600_000, to: Date.now() },
      change: (query, key) => this.change(query, key),
    });
    this.chart = new CostChart({
      select: (range) => {
        this.selected = range;
        this.showChosen();
      },
      copy: (text) => host.order('copy', { text }),
      toggleTable: (hasTable) => this.saveView({ hasTable }),
    });
    this.lists = new QueryLists({
      open: (query) => this.change(query, 'service'),
      remove: (query) => host.order('remove', { query }),
    });
    this.form.value = this.view.form;
    this.listen(root);
    const tools = element('div', { class: 'fleet-tools' }, this.profileButton, this.chosen, this.form, this.saveButton);
    this.body.append(this.chips.element, tools);
    root.append(element('main', { class: 'fleet' },
      element('header', {}, element('h1', {}, 'Query Profile Store'), this.body),
      this.status.element,
      element('div', { class: 'scroll' }, this.notes, this.chart.element, this.lists.element)));
  }

  show(state: FleetPageState): void {
    const isOther = this.state?.revision !== state.revision;
    this.state = state;
    this.lists.show(state);
    this.profileButton.disabled = state.isProfiling;
    setText(this.profileButton, state.isProfiling ? 'Profiling…' : 'Profile');
    const [first] = state.stores;
    this.body.hidden = first === undefined;
    if (!first) return this.showNoStore();
    if (!state.stores.some(({ id }) => id === this.query.store)) {
      const saved = this.view.query;
      const isKnown = saved && state.stores.some(({ id }) => id === saved.store);
      this.query = isKnown ? saved : firstQuery(first);
    }
    if (isOther && state.isWaiting) this.showWaiting();
    else if (isOther || (this.isWaiting && !state.isWaiting)) this.askAll();
    this.showChips();
    this.showChosen();
  }

  private showWaiting(): void {
    this.isWaiting = true;
    this.showNothing(`${this.storeName} was not asked since the window was loaded.`, [{ label: 'Ask', run: () => this.askAll() }]);
  }

  private listen(root: HTMLElement): void {
    this.profileButton.addEventListener('click', () => this.profile());
    this.saveButton.addEventListener('click', () => {
      const { left, bottom } = this.saveButton.getBoundingClientRect();
      const names = this.state?.saved.flatMap(({ name }) => name ?? []) ?? [];
      const field = nameField(names, (name) => {
        this.popup.close();
        this.host.order('save', { name, query: this.query });
      });
      this.popup.openDialogWithControls('Save query', { x: left, y: bottom + 4 }, field);
      field.querySelector('input')?.focus();
    });
    this.form.addEventListener('change', () => {
      this.saveView({ form: this.form.value === 'share' ? 'share' : 'rate' });
      this.drawChart();
    });
    root.addEventListener('keydown', (event) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented || this.popup.isOpen) return;
      if ((target as Element).closest('button, input, select, tr, li')) return;
      stopEvent(event);
      this.profile();
    });
  }

  /** Takes what is set of a query; of another store, what that has by default. */
  private open(part: Partial<ChosenQuery>): void {
    const store = this.state?.stores.find(({ id }) => id === part.store);
    const base = store && store.id !== this.query.store ? firstQuery(store) : this.query;
    this.change({ ...base, ...part, store: store?.id ?? this.query.store }, 'service');
  }

  private change(query: ChosenQuery, key: string): void {
    const before = this.query;
    if (!isSameQuery(before, query)) {
      const isOtherStore = query.store !== before.store;
      const store = this.state?.stores.find(({ id }) => id === query.store);
      // The types, labels and services of a store are its own.
      const hasNoType = isOtherStore && query.type === undefined;
      this.query = hasNoType && store ? { ...firstQuery(store), ...query, type: store.type } : query;
      if (isOtherStore) this.types = undefined;
      const hasOtherTime = isOtherStore || JSON.stringify(before.range) !== JSON.stringify(query.range);
      if (hasOtherTime) this.selected = undefined;
      this.saveView({ query: this.query });
      if (hasOtherTime) this.askAll();
      else this.askCost();
    }
    this.showChips();
    this.showChosen();
    this.chips.focus(key);
  }

  private askAll(): void {
    const { query } = this;
    this.isWaiting = false;
    this.status.wait(`Asking ${this.storeName}…`);
    this.host.ask('types', { query }, this.typesRequest).then((types) => {
      this.types = types;
      const type = query.type ?? firstType(types)?.id;
      if (type === undefined) return this.showNothing(`${this.storeName} has no profiles in this time.`);
      if (this.query.type === undefined) {
        this.query = { ...this.query, type };
        this.askCost();
      } else if (this.cost) {
        this.drawChart();
      }
      this.showChips();
    }, this.onFailure);
    if (query.type !== undefined) this.askCost();
  }

  private askCost(): void {
    this.cause = undefined;
    this.causeRequest.cancel();
    this.cost = undefined;
    this.status.wait(`Asking ${this.storeName}…`);
    const { query } = this;
    this.host.ask('cost', { query }, this.costRequest).then((cost) => {
      this.cost = cost;
      if (this.types) this.drawChart();
      else this.status.wait(`Asking ${this.storeName}…`);
    }, this.onFailure);
  }

  /** Draws the answer, once the types are known. */
  private drawChart(): void {
    const { cost, query } = this;
    if (!cost) return;
    const type = this.types?.find(({ id }) => id === query.type);
    const hasAny = cost.all.some((value) => value !== null && value !== 0);
    if (!hasAny) return this.showEmpty();
    this.status.show('');
    const isSplit = query.split !== undefined;
    this.form.hidden = !isSplit;
    const shown = type ?? { id: '', words: query.type ?? '', unit: 'count', isDelta: true };
    setText(this.form.options[0], shown.isDelta ? 'per second' : 'at a moment');
    this.chart.show(cost, shown, isSplit ? this.view.form : 'rate', this.view.hasTable);
    this.showNotes([
      ...cost.notes,
      ...(cost.others > 0 ? [`The ${countText(cost.series.length)} largest of ${countText(cost.series.length + cost.others)} values of ${query.split} are drawn.`] : []),
    ]);
    this.chart.mark(this.selected);
    this.showChosen();
  }

  private showEmpty(): void {
    this.showNothing('Nothing matches.');
    this.showNotes(this.cost?.notes ?? []);
    const { query } = this;
    this.host.ask('emptyCause', { query }, this.causeRequest).then((cause) => {
      this.cause = cause;
      this.showChips();
      this.status.show(causeText(query, cause));
    }, this.onFailure);
  }

  private showNothing(text: string, actions: readonly StatusAction[] = [], isFailure = false): void {
    this.chart.clear();
    this.form.hidden = true;
    this.showNotes([]);
    this.status.show(text, actions, isFailure);
    this.showChosen();
  }

  private showNoStore(): void {
    this.cost = this.types = undefined;
    const add = { label: 'Add Profile Store…', run: () => this.host.order('addStore', {}) };
    this.showNothing('No profile store is saved yet: a store, such as Pyroscope or Parca, has the profiles of production.', [add]);
  }

  private readonly onFailure = unlessCancelled((error: AskError) => {
    const { store } = this.query;
    const edit = { label: 'Edit Profile Store…', run: () => this.host.order('editStore', { store }) };
    const again = { label: 'Ask Again', run: () => this.askAll() };
    this.showNothing(error.message, error.field === ACCESS ? [edit, again] : [again], true);
  });

  private showProgress({ answered, all }: { readonly answered: number; readonly all: number }): void {
    if (all > 1 && this.costRequest.isPending) {
      this.status.wait(`Asking ${this.storeName}: ${countText(answered)} of ${countText(all)} parts of the time…`);
    }
  }

  private showNotes(notes: readonly string[]): void {
    setText(this.notes, notes.join(' '));
    this.notes.hidden = notes.length === 0;
  }

  private showChips(): void {
    const { state, types = [], cause } = this;
    if (!state || state.stores.length === 0) return;
    const { chips, addAfter } = chipsOfQuery(this.query, { state, types, cause });
    this.chips.show(chips, addAfter);
  }

  private showChosen(): void {
    const range = this.selected ?? this.cost?.range;
    const what = this.selected ? 'the selected time' : 'the whole time';
    setText(this.chosen, range ? `${what}: ${localRange(range)}` : '');
  }

  private profile(): void {
    if (!this.state || this.state.isProfiling || this.query.type === undefined) return;
    const { query, selected } = this;
    this.host.order('profile', { query, ...(selected && { range: selected }) });
  }

  private get storeName(): string {
    return this.state?.stores.find(({ id }) => id === this.query.store)?.name ?? 'the store';
  }

  private saveView(part: Partial<FleetView>): void {
    this.view = { ...this.view, query: this.query, ...part };
    this.host.saveView(this.view);
  }
}

function firstQuery({ id, service, type }: ShownStore): ChosenQuery {
  return { store: id, service, type, filters: [], range: FIRST_RANGE };
}

function firstType(types: readonly ShownType[]): ShownType | undefined {
  return types.find(({ words }) => words === 'CPU') ?? types[0];
}

function causeText({ filters, service }: ChosenQuery, cause: EmptyCause): string {
  if ('filter' in cause) {
    const filter = filterText(filters[cause.filter]);
    return cause.filter === 0 ? `Nothing matches ${filter} in this time.` : `Nothing matches ${filter} together with what is before it, in this time.`;
  }
  if (cause.part === 'service') return `${service} has no such profiles in this time.`;
  return cause.part === 'type' ? 'There are no profiles of this type in this time.' : 'Nothing matches in this time.';
}
