import type { TableColumn, TableView, TableWindow } from '../../src/profile/answers/table';
import { countText } from '../../src/profile/text/screen/digits';
import { LatestOnly, unlessCancelled } from '../hostLink';
import { element, stopEvent } from '../controls/dom';
import { platformKeys } from '../controls/helpList';
import type { MenuItem } from '../controls/popup';
import type { PageAccess, Tab } from '../tab';
import { Notice, Waiting } from '../controls/notice';
import { DetailFooter } from '../controls/detailFooter';
import { rowDetails } from './rowDetails';
import { TopGrid } from './topGrid';
import { topHelp, topKeyAction, type TopKeyAction } from './topKeys';
import { nextOrder, type Signs } from './topOrder';
import { fullBar } from './rowElement';
import { type KeptRows, keptCursor, keptRows, unfoldAgain } from './keptRows';
import { RowActions } from './rowActions';
import { type CallRow, CHUNK_SIZE, type GroupRow, type Row, selectionNameOf, TopRows } from './topRows';
import { TopToolbar } from './topToolbar';
import { CallRequests } from './callRequests';
import { awaitsLaterRound, isChange, noFiguresText, type ProfileState } from '../profileState';

/** pprof's top: all functions with their figures. Each function unfolds to its callers and callees. */
export class TopTab implements Tab {
  readonly id = 'top';
  readonly name = 'Top';
  readonly element = element('div', { class: 'top-tab' });
  private readonly rows = new TopRows();
  private readonly grid: TopGrid;
  private readonly toolbar: TopToolbar;
  private readonly details: DetailFooter;
  private readonly emptyNotice = new Notice('empty', 'status');
  private readonly waitingText = new Waiting('Computing…');
  private readonly rowRequests = new LatestOnly(() => this.showWaiting());
  private readonly callRequests: CallRequests;
  /** Aborted when the table changes. */
  private fewRequests = new AbortController();
  private readonly rowActions: RowActions;
  private profile: ProfileState | undefined;
  /** The last answer, which has the totals of the whole table. */
  private lastWindow: TableWindow | undefined;
  /** Key of the profile and order that the rows belong to. */
  private rowsKey = '';
  private rowsOrder = '';
  private cursor: Row | undefined;
  /** A key that was pressed before the rows of a new search or order arrived: it acts on these rows. */
  private delayedAction: TopKeyAction | undefined;
  /** Whether the next rows are shown at a function that was just selected. */
  private isMoving = false;
  /** Whether the next rows are those of a later round, which stay where the user scrolled to. */
  private keepsPlace = false;
  /** What is unfolded again in the rows of a later round. Until that is done, the earlier rows stay drawn. */
  private restoring: KeptRows | undefined;

  constructor(private readonly page: PageAccess) {
    this.callRequests = new CallRequests(this.rows, {
      ask: page.ask,
      showCalls: (parent, from) => this.showCalls(parent, from),
      showFailure: (message) => this.showFailure(message),
      redraw: () => this.draw(),
    });
    this.rowActions = new RowActions(page);
    this.toolbar = new TopToolbar({
      search: (text) => this.setSearch(text),
      focusTable: () => this.grid.focus(),
      copyAll: () => this.copyAll(),
    });
    this.grid = new TopGrid(this.rows, {
      sort: (column) => this.sortBy(column),
      onRowsDrawn: (from, to) => this.requestMissing(from, to),
      onKeydown: (event) => this.onKeydown(event),
      onRowClick: (row, event) => this.onRowClick(row, event),
      openSource: (row) => this.activate(row),
      toggle: (row) => this.toggle(row),
      openMenu: (row, position) => this.openMenu(row, position),
    });
    this.details = new DetailFooter(page.abilities.source, {
      openSource: () => this.activate(this.cursor),
      showCalls: () => this.cursor && this.rowActions.peek(this.cursor),
    });
    const { error } = this.toolbar.searchField;
    const remarks = element('div', { class: 'remarks' }, error, this.waitingText.element);
    const stage = element('div', { class: 'stage' }, this.grid.element, this.emptyNotice.element, remarks);
    this.element.append(stage, this.details.element);
  }

  get tools(): HTMLElement {
    return this.toolbar.element;
  }

  get searchBox(): HTMLElement {
    return this.toolbar.searchField.element;
  }

  get note(): HTMLElement {
    return this.toolbar.note;
  }

  toolItems(): readonly MenuItem[] {
    return [{ label: 'Copy all rows as text', key: platformKeys('Ctrl+Shift+C'), run: () => this.copyAll() }];
  }

