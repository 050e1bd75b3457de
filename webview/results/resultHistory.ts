import type { ResultCapture, ResultRow, ResultsState, ResultStep } from '../../src/pages/protocol/resultsPage';
import { element, setText } from '../controls/dom';
import { metricTitle } from '../../src/profile/text/screen/figure';
import { RovingRows } from '../controls/rovingRows';
import { numberCell } from './resultsTable';
import { stageChart } from './stageChart';
import { stageLevels, stageNameOf } from './stageLevels';
import { MEASURE_HINT, StagePair, type StagePairActions, whyNotMeasured } from './stagePair';

export interface HistoryActions extends StagePairActions {
  open(capture: ResultCapture): void;
  compare(capture: ResultCapture): void;
  rename(capture: ResultCapture): void;
  pin(capture: ResultCapture, isPinned: boolean): void;
}

/** The captures of the benchmark, newest first, with the figures of one result, and a chart of one of the figures. */
export class ResultHistory {
  readonly element = element('section', { class: 'history', 'aria-labelledby': 'history' });
  private readonly heading = element('h2', { id: 'history' });
  private readonly chart = element('div', { class: 'chart' });
  private readonly figureChoice = element('select', { 'aria-label': 'Figure in the chart' });
  private readonly table = element('table', {});
  private readonly rows = new RovingRows(this.table);
  private readonly pair: StagePair;
  private shown: { readonly state: ResultsState; readonly selected: ResultRow | undefined } | undefined;
  /** The unit in the chart; the first one if it has no figures. */
  private unit: string | undefined;

  constructor(private readonly actions: HistoryActions) {
    this.pair = new StagePair(actions);
    this.figureChoice.addEventListener('change', () => {
      this.unit = this.figureChoice.value;
      this.redraw();
    });
    const head = element('div', { class: 'history-head' }, this.heading, this.figureChoice, this.pair.element);
    this.element.append(head, this.chart, element('div', { class: 'scroll' }, this.table));
  }

  /**
   * Shows the captures.
   * @param selected the result whose figures to show; if undefined, only captures with one result show figures
   */
  show(state: ResultsState, selected: ResultRow | undefined): void {
    this.shown = { state, selected };
    const focusedId = this.element.contains(document.activeElement) ? document.activeElement?.id : undefined;
    const { benchmark, units, captures, rows, canRun } = state;
    const key = selected?.key ?? (rows.length === 1 ? rows[0].key : undefined);
    const title = selected && selected.benchmark !== benchmark ? `History of ${selected.name}` : 'History';
    setText(this.heading, title);
    this.table.setAttribute('aria-label', `Captures of ${selected?.benchmark ?? benchmark}`);
    const active = captures.find(({ isActive }) => isActive);
    const entries = captures.map((capture, i) => {
      const row = rowOf(capture, key);
      const step = row && shownStep(captures, i, row.key);
      return { capture, row, step, number: captures.length - i, canRun };
    });
    const columns = units.map((unit, index) => ({ unit, index }))
      .filter(({ index }) => entries.some(({ row }) => row?.cells[index]));
    const hasFigures = entries.some(({ row }) => row);
    const hasSteps = entries.some(({ step }) => step);
    this.pair.update(state, key, columns[0]?.index);
    this.drawChart(state, key, columns);
    const headerCell = (text: string, className = 'number') => element('th', { scope: 'col', class: className }, text);
    this.table.replaceChildren(
      element('thead', {}, element('tr', {},
        headerCell('', 'chosen'),
        headerCell('stage', 'name'),
        ...(hasFigures ? [] : [headerCell('results')]),
        ...columns.map(({ unit }) => headerCell(metricTitle(unit))),
        ...(hasSteps ? [headerCell('change', 'change')] : []),
        ...(hasFigures ? [headerCell('iterations', ITERATIONS)] : []),
        headerCell('kinds', 'kinds'), element('td', {}))),
      element('tbody', {}, ...entries.map((entry) => this.drawRow(entry, columns, { key, active, hasFigures, hasSteps }))),
    );
    this.rows.update();
    if (focusedId) document.getElementById(focusedId)?.focus();
  }

  private redraw(): void {
    if (this.shown) this.show(this.shown.state, this.shown.selected);
  }

