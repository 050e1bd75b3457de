import type { ResultCell, ResultRow, ResultsState, ResultVerdict } from '../../src/protocol/results';
import { claim, element, setAttributes } from '../controls/dom';
import { nextOrder, type ResultColumn, type ResultOrder, shownRows } from './resultOrder';

export interface TableActions {
  profile(row: ResultRow): void;
  /** Called with the selected row; undefined if the selection was cleared. */
  select(row: ResultRow | undefined): void;
}

/** The table of results. A click on a header sorts; on a name, selects the row; on the button, profiles the row. */
export class ResultTable {
  readonly element = element('div', { class: 'scroll' });
  private readonly table = element('table', { class: 'results' });
  private state: ResultsState | undefined;
  private rows: readonly ResultRow[] = [];
  private order: ResultOrder | undefined;
  private filter = '';
  private selected: string | undefined;
  /** The row and button that the Tab key focuses, because all rows are one tab stop. */
  private cursor = { key: '', button: 0 };

  constructor(private readonly actions: TableActions) {
    this.element.append(this.table);
    this.table.addEventListener('keydown', (event) => this.walk(event));
    this.table.addEventListener('focusin', ({ target }) => this.follow(target as Element));
  }

  /** Number of visible rows. */
  get count(): number {
    return this.rows.length;
  }

  get selectedRow(): ResultRow | undefined {
    return this.state?.rows.find(({ key }) => key === this.selected);
  }

  show(state: ResultsState): void {
    const isOther = this.state?.benchmark !== state.benchmark || this.state.uri !== state.uri;
    if (isOther) this.selected = this.order = undefined;
    this.state = state;
    this.draw();
  }

  showOnly(filter: string): void {
    this.filter = filter;
    this.draw();
  }