  show(profile: ProfileState | undefined): void {
    const { profile: previous } = this;
    const isNewTable = profile?.id !== previous?.id || profile?.sampleType !== previous?.sampleType;
    this.keepsPlace = awaitsLaterRound(profile, previous, this.keepsPlace);
    this.profile = profile;
    this.toolbar.searchField.showText(this.page.viewState.search);
    if (isNewTable) this.cancelRequests();
    if (!profile) return this.clear();
    this.draw();
    // Even for the same profile, because the granularity may have changed.
    this.reload();
  }

  select(name: string): void {
    if (!this.lastWindow) return;
    if (name === '' || (this.cursor && selectionNameOf(this.cursor) === name)) return this.draw();
    this.keepsPlace = false;
    this.isMoving = true;
    this.reload();
  }

  focusContent(): void {
    this.grid.focus();
  }

  focusSearch(): void {
    this.toolbar.focus();
  }

  help(): HTMLElement {
    return topHelp(this.page.abilities.source);
  }

  private showWindow(window: TableWindow, view: TableView, { id, sampleType }: ProfileState): void {
    this.page.clearFailure();
    this.lastWindow = window;
    const key = JSON.stringify([id, sampleType, window.granularity, orderKey(view)]);
    const isNewTable = key !== this.rowsKey;
    const isLater = isNewTable && this.keepsPlace;
    const kept = isLater ? (this.restoring ?? keptRows(this.rows, this.cursor)) : undefined;
    if (isNewTable) this.reset(key);
    this.keepsPlace = false;
    this.rowsOrder = orderKey(view);
    this.rows.addWindow(window);
    this.requestFewSamples(window, view);
    this.toolbar.showResult(window);
    this.emptyNotice.show(this.emptyText(window));
    if (kept) this.restore(kept, window.found).catch(() => {});
    else if (isNewTable || (this.isMoving && view.find !== '')) this.focusSelected(window.found, { isNewTable });
    this.isMoving = false;
    this.draw();
    const { delayedAction } = this;
    this.delayedAction = undefined;
    if (delayedAction) this.runKeyAction(delayedAction);
  }

  /** Unfolds and focuses the rows of an earlier round again. @param selectedIndex see focusSelected */
  private async restore(kept: KeptRows, selectedIndex: number): Promise<void> {
    const restoring = { ...kept };
    this.restoring = restoring;
    await unfoldAgain(kept, this.rows, this.callRequests);
    // A later round restores them, if it came meanwhile.
    if (this.restoring !== restoring || this.isStale) return;
    this.restoring = undefined;
    const selected: Row | undefined = this.rows.count === 0 ? undefined : { kind: 'unknown', index: Math.max(0, selectedIndex) };
    this.cursor = keptCursor(kept, this.rows) ?? selected;
    this.draw();
  }

  private showCalls(parent: GroupRow | CallRow, from: number): void {
    this.showWaiting();
    // The new calls replace the row that loaded them.
    if (this.cursor?.kind === 'more' && from > 0) this.cursor = parent.calls?.[from] ?? parent;
    this.draw();
  }

  private showFailure(message: string): void {
    this.delayedAction = undefined;
    this.showWaiting();
    this.page.showFailure(message, () => this.reload());
  }

  /** Requests the first rows. @param find the function to show, with its position; empty for the first row */
  private reload(find = this.page.viewState.selected): void {
    if (!this.profile) return;
    this.requestRows(this.profile, this.view({ from: 0, limit: 2 * CHUNK_SIZE, find }));
  }

  private requestRows(profile: ProfileState, view: TableView): void {
    this.page.ask('table', view, this.rowRequests).then(
      (window) => this.showWindow(window, view, profile),
      unlessCancelled(({ message }) => this.showFailure(message)),
    );
  }

  /** Asks, after the rows are shown, which of their figures rest on few samples. */
  private requestFewSamples({ from, node }: TableWindow, view: TableView): void {
    this.page.ask('fewSamples', view, this.fewRequests.signal).then(
      (few) => {
        if (few) this.rows.markFewSamples(from, node, few);
        this.draw();
      },
      // The rows stay as they are.
      () => {},
    );
  }

  private showWaiting(): void {
    this.waitingText.show(this.rowRequests.isPending || this.callRequests.isPending);
  }

