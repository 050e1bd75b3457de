import type { Change, DumpFilter, DumpHead, GroupRow, GroupsAnswer } from '../../src/goroutines/answers';
import type { GOROUTINES_PAGE, GoroutinesState } from '../../src/pages/protocol/goroutinesPage';
import { element, focusedElement, setText } from '../controls/dom';
import { RovingRows } from '../controls/rovingRows';
import { LatestOnly, type ShownPage, unlessCancelled } from '../hostLink';
import { changeOptions, comparisonText, totalsText } from './comparisonTexts';
import { countText, cutText, foundText, goroutinesText } from './goroutineTexts';
import type { GoroutinesHost } from './goroutinesHost';
import { groupElement } from './groupElement';
import { type GoroutinesView, readView } from './savedView';
import { toolButtons } from './toolButtons';

/** Groups per question. More are asked for when the end of the table comes into view. */
const PAGE = 200;
const ALL = '';

/** The goroutines of a text, grouped by stack, with the message of a panic above them. */
export class GoroutinesPage implements ShownPage<typeof GOROUTINES_PAGE> {
  private readonly about = element('span', { class: 'about' });
  private readonly filterField = element('input', {
    type: 'search', placeholder: 'Filter by function, file, label', 'aria-label': 'Filter goroutines', spellcheck: 'false',
  });
  private readonly dumpSelect = element('select', { 'aria-label': 'Which panic or dump' });
  private readonly stateSelect = element('select', { 'aria-label': 'State' });
  private readonly changeSelect = element('select', { 'aria-label': 'What changed' });
  private readonly idleBox = element('input', { type: 'checkbox', id: 'idle' });
  private readonly idleLabel = element('label', { for: 'idle' });
  private readonly idle = element('div', { class: 'idle' }, this.idleBox, this.idleLabel);
  private readonly found = element('span', { class: 'found', role: 'status' });
  private readonly tools = element('div', { class: 'actions', role: 'toolbar', 'aria-label': 'Goroutines' });
  private readonly message = element('pre', { class: 'message', tabindex: '0', 'aria-label': 'Message' });
  private readonly notes = element('div', { class: 'notes', role: 'status' });
  private readonly announcement = element('div', { class: 'announcement', role: 'status' });
  private readonly body = element('tbody');
  private readonly table = element('table', { class: 'groups', 'aria-label': 'Goroutines by stack' },
    element('thead', {}, element('tr', {},
      element('th', { scope: 'col', class: 'count' }, 'Count'), element('th', { scope: 'col' }, 'Stack'))), this.body);
  private readonly more = element('button', { class: 'link more', hidden: true });
  private readonly rows = new RovingRows(this.table);
  private readonly request = new LatestOnly();
  private readonly moreRequest = new LatestOnly();
  private state: GoroutinesState | undefined;
  private groups: GroupRow[] = [];
  private answer: GroupsAnswer | undefined;
  private toggled = new Set<string>();
  readonly on = { announcement: ({ text }: { readonly text: string }) => setText(this.announcement, text) };

  constructor(root: HTMLElement, private readonly host: GoroutinesHost) {
    const changed = () => this.change();
    this.filterField.addEventListener('input', changed);
    this.stateSelect.addEventListener('change', changed);
    this.changeSelect.addEventListener('change', changed);
    this.idleBox.addEventListener('change', changed);
    this.dumpSelect.addEventListener('change', () => {
      this.stateSelect.value = this.changeSelect.value = ALL;
      this.showHead();
      this.change();
    });
    this.more.addEventListener('click', () => this.askMore());
    const head = element('header', {},
      element('div', { class: 'what' }, element('h1', {}, 'Goroutines'), this.about),
      element('div', { class: 'tools' }, this.filterField, this.found),
      element('div', { class: 'choices' }, this.dumpSelect, this.stateSelect, this.changeSelect, this.idle),
      this.tools);
    const scroll = element('div', { class: 'scroll' }, this.message, this.notes, this.table, this.more);
    new IntersectionObserver(([entry]) => entry?.isIntersecting && this.askMore(), { root: scroll, rootMargin: '400px' })
      .observe(this.more);
    root.append(element('main', {}, head, this.announcement, scroll));
  }

  show(state: GoroutinesState): void {
    this.state = state;
    const saved = readView(this.host.savedView);
    const view: GoroutinesView = saved.of === keyOf(state) ? saved : { ...firstView(state), of: keyOf(state) };
    this.filterField.value = view.text;
    this.idleBox.checked = view.hidesIdle;
    this.toggled = new Set(view.toggled);
    this.tools.replaceChildren(...toolButtons(state, this.host, () => this.filter));
    this.dumpSelect.hidden = state.summary.dumpCount < 2;
    this.dumpSelect.replaceChildren(...dumpOptions(state));
    choose(this.dumpSelect, view.dump === undefined ? ALL : String(view.dump));
    this.showHead();
    choose(this.stateSelect, view.state === undefined ? ALL : `=${view.state}`);
    choose(this.changeSelect, view.change ?? ALL);
    this.change();
  }

  private get filter(): DumpFilter {
    const { value: dump } = this.dumpSelect;
    const { value: state } = this.stateSelect;
    const { value: change } = this.changeSelect;
    return {
      ...(dump !== ALL && { dump: Number(dump) }),
      text: this.filterField.value,
      ...(state !== ALL && { state: state.slice(1) }),
      hidesIdle: this.idleBox.checked,
      ...(change !== ALL && { change: change as Change }),
    };
  }

  private get head(): DumpHead | undefined {
    const { value } = this.dumpSelect;
    return value === ALL ? this.state?.summary.all : this.state?.summary.dumps[Number(value)];
  }