  private drawChart(state: ResultsState, key: string | undefined, columns: readonly Column[]): void {
    const { captures } = state;
    const hasStages = ({ index }: Column) => key !== undefined && stageLevels(captures, key, index).length > 1;
    const charted = columns.filter(hasStages);
    const column = charted.find(({ unit }) => unit === this.unit) ?? charted[0];
    this.figureChoice.hidden = charted.length < 2;
    this.figureChoice.replaceChildren(...charted.map(({ unit }) =>
      element('option', { value: unit, selected: unit === column?.unit }, metricTitle(unit))));
    if (column === undefined) {
      const isChoice = key === undefined && captures.some(({ rows }) => rows.length > 1);
      const hint = 'Choose a result above to see it from stage to stage.';
      this.chart.replaceChildren(...(isChoice ? [element('p', { class: 'remark' }, hint)] : []));
      return;
    }
    this.chart.replaceChildren(stageChart(stageLevels(captures, key!, column.index), {
      unit: column.unit,
      selected: this.pair.ids,
      nameOf: ({ capture }) => stageNameOf(capture),
      select: (id) => {
        this.pair.toggle(id);
        this.redraw();
      },
    }));
  }

  private drawRow(
    { capture, row, step, number, canRun }: Entry,
    columns: readonly Column[],
    { key, active, hasFigures, hasSteps }: Surroundings,
  ): HTMLElement {
    const { id, when, whenInFull, title, code, codeDetails, only, kinds, conditions } = capture;
    const { isActive, isBaseline, isPinned } = capture;
    const name = stageNameOf(capture);
    const marks = [isActive && 'active', isBaseline && 'baseline', isPinned && 'pinned'];
    const badges = marks.filter((badge) => badge !== false);
    const remarks = [title === undefined ? undefined : code, name === when ? undefined : when, only];
    const hint = [name, title === undefined ? undefined : code, whenInFull, codeDetails].filter(Boolean).join('\n');
    const nameCell = element('th', { scope: 'row', class: 'name', title: hint }, element('div', { class: 'words' },
      element('span', { class: 'remark ordinal' }, String(number)),
      element('span', { class: 'stage' }, name),
      ...badges.map((badge) => element('span', { class: 'badge' }, badge)),
      ...remarks.flatMap((remark) => (remark === undefined ? [] : element('span', { class: 'remark' }, remark))),
      ...(conditions ? [element('span', { class: 'remark', title: conditions.whole }, conditions.short)] : []),
      ...(step ? [element('span', { class: `below ${step.kind}` }, ...this.stepTexts(step, capture, { canRun, isBelow: true }))] : [])));
    const placeholder = () => [placeholderCell(capture, key, columns.length)];
    const figures = row ? columns.map(({ unit, index }) => figureCell(row, unit, index)) : placeholder();
    return element('tr', { 'aria-current': isActive ? 'true' : undefined, 'data-key': id },
      element('td', { class: 'chosen' }, this.checkbox(capture)),
      nameCell,
      ...figures,
      ...(hasSteps ? [this.stepCell(step, capture, canRun)] : []),
      ...(hasFigures ? [numberCell(row?.iterations, 'iterations')] : []),
      element('td', { class: 'kinds' }, kinds.length === 0 ? 'timing only' : kinds.join(', ')),
      element('td', { class: 'row-actions' }, ...this.buttons(capture, active)));
  }

  private buttons(capture: ResultCapture, active: ResultCapture | undefined): HTMLElement[] {
    const { id, whenInFull, only, kinds, isActive, isBaseline, isPinned } = capture;
    const { actions } = this;
    const hasNoProfiles = kinds.length === 0;
    const openHint = hasNoProfiles ? NO_PROFILES : `Open the capture of ${whenInFull}`;
    // A capture of one case cannot be compared with a capture of other cases.
    const hasOtherCases = active !== undefined && active.only !== only;
    const compareHint = hasNoProfiles ? NO_PROFILES : `Compare with the capture of ${whenInFull}`;
    const cannotCompare = isActive || isBaseline || hasOtherCases || hasNoProfiles;
    const pinHint = `${isPinned ? 'Unpin' : 'Pin'} the capture of ${whenInFull}${isPinned ? '' : ': it stays until you delete it'}`;
    return [
      linkButton(`open-${id}`, 'Open', openHint, () => actions.open(capture), isActive || hasNoProfiles),
      linkButton(`compare-${id}`, 'Compare', compareHint, () => actions.compare(capture), cannotCompare),
      linkButton(`rename-${id}`, 'Rename', `Rename the capture of ${whenInFull}`, () => actions.rename(capture), false),
      linkButton(`pin-${id}`, isPinned ? 'Unpin' : 'Pin', pinHint, () => actions.pin(capture, !isPinned), false),
    ];
  }