  /** Requests visible rows that are not loaded. */
  private requestMissing(from: number, to: number): void {
    const pageSize = to - from;
    if (!this.profile || this.isStale || this.rowRequests.isPending || !this.rows.missingRange(from, to)) return;
    const range = this.rows.missingRange(from - pageSize, to + pageSize);
    if (range) this.requestRows(this.profile, this.view({ ...range, find: '' }));
  }

  private view(range: Pick<TableView, 'from' | 'limit' | 'find'>): TableView {
    const { search, top: { sort, direction } } = this.page.viewState;
    return { sort, direction, search, ...range };
  }

  /** Whether the rows belong to another profile. */
  private get isStale(): boolean {
    return this.rowsKey === '';
  }

  /** Cancels requests. The rows stay until new ones arrive. */
  private cancelRequests(): void {
    this.delayedAction = undefined;
    this.rowsKey = '';
    this.rowRequests.cancel();
    this.callRequests.cancel();
    this.showWaiting();
  }

  private clear(): void {
    this.lastWindow = undefined;
    this.reset('');
    this.grid.clear();
    this.details.hide();
  }

  private reset(key: string): void {
    this.rowsKey = key;
    this.rows.clear();
    this.fewRequests.abort();
    this.fewRequests = new AbortController();
    this.callRequests.cancel();
    this.restoring = undefined;
    this.cursor = undefined;
  }

  private emptyText({ count, allCount }: TableWindow): string {
    if (allCount === 0) return noFiguresText(this.profile);
    return count === 0 ? 'No row matches the search.' : '';
  }

  /** Moves the focus. @param selectedIndex index of the selected function; -1 if it has no row */
  private focusSelected(selectedIndex: number, { isNewTable }: { readonly isNewTable: boolean }): void {
    const { cursor } = this;
    const isOnSelected = cursor !== undefined && selectionNameOf(cursor) === this.page.viewState.selected;
    if (!isNewTable && (selectedIndex < 0 || isOnSelected)) return;
    const index = Math.max(0, selectedIndex);
    this.cursor = this.rows.count === 0 ? undefined : { kind: 'unknown', index };
    this.scrollIntoView(this.cursor);
  }

  private scrollIntoView(row: Row | undefined): void {
    this.draw();
    if (row) this.grid.reveal(this.rows.positionOf(row));
    else this.grid.scrollTop = 0;
  }

  private draw(): void {
    if (!this.lastWindow || this.restoring) return;
    const { hasNegative } = this.lastWindow;
    const position = this.cursor ? this.rows.positionOf(this.cursor) : -1;
    // The focused row may have been loaded since.
    if (this.cursor?.kind === 'unknown') this.cursor = this.rows.at(position);
    this.grid.showOrder(this.page.viewState.top, signsOf(this.lastWindow));
    const inPercent = this.profile?.inPercent === true;
    const { selected } = this.page.viewState;
    const format = { ...this.lastWindow, isSigned: hasNegative || isChange(this.profile) };
    this.grid.draw({ format, inPercent, fullBar: fullBar(format), selected }, position);
    const details = selected === '' ? undefined : rowDetails(this.cursor, format);
    if (details) this.details.show(details, true);
    else this.details.hide();
  }

  private sortBy(column: TableColumn): void {
    const { top } = this.page.viewState;
    const order = nextOrder(top, column, signsOf(this.lastWindow));
    this.page.updateViewState({ top: { ...top, ...order } });
    this.keepsPlace = false;
    // Who sorts or searches wants to see what comes first, not where the selected function has gone.
    this.reload('');
  }

  private setSearch(search: string): void {
    this.page.updateViewState({ search });
    this.keepsPlace = false;
    this.reload('');
  }

  private clearSearch(): void {
    if (this.page.viewState.search === '') return this.page.select('');
    this.toolbar.searchField.showText('');
    this.setSearch('');
  }

  private onKeydown(event: KeyboardEvent): void {
    const action = topKeyAction(event);
    if (!action) return;
    if (action.kind !== 'type') stopEvent(event);
    const { search, top } = this.page.viewState;
    const isOrderPending = this.rowRequests.isPending && orderKey({ ...top, search }) !== this.rowsOrder;
    if (isOrderPending && action.kind !== 'type') this.delayedAction = action;
    else this.runKeyAction(action);
  }

