import { figureText } from '../../src/profile/text/screen/figure';
import { csvLine } from '../../src/timeline/csv';
import { FigureTable } from '../charts/figureTable';
import type { LiveRows } from '../charts/liveRows';
import type { StripChart } from './stripCharts';

interface Column {
  readonly name: string;
  readonly unit: string;
  readonly column: number;
}

function columnsOf(charts: readonly StripChart[]): Column[] {
  return charts.flatMap(({ title, unit, series }) => series.map(({ name, column, isCount }) => {
    return { name: `${title}: ${name}`, unit: isCount ? 'count' : unit, column };
  }));
}

/** Cells of figures that Go counts in fractions of a processor have so many digits. */
const DIGITS = 3;

/**
 * All figures of the strip as a table.
 * @param charts whose figures they are
 * @param what they are of: the runtime of a program, or a service
 * @param copy copies a text
 * @param choose a row was chosen; gets its time in seconds
 */
export function stripTable(
  rows: LiveRows,
  charts: readonly StripChart[],
  what: 'the runtime' | 'the service',
  copy: (text: string) => void,
  choose: (seconds: number) => void,
): FigureTable {
  const shown = columnsOf(charts);
  return new FigureTable({
    title: what,
    label: `Figures of ${what}`,
    columns: [{ name: 'time' }, ...shown],
    rows: (from, limit) => Array.from({ length: limit }, (_, i) => cellsOf(rows, shown, from + i)),
    copy: () => copy(stripCsv(rows, shown)),
    choose: (row) => choose(rows.times[row]),
    onFailure: (error) => {
      throw error;
    },
  });
}

function cellsOf({ times, columns }: LiveRows, shown: readonly Column[], row: number): string[] {
  const figures = shown.map(({ unit, column }) => {
    const value = columns[column][row];
    return Number.isNaN(value) ? '' : figureText(value, unit, { digits: DIGITS });
  });
  return [`${times[row].toFixed(1)} s`, ...figures];
}

/** The figures as CSV, without a loss of digits. */
function stripCsv({ times, columns, count }: LiveRows, shown: readonly Column[]): string {
  const head = csvLine(['time (seconds)', ...shown.map(({ name, unit }) => `${name} (${unit})`)]);
  const lines = Array.from({ length: count }, (_, row) => csvLine([
    String(times[row]),
    ...shown.map(({ column }) => (Number.isNaN(columns[column][row]) ? '' : String(columns[column][row]))),
  ]));
  return head + lines.join('');
}
