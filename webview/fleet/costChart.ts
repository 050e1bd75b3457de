import type { TimeRange } from '../../src/fleet/fleetQuery';
import type { ShownCost, ShownType } from '../../src/pages/protocol/fleetPage';
import { FigureTable } from '../charts/figureTable';
import { TimeCharts } from '../charts/timeCharts';
import { element, focusedElement } from '../controls/dom';
import { CostRows } from './costRows';
import { LocalAxis } from './localTime';
import type { CostForm } from './savedView';

export interface CostChartActions {
  /** Another range is selected; undefined: none. */
  select(range: TimeRange | undefined): void;
  copy(csv: string): void;
  toggleTable(isShown: boolean): void;
}

const HEIGHT = 200;
/** Of a title, in characters. */
const TITLE = 60;

/** The cost over time as a chart, in which a range is selected, and as a table. */
export class CostChart {
  readonly element = element('div', { class: 'cost' });
  private charts: TimeCharts | undefined;
  private table: FigureTable | undefined;
  private rows: CostRows | undefined;

  constructor(private readonly actions: CostChartActions) {}

  show(cost: ShownCost, type: ShownType, form: CostForm, hasTable: boolean): void {
    const hadFocus = this.element.contains(focusedElement());
    this.clear();
    const axis = new LocalAxis(cost.range.from);
    const rows = new CostRows(cost, type, form, axis);
    this.rows = rows;
    this.charts = new TimeCharts({
      label: `${type.words} over time`,
      times: axis,
      charts: [{
        title: `${type.words}${form === 'share' ? ', share' : ''}`,
        unit: form === 'share' ? '%' : type.unit,
        source: rows,
        height: HEIGHT,
        write: (value) => rows.write(value),
        series: rows.names.map((name, column) => ({ name: name.slice(0, TITLE), column })),
      }],
      onMoment: (at) => this.choose(at === undefined ? undefined : rows.rangeOf({ from: at, to: at })),
      onRange: (range) => this.choose(rows.rangeOf(range)),
      onFailure: (error) => {
        throw error;
      },
    });
    this.table = new FigureTable({
      title: 'the cost',
      label: `${type.words} over time`,
      columns: [{ name: 'time', isText: true }, ...rows.names.map((name) => ({ name: name.slice(0, TITLE) }))],
      rows: (from, limit) => rows.cells(from, limit),
      copy: () => this.actions.copy(rows.csv()),
      choose: (row) => this.choose(rows.stepOf(row)),
      onToggle: (isShown) => this.actions.toggleTable(isShown),
      onFailure: (error) => {
        throw error;
      },
    });
    this.element.replaceChildren(this.charts.element, this.table.element);
    this.table.show(hasTable);
    this.table.update(rows.count);
    this.charts.update();
    if (hadFocus) this.element.querySelector<HTMLElement>('.plots')?.focus();
  }

  clear(): void {
    this.charts?.dispose();
    this.table?.dispose();
    this.charts = this.table = this.rows = undefined;
    this.element.replaceChildren();
  }

  /** Marks a range. Does not call back. */
  mark(range: TimeRange | undefined): void {
    if (this.rows) this.charts?.select(range && this.rows.secondsOf(range));
  }

  private choose(range: TimeRange | undefined): void {
    this.mark(range);
    this.actions.select(range);
  }
}
