import type { TableColumn, TableView, TableWindow } from '../../src/profile/answers/table';
import { withThousands } from '../../src/profile/text/counts';
import { LatestOnly, unlessCancelled } from '../ask';
import { claim, element } from '../controls/dom';
import type { PageAccess, Tab } from '../tab';
import { Notice } from '../controls/notice';
import type { ProfileState } from '../viewState';
import { Waiting } from '../controls/waiting';
import { TopDetails } from './rowDetails';
import { TopGrid } from './topGrid';
import { topHelp } from './topHelp';
import { topKey, type TopKey } from './topKeys';
import { nextOrder } from './rowOrder';
import { RowActions } from './rowActions';
import { type CallRow, type GroupRow, nameOf, type Row, STRETCH, TopRows } from './topRows';
import { TopTools } from './topToolbar';
import { CallRequests } from './callRequests';

/** pprof's top: all functions with their figures. Each function unfolds to its callers and callees. */
export class TopTab implements Tab {
  readonly id = 'top';
  readonly name = 'Top';
  readonly element = element('div', { class: 'top-tab' });
  private readonly rows = new TopRows();
  private readonly grid: TopGrid;
  private readonly controls: TopTools;
  private readonly details: TopDetails;
  private readonly empty = new Notice('empty', 'status');
  private readonly waiting = new Waiting('Adding up…');
  private readonly windows = new LatestOnly();
  private readonly unfolding: CallRequests;
  private readonly rowActions: RowActions;
  private profile: ProfileState | undefined;
  /** The last answer, which has the totals of the whole table. */
  private window: TableWindow | undefined;
  /** Key of the profile and order that the rows belong to. */
  private shown = '';
  private cursor: Row | undefined;

  constructor(private readonly around: PageAccess) {
    this.unfolding = new CallRequests(this.rows, {
      ask: around.ask,
      show: (above, from) => this.showCalls(above, from),
      showFailure: (message) => this.showFailure(message),
    });
    this.rowActions = new RowActions(around);
    this.controls = new TopTools({
      search: (text) => this.searchFor(text),
      leave: () => this.grid.focus(),
      copyAll: () => this.copyAll(),
    });
    this.controls.showText(around.kept.top.search);
    this.grid = new TopGrid(this.rows, {
      sort: (column) => this.sortBy(column),
      rowsDrawn: (from, to) => this.fetch(from, to),
      keydown: (event) => this.press(event),
      choose: (row, event) => this.choose(row, event),
      openSource: (row) => this.act(row),
      toggle: (row) => this.toggle(row),
      openMenu: (row, at) => this.openMenu(row, at),
    });
    this.details = new TopDetails({
      openSource: () => this.act(this.cursor),
      peek: () => this.cursor && this.rowActions.peek(this.cursor),
    });
    const remarks = element('div', { class: 'remarks' }, this.controls.error, this.waiting.element);
    const stage = element('div', { class: 'stage' }, this.grid.element, this.empty.element, remarks);
    this.element.append(stage, this.details.element);
    this.details.show(undefined);
  }

  get tools(): HTMLElement {
    return this.controls.element;
  }

  show(profile: ProfileState | undefined): void {
    const isOther = profile?.id !== this.profile?.id || profile?.sampleType !== this.profile?.sampleType;
    this.profile = profile;
    if (isOther) this.giveUp();
    if (!profile) return this.clear();
    this.draw();
    // Even for the same profile, because the granularity may have changed.
    this.askAnew();
  }

  select(name: string): void {
    if (!this.window) return;
    if (name === '' || (this.cursor && nameOf(this.cursor) === name)) return this.draw();
    this.askAnew();
  }

  takeKeys(): void {
    this.grid.focus();
  }

  focusSearch(): void {
    this.controls.focus();
  }

  help(): HTMLElement {
    return topHelp();
  }

  private showWindow(window: TableWindow, view: TableView, { id, sampleType }: ProfileState): void {
    this.showWaiting();
    this.around.clearFailure();
    this.window = window;
    const shown = JSON.stringify([id, sampleType, window.granularity, viewKey(view)]);
    const isOther = shown !== this.shown;
    if (isOther) this.startAnew(shown);
    this.rows.take(window);
    this.controls.showResult(window);
    this.empty.show(this.emptyText(window));
    if (isOther || view.find !== '') this.goTo(window.found, { isOther });
    this.draw();
  }