  /** Shows what is known of the chosen dump. */
  private showHead(): void {
    const { head, state } = this;
    if (!head || !state) return;
    const { comparison } = head;
    const total = comparison ? totalsText(comparison) : goroutinesText(head.goroutines);
    setText(this.about, [total, state.origin, state.taken].filter(Boolean).join(' · '));
    setText(this.message, head.message);
    this.table.style.setProperty('--digits', String(countText(head.goroutines).length + (comparison ? 1 : 0)));
    this.message.hidden = head.message === '' || head.isOfLeaks;
    const notes = [comparison ? comparisonText(comparison) : '', cutText(head), ...(state.notes ?? [])].filter(Boolean);
    this.notes.replaceChildren(...notes.map((note) => element('p', {}, note)));
    this.notes.hidden = notes.length === 0;
    this.changeSelect.hidden = !comparison;
    this.changeSelect.replaceChildren(
      element('option', { value: ALL }, 'Every change'),
      ...(comparison ? changeOptions(comparison) : []).map(([value, text]) => element('option', { value }, text)),
    );
    this.stateSelect.hidden = !head.hasStates || head.states.length < 2;
    this.stateSelect.replaceChildren(
      element('option', { value: ALL }, 'Every state'),
      ...head.states.map(({ state: name, count }) => element('option', { value: `=${name}` }, `${name} (${countText(count)})`)),
    );
    this.idle.hidden = head.idle === 0;
    setText(this.idleLabel, `Hide ${countText(head.idle)} of the runtime or idle`);
  }

  /** Asks for the groups that match now. */
  private change(): void {
    setText(this.announcement, '');
    this.saveView();
    this.moreRequest.cancel();
    this.host.ask('groups', { ...this.filter, from: 0, limit: PAGE }, this.request).then((answer) => {
      this.groups = [...answer.groups];
      this.showAnswer(answer);
      this.body.replaceChildren(...this.groups.map((row) => this.rowOf(row)));
      this.rows.update();
    }, this.onFailure);
  }

  private askMore(): void {
    if (!this.answer || this.moreRequest.isPending || this.request.isPending) return;
    if (this.groups.length >= this.answer.count) return;
    this.host.ask('groups', { ...this.filter, from: this.groups.length, limit: PAGE }, this.moreRequest).then((answer) => {
      this.groups.push(...answer.groups);
      this.body.append(...answer.groups.map((row) => this.rowOf(row)));
      this.showAnswer(answer);
      this.rows.update();
    }, this.onFailure);
  }

  private readonly onFailure = unlessCancelled(({ message }) => setText(this.announcement, message));

  private showAnswer(answer: GroupsAnswer): void {
    this.answer = answer;
    setText(this.found, foundText(answer));
    const rest = answer.count - this.groups.length;
    this.more.hidden = rest <= 0;
    setText(this.more, `Show more (${countText(rest)} left)`);
  }

  private rowOf(row: GroupRow): HTMLTableRowElement {
    return groupElement(row, this.isOpen(row), {
      open: ({ file, line }) => this.host.order('open', { file, line }),
      toggle: () => this.toggle(row),
    });
  }

  /** The first group is unfolded if the program ended in it. */
  private isOpen({ key, isCrash }: GroupRow): boolean {
    return (isCrash && key === this.groups[0]?.key) !== this.toggled.has(key);
  }

  private toggle(row: GroupRow): void {
    if (!this.toggled.delete(row.key)) this.toggled.add(row.key);
    const index = this.groups.findIndex(({ key }) => key === row.key);
    const drawn = this.body.children[index];
    const hadFocus = drawn?.contains(focusedElement()) ?? false;
    const redrawn = this.rowOf(row);
    drawn?.replaceWith(redrawn);
    this.rows.update();
    if (hadFocus) redrawn.querySelector<HTMLElement>('.fold')?.focus({ preventScroll: true });
    this.saveView();
  }

  private saveView(): void {
    if (!this.state) return;
    const view: GoroutinesView = { ...this.filter, of: keyOf(this.state), toggled: [...this.toggled] };
    this.host.saveView(view);
  }
}

/** One crash is shown with all goroutines of that moment; several panics of single goroutines,
 * and several services, are shown together. */
function firstView({ isLive = false, summary: { dumps, all } }: GoroutinesState): Omit<GoroutinesView, 'of'> {
  const areSingle = dumps.every(({ goroutines }) => goroutines === 1);
  const last = dumps.length - 1;
  const areLeaks = dumps.every(({ isOfLeaks }) => isOfLeaks);
  const isLast = dumps.length > 1 && !areSingle && !areLeaks && !isLive;
  const { idle, goroutines } = isLast ? dumps[last] : all;
  return { ...(isLast && { dump: last }), text: '', hidesIdle: idle < goroutines, toggled: [] };
}

function dumpOptions({ summary: { dumps, dumpCount, all } }: GoroutinesState): HTMLElement[] {
  const listed = dumpCount > dumps.length ? `, of which the first ${countText(dumps.length)} are listed` : '';
  const together = `All ${countText(dumpCount)} together${listed}`;
  return [
    element('option', { value: ALL }, dumps.length === 1 ? all.title : together),
    ...dumps.map(({ title, goroutines }, index) =>
      element('option', { value: String(index) }, `${index + 1}. ${title} · ${goroutinesText(goroutines)}`)),
  ];
}

/** A service is the same when it is fetched again. */
function keyOf({ origin, isLive, summary: { dumpCount, all } }: GoroutinesState): string {
  return JSON.stringify(isLive ? [origin, 'live'] : [origin, dumpCount, all.goroutines, all.title]);
}

/** Chooses an option; the first if there is none with the value. */
function choose(select: HTMLSelectElement, value: string): void {
  select.value = value;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
}