  private stepCell(step: ShownStep | undefined, capture: ResultCapture, canRun: boolean): HTMLElement {
    if (!step) return element('td', { class: 'change' });
    const { kind, details } = step;
    const texts = this.stepTexts(step, capture, { canRun, isBelow: false });
    return element('td', { class: `change verdict ${kind}`, title: details }, ...texts);
  }

  /** @param place in a narrow panel, the change is below the name of the stage */
  private stepTexts(
    { kind, words, tested, isInTurns, base, since }: ShownStep,
    capture: ResultCapture,
    { canRun, isBelow }: { readonly canRun: boolean; readonly isBelow: boolean },
  ): (HTMLElement | string)[] {
    const mark = element('span', { class: 'judged', 'aria-hidden': 'true' }, MARKS[kind]);
    if (words === '') return [mark];
    const remark = (text: string) => element('span', { class: 'remark' }, text);
    const from = since === undefined ? [] : [remark(`since ${since}`)];
    if (isInTurns) return [mark, words, ...(tested === undefined ? [] : [remark(tested)]), ...from];
    const doubt = [...from, remark('not in turns')];
    if (!base || !canRun || whyNotMeasured(base, capture) !== undefined) return [mark, words, ...doubt];
    const hint = `${MEASURE_HINT}: ${stageNameOf(base)}, ${stageNameOf(capture)}`;
    const id = `measure-${capture.id}${isBelow ? '-below' : ''}`;
    return [mark, words, ...doubt, linkButton(id, 'Measure', hint, () => this.actions.measurePair(base, capture), false)];
  }

  private checkbox(capture: ResultCapture): HTMLElement {
    const { id, whenInFull } = capture;
    const name = `Choose ${stageNameOf(capture)}, ${whenInFull}, to compare two stages`;
    const box = element('input', { id: `choose-${id}`, type: 'checkbox', 'aria-label': name, title: name });
    box.checked = this.pair.ids.includes(id);
    box.addEventListener('change', () => {
      this.pair.toggle(id);
      this.redraw();
    });
    return box;
  }
}

interface Column {
  readonly unit: string;
  readonly index: number;
}

interface Entry {
  readonly capture: ResultCapture;
  readonly row: ResultRow | undefined;
  readonly step: ShownStep | undefined;
  readonly number: number;
  readonly canRun: boolean;
}

interface ShownStep extends ResultStep {
  /** Undefined if it was deleted. */
  readonly base: ResultCapture | undefined;
  /** The number of `base`, if that is not the stage just before. */
  readonly since: number | undefined;
}

interface Surroundings {
  readonly key: string | undefined;
  readonly active: ResultCapture | undefined;
  readonly hasFigures: boolean;
  readonly hasSteps: boolean;
}

/** The step to a capture for one of its cases, if it has one. */
function shownStep(captures: readonly ResultCapture[], index: number, key: string): ShownStep | undefined {
  const step = captures[index].steps.find((each) => each.key === key);
  if (!step) return undefined;
  const from = captures.findIndex(({ id }) => id === step.from);
  if (from < 0) return { ...step, base: undefined, since: undefined };
  const last = captures.findIndex(({ rows }, i) => i > index && rows.some((row) => row.key === key));
  return { ...step, base: captures[from], since: from === last ? undefined : captures.length - from };
}

function linkButton(id: string, text: string, hint: string, onClick: () => void, disabled: boolean): HTMLElement {
  const created = element('button', { id, class: 'link', 'aria-label': hint, title: hint, disabled }, text);
  created.addEventListener('click', onClick);
  return created;
}

const ITERATIONS = 'number iterations';
const NO_PROFILES = 'Measured without profiles: there are no line costs to show';
// A mark, because some users cannot distinguish the colors.
const MARKS = { faster: '✓ ', slower: '✗ ', none: '' };

/** The row with the key; without a key, the only row. */
function rowOf({ rows }: ResultCapture, key: string | undefined): ResultRow | undefined {
  return key === undefined && rows.length === 1 ? rows[0] : rows.find((row) => row.key === key);
}

/** In a narrow panel, the name of the figure is before it, since there are no columns. */
function figureCell({ cells }: ResultRow, unit: string, index: number): HTMLElement {
  const cell = numberCell(cells[index]);
  cell.dataset.metric = metricTitle(unit);
  return cell;
}

/** The cell that replaces figures: the number of results, or that the selected result was not measured. */
function placeholderCell({ rows }: ResultCapture, key: string | undefined, units: number): HTMLElement {
  const text = rows.length === 0 ? 'no results' : key === undefined ? `${rows.length} results` : 'not measured';
  return element('td', { class: 'number remark', colspan: Math.max(1, units) }, text);
}