  private showCalls(above: GroupRow | CallRow, from: number): void {
    this.showWaiting();
    // The new calls replace the row that loaded them.
    if (this.cursor?.kind === 'more' && from > 0) this.cursor = above.calls?.[from] ?? above;
    this.draw();
  }

  private showFailure(message: string): void {
    this.showWaiting();
    this.around.showFailure(message, () => this.askAnew());
  }

  /** Requests the first rows, and the position of the selected function. */
  private askAnew(): void {
    if (!this.profile) return;
    this.ask(this.profile, this.view({ from: 0, limit: 2 * STRETCH, find: this.around.kept.selected }));
    this.showWaiting();
  }

  private ask(profile: ProfileState, view: TableView): void {
    this.around.ask('table', view, this.windows).then(
      (window) => this.showWindow(window, view, profile),
      unlessCancelled(({ message }) => this.showFailure(message)),
    );
  }

  private showWaiting(): void {
    this.waiting.show(this.windows.isAsking || this.unfolding.isAsking);
  }

  /** Requests visible rows that are not loaded. */
  private fetch(from: number, to: number): void {
    const page = to - from;
    if (!this.profile || this.isStale || this.windows.isAsking || !this.rows.missing(from, to)) return;
    const stretch = this.rows.missing(from - page, to + page);
    if (stretch) this.ask(this.profile, this.view({ ...stretch, find: '' }));
  }

  private view(part: Pick<TableView, 'from' | 'limit' | 'find'>): TableView {
    const { sort, direction, search } = this.around.kept.top;
    return { sort, direction, search, ...part };
  }

  /** Whether the rows belong to another profile. */
  private get isStale(): boolean {
    return this.shown === '';
  }

  /** Cancels requests. The rows stay until new ones arrive. */
  private giveUp(): void {
    this.shown = '';
    this.windows.cancel();
    this.unfolding.cancel();
    this.showWaiting();
  }

  private clear(): void {
    this.window = undefined;
    this.startAnew('');
    this.grid.clear();
    this.details.show(undefined);
  }

  private startAnew(shown: string): void {
    this.shown = shown;
    this.rows.clear();
    this.unfolding.cancel();
    this.cursor = undefined;
  }

  private emptyText({ count, allCount }: TableWindow): string {
    if (allCount === 0) return 'The profile has no samples of this type.';
    return count === 0 ? 'No function matches the search.' : '';
  }

  /** Moves the focus. @param found index of the selected function; -1 if it has no row */
  private goTo(found: number, { isOther }: { readonly isOther: boolean }): void {
    const { cursor } = this;
    const isThere = cursor !== undefined && nameOf(cursor) === this.around.kept.selected;
    if (!isOther && (found < 0 || isThere)) return;
    const index = Math.max(0, found);
    this.cursor = this.rows.count === 0 ? undefined : { kind: 'unknown', index };
    this.scrollIntoView(this.cursor);
  }

  private scrollIntoView(row: Row | undefined): void {
    this.draw();
    if (row) this.grid.reveal(this.rows.positionOf(row));
    else this.grid.scrollTop = 0;
  }

  private draw(): void {
    if (!this.window) return;
    const { hasNegative, maxFlat, maxCum } = this.window;
    const position = this.cursor ? this.rows.positionOf(this.cursor) : -1;
    // The focused row may have been loaded since.
    if (this.cursor?.kind === 'unknown') this.cursor = this.rows.at(position);
    this.grid.showOrder(this.around.kept.top, { hasNegative });
    const inPercent = this.profile?.inPercent === true;
    const { selected } = this.around.kept;
    const look = { format: this.window, hasNegative, inPercent, maxFlat, maxCum, selected };
    this.grid.draw(look, position);
    this.details.show(this.cursor);
  }

  private sortBy(column: TableColumn): void {
    const { top } = this.around.kept;
    const order = nextOrder(top, column, { hasNegative: this.window?.hasNegative ?? false });
    this.around.keep({ top: { ...top, ...order } });
    this.askAnew();
  }

  private searchFor(search: string): void {
    this.around.keep({ top: { ...this.around.kept.top, search } });
    this.askAnew();
  }

  private clearSearch(): void {
    if (this.around.kept.top.search === '') return;
    this.controls.showText('');
    this.searchFor('');
  }