  /** Selects a row and scrolls it into view. */
  select(key: string | undefined): void {
    this.selected = key;
    this.draw();
    this.actions.select(this.selectedRow);
    this.table.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  private draw(): void {
    const { state } = this;
    if (!state) return;
    const focused = this.table.contains(document.activeElement) ? document.activeElement?.id : undefined;
    this.rows = shownRows(state.rows, this.filter, this.order);
    const isThere = this.rows.some(({ key }) => key === this.cursor.key);
    const tabbable = isThere ? this.cursor : { key: this.rows[0]?.key, button: 0 };
    const body = this.rows.map((row) => this.rowOf(row, state, tabbable.key === row.key ? tabbable.button : -1));
    this.table.replaceChildren(this.headOf(state), element('tbody', {}, ...body));
    setAttributes(this.table, { 'aria-label': `Results of ${state.benchmark}` });
    if (focused) document.getElementById(focused)?.focus();
  }

  private headOf({ units, rows }: ResultsState): HTMLElement {
    const head = (title: string, column: ResultColumn, hint: string) => {
      const { order } = this;
      const sorted = order?.column === column ? order.direction : undefined;
      const arrow = sorted === 'ascending' ? '▲' : sorted === 'descending' ? '▼' : '';
      const mark = element('span', { class: 'mark', 'aria-hidden': 'true' }, arrow);
      const button = element('button', { id: `sort-${column}`, title: hint }, element('span', {}, title), mark);
      button.addEventListener('click', () => {
        this.order = nextOrder(this.order, column);
        this.draw();
      });
      const className = column === 'name' ? 'name' : column === 'verdict' ? 'verdict' : 'number';
      return element('th', { scope: 'col', class: className, 'aria-sort': sorted ?? 'none' }, button);
    };
    const runs = showsRuns(rows) ? [element('th', { scope: 'col', class: 'number' }, 'runs')] : [];
    return element('thead', {}, element('tr', {},
      head('name', 'name', 'Sort by name'),
      ...this.verdictHeads(rows, head),
      ...runs,
      head('iterations', 'iterations', 'Sort by iterations'),
      ...units.map((unit, i) => head(unit, i, `Sort by ${unit}`)),
      element('td', {}),
    ));
  }

  private verdictHeads(
    rows: readonly ResultRow[],
    head: (title: string, column: ResultColumn, hint: string) => HTMLElement,
  ): HTMLElement[] {
    if (!hasVerdicts(rows)) return [];
    const plain = (title: string, hint: string) => element('th', { scope: 'col', class: 'number', title: hint }, title);
    return [
      head('verdict', 'verdict', 'Sort by the change of the time'),
      plain('p', 'How likely chance alone gives such a difference'),
      plain('n', 'Runs of the old and the new program'),
    ];
  }

  private rowOf(row: ResultRow, { units, rows, benchmark, canRun }: ResultsState, tabbable: number): HTMLElement {
    const isSelected = row.key === this.selected;
    const at = rows.indexOf(row);
    const name = element('button', {
      id: `name-${at}`,
      class: 'plain',
      title: `${row.benchmark}: show its history`,
      tabindex: tabbable === 0 ? 0 : -1,
      'aria-pressed': String(isSelected),
    }, row.name);
    name.addEventListener('click', () => this.select(isSelected ? undefined : row.key));
    const words = row.benchmark === benchmark ? 'Profile this benchmark' : 'Profile this case';
    const profile = element('button', {
      id: `profile-${at}`,
      class: 'link',
      tabindex: tabbable === 1 ? 0 : -1,
      'aria-label': `${words}: ${row.benchmark}`,
      disabled: !canRun,
    }, words);
    profile.addEventListener('click', () => this.actions.profile(row));
    const runs = showsRuns(rows) ? [element('td', { class: 'number' }, String(row.runs))] : [];
    const made = element('tr', { 'aria-current': isSelected ? 'true' : undefined },
      element('th', { scope: 'row', class: 'name' }, name),
      ...(hasVerdicts(rows) ? verdictCells(row.verdict) : []),
      ...runs,
      numberCell(row.iterations),
      ...units.map((_, i) => numberCell(row.cells[i])),
      element('td', { class: 'acts' }, profile),
    );
    made.dataset.key = row.key;
    return made;
  }

  /** Arrow keys move between rows and between the buttons of a row. */
  private walk(event: KeyboardEvent): void {
    const from = (event.target as Element).closest('tbody tr');
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = (row: Element) => [...row.querySelectorAll<HTMLButtonElement>('button')];
    const column = buttons(from).indexOf(event.target as HTMLButtonElement);
    const all = [...(from.parentElement?.children ?? [])];
    const step = stepOf(event.key, all.indexOf(from), column, all.length);
    if (!step) return;
    const [row, button] = step;
    claim(event);
    buttons(all[row])[button]?.focus();
  }

  private follow(target: Element): void {
    const row = target.closest<HTMLElement>('tbody tr');
    const key = row?.dataset.key;
    if (!row || key === undefined) return;
    const buttons = [...row.querySelectorAll('button')];
    this.cursor = { key, button: buttons.indexOf(target as HTMLButtonElement) };
    for (const button of this.table.querySelectorAll('tbody button')) {
      setAttributes(button, { tabindex: button === target ? 0 : -1 });
    }
  }
}

/** The row and button that a key goes to; undefined for other keys. */
function stepOf(key: string, row: number, button: number, count: number): [row: number, button: number] | undefined {
  switch (key) {
    case 'ArrowDown':
      return [Math.min(count - 1, row + 1), button];
    case 'ArrowUp':
      return [Math.max(0, row - 1), button];
    case 'Home':
      return [0, button];
    case 'End':
      return [count - 1, button];
    case 'ArrowRight':
      return [row, 1];
    case 'ArrowLeft':
      return [row, 0];
    default:
      return undefined;
  }
}

export function numberCell(cell: ResultCell | undefined): HTMLElement {
  return element('td', { class: 'number' }, cell?.text ?? '');
}

/** Whether to show the number of runs, which the column n of the verdicts has otherwise. */
function showsRuns(rows: readonly ResultRow[]): boolean {
  return rows.some(({ runs, verdict }) => runs > 1 && !verdict);
}

function hasVerdicts(rows: readonly ResultRow[]): boolean {
  return rows.some(({ verdict }) => verdict !== undefined);
}

function verdictCells(verdict: ResultVerdict | undefined): HTMLElement[] {
  const { words = '', p = '', pairs = '', kind = 'none', details = '' } = verdict ?? {};
  // A mark, because some users cannot distinguish the colors. The words describe the verdict for screen readers.
  const marks = { faster: '✓ ', slower: '✗ ', none: '' };
  const mark = element('span', { class: 'judged', 'aria-hidden': 'true' }, marks[kind]);
  return [
    element('td', { class: `verdict ${kind}`, title: `${words}\n${details}` }, mark, words),
    element('td', { class: 'number' }, p),
    element('td', { class: 'number' }, pairs),
  ];
}
