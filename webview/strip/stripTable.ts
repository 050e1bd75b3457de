import { figureText } from '../../src/profile/text/screen/figure';
import { csvLine } from '../../src/timeline/csv';
import { FigureTable } from '../charts/figureTable';
import type { LiveRows } from '../charts/liveRows';
import { columnOf, STRIP_CHARTS } from './stripCharts';

const COLUMNS = STRIP_CHARTS.flatMap(({ title, unit, series }) => series.map(({ name, figure }) => {
  return { name: `${title}: ${name}`, unit: figure === 'cycles' ? 'count' : unit, column: columnOf(figure) };
}));

/** Cells of figures that Go counts in fractions of a processor have so many digits. */
const DIGITS = 3;

/**
 * All figures of a program as a table.
 * @param copy copies a text
 * @param choose a row was chosen; gets its time in seconds
 */
export function stripTable(
  rows: LiveRows,
  copy: (text: string) => void,
  choose: (seconds: number) => void,
): FigureTable {
  return new FigureTable({
    title: 'the runtime',
    label: 'Figures of the runtime',
    columns: [{ name: 'time' }, ...COLUMNS],
    rows: (from, limit) => Array.from({ length: limit }, (_, i) => cellsOf(rows, from + i)),
    copy: () => copy(stripCsv(rows)),
    choose: (row) => choose(rows.times[row]),
    onFailure: (error) => {
      throw error;
    },
  });
}

function cellsOf({ times, columns }: LiveRows, row: number): string[] {
  const figures = COLUMNS.map(({ unit, column }) => {
    const value = columns[column][row];
    return Number.isNaN(value) ? '' : figureText(value, unit, { digits: DIGITS });
  });
  return [`${times[row].toFixed(1)} s`, ...figures];
}

/** The figures as CSV, without a loss of digits. */
function stripCsv({ times, columns, count }: LiveRows): string {
  const head = csvLine(['time (seconds)', ...COLUMNS.map(({ name, unit }) => `${name} (${unit})`)]);
  const lines = Array.from({ length: count }, (_, row) => csvLine([
    String(times[row]),
    ...COLUMNS.map(({ column }) => (Number.isNaN(columns[column][row]) ? '' : String(columns[column][row]))),
  ]));
  return head + lines.join('');
}
