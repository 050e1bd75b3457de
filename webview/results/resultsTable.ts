import type { ResultCell, ResultRow, ResultsState, ResultVerdict } from '../../src/pages/protocol/resultsPage';
import { element, setAttributes } from '../controls/dom';
import { RovingRows } from '../controls/rovingRows';
import { nextOrder, sortHeader } from '../controls/sortedTable';
import { metricTitle } from '../../src/profile/text/screen/figure';
import { filteredRows, firstDirection, type ResultColumn, type ResultOrder } from './resultOrder';
import type { ResultsView } from './savedView';

export interface TableActions {
  profile(row: ResultRow): void;
  /** Called with the selected row; undefined if the selection was cleared. */
  select(row: ResultRow | undefined): void;
  /** Called with each change of the order. */
  sort(): void;
}

/** The table of results. A click on a header sorts; on a name, selects the row; on the button, profiles the row. */
export class ResultTable {
  readonly element = element('div', { class: 'scroll' });
  private readonly table = element('table', { class: 'results' });
  private state: ResultsState | undefined;
  private shownRows: readonly ResultRow[] = [];
  private order: ResultOrder | undefined;
  private filter = '';
  private selectedKey: string | undefined;
  private readonly roving: RovingRows;

  constructor(private readonly actions: TableActions) {
    this.element.append(this.table);
    this.roving = new RovingRows(this.table);
  }

  /** Number of visible rows. */
  get rowCount(): number {
    return this.shownRows.length;
  }

  get selectedRow(): ResultRow | undefined {
    return this.state?.rows.find(({ key }) => key === this.selectedKey);
  }

  show(state: ResultsState): void {
    const isNewBenchmark = this.state?.benchmark !== state.benchmark || this.state.uri !== state.uri;
    if (isNewBenchmark) this.selectedKey = this.order = undefined;
    this.state = state;
    this.draw();
  }

  /** The order and the selected row that the user chose. */
  get choices(): Pick<ResultsView, 'order' | 'selected'> {
    return { selected: this.selectedKey ?? '', ...(this.order && { order: this.order }) };
  }

  /** Call after the first `show`. */
  restore({ order, selected, filter }: ResultsView): void {
    this.order = order;
    this.selectedKey = selected === '' ? undefined : selected;
    this.setFilter(filter);
  }

  setFilter(filter: string): void {
    this.filter = filter;
    this.draw();
  }

  /** Selects a row and scrolls it into view. */
  select(key: string | undefined): void {
    this.selectedKey = key;
    this.draw();
    this.actions.select(this.selectedRow);
    this.table.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  private draw(): void {
    const { state } = this;
    if (!state) return;
    const focusedId = this.table.contains(document.activeElement) ? document.activeElement?.id : undefined;
    this.shownRows = filteredRows(state.rows, this.filter, this.order);
    const body = this.shownRows.map((row) => this.drawRow(row, state));
    this.table.replaceChildren(this.drawHead(state), element('tbody', {}, ...body));
    setAttributes(this.table, { 'aria-label': `Results of ${state.benchmark}` });
    this.roving.update();
    if (focusedId) document.getElementById(focusedId)?.focus();
  }

  private drawHead({ units, rows }: ResultsState): HTMLElement {
    const headerCell = (title: string, column: ResultColumn, hint: string) => {
      const { order } = this;
      return sortHeader({
        id: `sort-${column}`,
        text: title,
        hint,
        className: typeof column === 'number' ? 'number' : column === 'iterations' ? 'number iterations' : column,
        direction: order?.column === column ? order.direction : undefined,
        onClick: () => {
          this.order = nextOrder(this.order, column, firstDirection(column));
          this.draw();
          this.actions.sort();
        },
      });
    };
    const runsHeader = showsRuns(rows) ? [element('th', { scope: 'col', class: 'number' }, 'runs')] : [];
    return element('thead', {}, element('tr', {},
      headerCell('name', 'name', 'Sort by name'),
      ...this.verdictHeaders(rows, headerCell),
      ...runsHeader,
      headerCell('iterations', 'iterations', 'Sort by iterations'),
      ...units.map((unit, i) => headerCell(metricTitle(unit), i, `Sort by ${metricTitle(unit)}`)),
      element('td', {}),
    ));
  }

  private verdictHeaders(
    rows: readonly ResultRow[],
    headerCell: (title: string, column: ResultColumn, hint: string) => HTMLElement,
  ): HTMLElement[] {
    if (!hasVerdicts(rows)) return [];
    const plainHeader = (title: string, hint: string) => element('th', { scope: 'col', class: 'number', title: hint }, title);
    return [
      headerCell('verdict', 'verdict', 'Sort by the change in time'),
      plainHeader('p', 'How likely chance alone gives such a difference'),
      plainHeader('n', 'Runs of the old and the new program'),
    ];
  }

  private drawRow(row: ResultRow, { units, rows, benchmark, canRun }: ResultsState): HTMLElement {
    const isSelected = row.key === this.selectedKey;
    const index = rows.indexOf(row);
    const nameButton = element('button', {
      id: `name-${index}`,
      class: 'plain',
      title: `${row.benchmark}: show its history`,
      'aria-pressed': String(isSelected),
    }, row.name);
    nameButton.addEventListener('click', () => this.select(isSelected ? undefined : row.key));
    const which = row.benchmark === benchmark ? ' this benchmark' : ' this case';
    const profileButton = element('button', {
      id: `profile-${index}`,
      class: 'link',
      'aria-label': `Profile${which}: ${row.benchmark}`,
      disabled: !canRun,
    }, 'Profile', element('span', { class: 'which' }, which));
    profileButton.addEventListener('click', () => this.actions.profile(row));
    const runs = showsRuns(rows) ? [element('td', { class: 'number' }, String(row.runs))] : [];
    const rowElement = element('tr', { 'aria-current': isSelected ? 'true' : undefined },
      element('th', { scope: 'row', class: 'name' }, nameButton),
      ...(hasVerdicts(rows) ? verdictCells(row.verdict) : []),
      ...runs,
      numberCell(row.iterations, 'iterations'),
      ...units.map((_, i) => numberCell(row.cells[i])),
      element('td', { class: 'row-actions' }, profileButton),
    );
    rowElement.dataset.key = row.key;
    return rowElement;
  }
}

export function numberCell(cell: ResultCell | undefined, column = ''): HTMLElement {
  return element('td', { class: `number ${column}`.trim() }, cell?.text ?? '');
}

/** Whether the table has a column of runs. It has none if all rows with several runs have verdicts, which include n. */
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
    element('td', { class: `verdict ${kind}`, title: `${words}\n${details}` },
      element('span', { class: 'words' }, mark, words)),
    element('td', { class: 'number' }, p),
    element('td', { class: 'number' }, pairs),
  ];
}