  private runKeyAction(action: TopKeyAction): void {
    switch (action.kind) {
      case 'move':
        return this.move(action.to);
      case 'unfold':
        return this.unfoldOrMoveDown();
      case 'fold':
        return this.foldOrMoveUp();
      case 'openSource':
        return this.activate(this.cursor);
      case 'peek':
        return this.cursor && this.rowActions.peek(this.cursor);
      case 'copyRow':
        return this.cursor && this.lastWindow && this.rowActions.copy(this.cursor, this.lastWindow);
      case 'copyAll':
        return this.copyAll();
      case 'menu':
        return this.cursor && this.openMenu(this.cursor, this.grid.menuPosition(this.rows.positionOf(this.cursor)));
      case 'clearSearch':
        return this.clearSearch();
      case 'type':
        return this.toolbar.focus();
    }
  }

  private move(to: Extract<TopKeyAction, { kind: 'move' }>['to']): void {
    const current = this.cursor ? this.rows.positionOf(this.cursor) : -1;
    const last = this.rows.length - 1;
    const pageSize = this.grid.pageSize;
    const pageTargets = { pageUp: current - pageSize, pageDown: current + pageSize };
    const targets = { up: current - 1, down: current + 1, ...pageTargets, first: 0, last };
    const target = this.rows.at(Math.max(0, Math.min(last, targets[to])));
    if (target) this.moveTo(target);
  }

  private moveTo(row: Row): void {
    this.cursor = row;
    const name = selectionNameOf(row);
    if (name !== undefined) this.page.select(name);
    this.scrollIntoView(row);
  }

  private onRowClick(row: Row, event: MouseEvent): void {
    this.grid.focus();
    this.moveTo(row);
    if (row.kind === 'more' || event.ctrlKey || event.metaKey || event.altKey) this.activate(row);
  }

  private toggle(row: Row): void {
    if (this.rows.isUnfolded(row)) this.fold(row);
    else this.unfold(row);
  }

  private unfoldOrMoveDown(): void {
    const { cursor } = this;
    if (!cursor) return;
    if (cursor.kind === 'more') return this.activate(cursor);
    if (!this.rows.canUnfold(cursor)) return;
    if (this.rows.isUnfolded(cursor)) this.move('down');
    else this.unfold(cursor);
  }

  private foldOrMoveUp(): void {
    const { cursor } = this;
    if (!cursor) return;
    const parent = this.rows.parentOf(cursor);
    if (this.rows.isUnfolded(cursor)) this.fold(cursor);
    else if (parent) this.moveTo(parent);
  }

  private unfold(row: Row): void {
    if (!this.profile || this.isStale) return;
    this.callRequests.unfold(row).catch(() => {});
    this.showWaiting();
    this.draw();
  }

  private fold(row: Row): void {
    this.rows.fold(row);
    // The focused row may be hidden now.
    if (this.cursor && this.isBelow(this.cursor, row)) this.cursor = row;
    this.draw();
  }

  private isBelow(row: Row, ancestor: Row): boolean {
    for (let current = this.rows.parentOf(row); current; current = this.rows.parentOf(current)) {
      if (current === ancestor) return true;
    }
    return false;
  }

  /** The action of Ctrl+Enter and of a double click. */
  private activate(row: Row | undefined): void {
    if (!this.profile || this.isStale || !row) return;
    if (row.kind === 'more') this.callRequests.request(row.parent);
    else if (row.kind === 'group') this.toggle(row);
    else this.rowActions.openSource(row);
  }

  private copyAll(): void {
    if (!this.profile || !this.lastWindow) return;
    const view = this.view({ from: 0, limit: 0, find: '' });
    this.page.order('copyTable', { view });
    this.page.announce(`${countText(this.rows.count)} rows copied`);
  }

  private openMenu(row: Row, position: { readonly x: number; readonly y: number }): void {
    if (!this.profile || !this.lastWindow) return;
    const isUnfolded = this.rows.isUnfolded(row);
    const foldItem = { label: isUnfolded ? 'Fold' : 'Unfold', key: isUnfolded ? '←' : '→', run: () => this.toggle(row) };
    const items = this.rowActions.menu(row, {
      format: this.lastWindow,
      foldItem: this.rows.canUnfold(row) ? foldItem : undefined,
    });
    if (items.length > 0) this.page.popup.openMenu(selectionNameOf(row) ?? '', position, items);
  }
}

/** Key of the fields that determine the order of rows. */
function orderKey({ sort, direction, search }: Pick<TableView, 'sort' | 'direction' | 'search'>): string {
  return JSON.stringify([sort, direction, search]);
}

function signsOf(window: TableWindow | undefined): Signs {
  return { hasNegative: window?.hasNegative ?? false, isJudged: window?.changes !== undefined };
}
