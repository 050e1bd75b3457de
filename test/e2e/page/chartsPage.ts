import '../../../webview/styles/base.css';
import '../../../webview/results/results.css';
import '../../../webview/charts/charts.css';
import { csvLine } from '../../../src/timeline/csv';
import { FigureTable } from '../../../webview/charts/figureTable';
import { LiveRows } from '../../../webview/charts/liveRows';
import { TimeCharts } from '../../../webview/charts/timeCharts';

/** A page with two charts over one axis and their table, for tests. */
const rows = new LiveRows(4);
const calls: unknown[] = [];
const [HEAP, GOAL, SHARE, FORCED] = [0, 1, 2, 3];

const charts = new TimeCharts({
  label: 'Heap and GC over time',
  charts: [
    {
      title: 'Heap', unit: 'bytes', source: rows,
      series: [{ name: 'live', column: HEAP }, { name: 'goal', column: GOAL, shape: 'step' }, { name: 'forced', column: FORCED, shape: 'mark' }],
    },
    { title: 'GC', unit: '%', source: rows, series: [{ name: 'share of CPU', column: SHARE }], height: 48, atLeast: 5 },
  ],
  onMoment: (seconds) => calls.push(seconds === undefined ? 'none' : { moment: seconds }),
  onRange: (range) => calls.push(range),
  onFailure: (error) => { throw error; },
});
const table = new FigureTable({
  title: 'Figures',
  label: 'Figures',
  columns: [{ name: 'time' }, { name: 'live' }, { name: 'goal' }, { name: 'share' }],
  rows: (from, limit) => Array.from({ length: limit }, (_, i) => {
    return [rows.times[from + i].toFixed(1), ...rows.columns.slice(0, 3).map((column) => String(column[from + i]))];
  }),
  copy: () => calls.push([0, 1, 2].map((i) => csvLine([rows.times[i], rows.columns[HEAP][i]].map(String))).join('')),
  choose: (row) => {
    calls.push({ row });
    charts.select({ from: rows.times[row], to: rows.times[row] });
  },
  onFailure: (error) => { throw error; },
});
document.body.append(charts.element, table.element);

Object.assign(globalThis, {
  charted: {
    calls,
    append(list: readonly (readonly number[])[]): void {
      for (const [time, ...figures] of list) rows.append(time, figures);
      charts.update();
      table.update(rows.count);
    },
    fill(count: number): void {
      for (let i = 0; i < count; i++) {
        rows.append(i / 10, [1e6 + (i % 100) * 1e4, 3e6, i % 40 / 10, i % 1000 === 0 ? 1 : 0]);
      }
      charts.update();
      table.update(rows.count);
    },
  },
});