  private press(event: KeyboardEvent): void {
    const key = topKey(event);
    if (!key) return;
    if (key.kind !== 'type') claim(event);
    this.obey(key);
  }

  private obey(key: TopKey): void {
    switch (key.kind) {
      case 'move':
        return this.move(key.to);
      case 'unfold':
        return this.unfold();
      case 'fold':
        return this.fold();
      case 'openSource':
        return this.act(this.cursor);
      case 'peek':
        return this.cursor && this.rowActions.peek(this.cursor);
      case 'copyRow':
        return this.cursor && this.window && this.rowActions.copy(this.cursor, this.window);
      case 'copyAll':
        return this.copyAll();
      case 'menu':
        return this.cursor && this.openMenu(this.cursor, this.grid.menuPosition(this.rows.positionOf(this.cursor)));
      case 'clearSearch':
        return this.clearSearch();
      case 'type':
        return this.controls.focus();
    }
  }

  private move(to: Extract<TopKey, { kind: 'move' }>['to']): void {
    const here = this.cursor ? this.rows.positionOf(this.cursor) : -1;
    const last = this.rows.length - 1;
    const page = this.grid.pageSize;
    const targets = { up: here - 1, down: here + 1, pageUp: here - page, pageDown: here + page, first: 0, last };
    const target = this.rows.at(Math.max(0, Math.min(last, targets[to])));
    if (target) this.moveTo(target);
  }

  private moveTo(row: Row): void {
    this.cursor = row;
    const name = nameOf(row);
    if (name !== undefined) this.around.select(name);
    this.scrollIntoView(row);
  }

  private choose(row: Row, event: MouseEvent): void {
    this.grid.focus();
    this.moveTo(row);
    if (row.kind === 'more' || event.ctrlKey || event.metaKey || event.altKey) this.act(row);
  }

  private toggle(row: Row): void {
    if (this.rows.isOpen(row)) this.close(row);
    else this.open(row);
  }

  private unfold(): void {
    const { cursor } = this;
    if (!cursor) return;
    if (cursor.kind === 'more') return this.act(cursor);
    if (!this.rows.canOpen(cursor)) return;
    if (this.rows.isOpen(cursor)) this.move('down');
    else this.open(cursor);
  }

  private fold(): void {
    const { cursor } = this;
    if (!cursor) return;
    const above = this.rows.above(cursor);
    if (this.rows.isOpen(cursor)) this.close(cursor);
    else if (above) this.moveTo(above);
  }

  private open(row: Row): void {
    if (!this.profile || this.isStale) return;
    this.unfolding.unfold(row);
    this.showWaiting();
    this.draw();
  }

  private close(row: Row): void {
    this.rows.close(row);
    // The focused row may be hidden now.
    if (this.cursor && this.isBelow(this.cursor, row)) this.cursor = row;
    this.draw();
  }

  private isBelow(row: Row, above: Row): boolean {
    for (let at = this.rows.above(row); at; at = this.rows.above(at)) if (at === above) return true;
    return false;
  }

  /** The action of Enter. */
  private act(row: Row | undefined): void {
    if (!this.profile || this.isStale || !row) return;
    if (row.kind === 'more') this.unfolding.ask(row.above);
    else if (row.kind === 'group') this.toggle(row);
    else this.rowActions.openSource(this.profile.id, row);
  }

  private copyAll(): void {
    if (!this.profile || !this.window) return;
    const view = this.view({ from: 0, limit: 0, find: '' });
    this.around.send({ kind: 'copyTable', profile: this.profile.id, view });
    this.around.say(`${withThousands(this.rows.count)} rows copied`);
  }

  private openMenu(row: Row, at: { readonly x: number; readonly y: number }): void {
    if (!this.profile || !this.window) return;
    const isOpen = this.rows.isOpen(row);
    const fold = { label: isOpen ? 'Fold' : 'Unfold', key: isOpen ? '←' : '→', run: () => this.toggle(row) };
    const context = { profile: this.profile.id, format: this.window, fold: this.rows.canOpen(row) ? fold : undefined };
    const items = this.rowActions.menu(row, context);
    if (items.length > 0) this.around.popup.openMenu(nameOf(row) ?? '', at, items);
  }
}

/** Key of the fields that determine the order of rows. */
function viewKey({ sort, direction, search }: TableView): string {
  return JSON.stringify([sort, direction, search]);
}
