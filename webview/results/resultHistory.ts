import type { ResultCapture, ResultRow, ResultsState } from '../../src/pages/protocol/resultsPage';
import { element, setText } from '../controls/dom';
import { metricTitle } from '../../src/profile/text/screen/figure';
import { numberCell } from './resultsTable';

export interface HistoryActions {
  open(capture: ResultCapture): void;
  compare(capture: ResultCapture): void;
}

/** The captures of the benchmark, newest first, with the figures of one result. */
export class ResultHistory {
  readonly element = element('section', { class: 'history', 'aria-labelledby': 'history' });
  private readonly heading = element('h2', { id: 'history' });
  private readonly table = element('table', {});

  constructor(private readonly actions: HistoryActions) {
    this.element.append(this.heading, element('div', { class: 'scroll' }, this.table));
  }

  /**
   * Shows the captures.
   * @param selected the result whose figures to show; if undefined, only captures with one result show figures
   */
  show(state: ResultsState, selected: ResultRow | undefined): void {
    const focusedId = this.table.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const { benchmark, units, captures, rows } = state;
    const key = selected?.key ?? (rows.length === 1 ? rows[0].key : undefined);
    const title = selected && selected.benchmark !== benchmark ? `History of ${selected.name}` : 'History';
    setText(this.heading, title);
    this.table.setAttribute('aria-label', `Captures of ${selected?.benchmark ?? benchmark}`);
    const active = captures.find(({ isActive }) => isActive);
    const entries = captures.map((capture) => ({ capture, row: rowOf(capture, key) }));
    const columns = units.map((unit, index) => ({ unit, index }))
      .filter(({ index }) => entries.some(({ row }) => row?.cells[index]));
    const hasFigures = entries.some(({ row }) => row);
    const headerCell = (text: string, className = 'number') => element('th', { scope: 'col', class: className }, text);
    this.table.replaceChildren(
      element('thead', {}, element('tr', {},
        headerCell('when', 'name'),
        hasFigures ? headerCell('iterations', ITERATIONS) : headerCell('results'),
        ...columns.map(({ unit }) => headerCell(metricTitle(unit))),
        headerCell('kinds', 'kinds'), element('td', {}))),
      element('tbody', {}, ...entries.map(({ capture, row }) => this.drawRow(capture, row, columns, { key, active }))),
    );
    if (focusedId) document.getElementById(focusedId)?.focus();
  }

  private drawRow(
    capture: ResultCapture,
    row: ResultRow | undefined,
    columns: readonly { readonly index: number }[],
    { key, active }: { readonly key: string | undefined; readonly active: ResultCapture | undefined },
  ): HTMLElement {
    const { id, when, whenInFull, title, only, kinds, isActive, isBaseline, conditions } = capture;
    const badges = [isActive && 'active', isBaseline && 'baseline'].filter((badge) => badge !== false);
    const remarks = [only, title].filter((remark) => remark !== undefined);
    const nameCell = element('th', { scope: 'row', class: 'name', title: whenInFull }, when,
      ...badges.map((badge) => element('span', { class: 'badge' }, badge)),
      ...remarks.map((remark) => element('span', { class: 'remark' }, remark)),
      ...(conditions ? [element('span', { class: 'remark', title: conditions.whole }, conditions.short)] : []));
    const figures = row
      ? [numberCell(row.iterations, 'iterations'), ...columns.map(({ index }) => numberCell(row.cells[index]))]
      : placeholderCells(capture, key, columns.length);
    const hasNoProfiles = kinds.length === 0;
    const openHint = hasNoProfiles ? NO_PROFILES : `Open the capture of ${whenInFull}`;
    const openButton = this.button(`open-${id}`, 'Open', openHint, () => this.actions.open(capture), isActive || hasNoProfiles);
    // A capture of one case cannot be compared with a capture of other cases.
    const hasOtherCases = active !== undefined && active.only !== only;
    const compareHint = hasNoProfiles ? NO_PROFILES : `Compare with the capture of ${whenInFull}`;
    const cannotCompare = isActive || isBaseline || hasOtherCases || hasNoProfiles;
    const compareButton = this.button(`compare-${id}`, 'Compare', compareHint, () => this.actions.compare(capture), cannotCompare);
    return element('tr', { 'aria-current': isActive ? 'true' : undefined },
      nameCell,
      ...figures,
      element('td', { class: 'kinds' }, hasNoProfiles ? 'no profiles' : kinds.join(', ')),
      element('td', { class: 'row-actions' }, openButton, compareButton));
  }

  private button(id: string, text: string, hint: string, onClick: () => void, disabled: boolean): HTMLElement {
    const created = element('button', { id, class: 'link', 'aria-label': hint, title: hint, disabled }, text);
    created.addEventListener('click', onClick);
    return created;
  }
}

const ITERATIONS = 'number iterations';
const NO_PROFILES = 'Measured without profiles: there are no line costs to show';

/** The row with the key; without a key, the only row. */
function rowOf({ rows }: ResultCapture, key: string | undefined): ResultRow | undefined {
  return key === undefined && rows.length === 1 ? rows[0] : rows.find((row) => row.key === key);
}

/**
 * The cells that replace figures: the number of results, or that the selected result was not measured. A narrow panel
 * leaves the cell of iterations out.
 */
function placeholderCells({ rows }: ResultCapture, key: string | undefined, units: number): HTMLElement[] {
  const text = rows.length === 0 ? 'no results' : key === undefined ? `${rows.length} results` : 'not measured';
  if (units === 0) return [element('td', { class: 'number remark' }, text)];
  return [element('td', { class: 'number remark', colspan: units }, text), element('td', { class: ITERATIONS })];
}
