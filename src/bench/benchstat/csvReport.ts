import { deltaText, evidenceText } from '../statistics/compareSamples';
import { shortestText, percentChange } from '../statistics/goNumbers';
import { rangeText } from '../statistics/summary';
import { isSpace } from '../grammar/goText';
import { type Field, valueOf } from './projection';
import { type Cell, type ColumnMean, type Table, type Tables, tableTitles } from './tables';

/** Number of columns for a center: value and range. */
const CENTER_COLUMNS = 2;
/** Number of columns for a change: delta and evidence. */
const DELTA_COLUMNS = 2;

/** The first column of a sample. Column 0 has the labels, and the first sample has no delta. */
function startOf(sample: number): number {
  return sample === 0 ? 1 : 1 + CENTER_COLUMNS + (sample - 1) * (CENTER_COLUMNS + DELTA_COLUMNS);
}

/** The tables as CSV. Calls `warn` for each warning, with the name of its cell: `B7: …`. */
export function csvReport(tables: Tables, warn: (message: string) => void): string {
  const titles = tableTitles(tables);
  const lines: string[] = [];
  for (const [i, table] of tables.tables.entries()) {
    const titleLines = i > 0 ? ['', ...titles[i]] : titles[i];
    for (const title of titleLines) lines.push(csvLine([title]));
    for (const record of new TableLines(table, tables.columnFields, lines.length + 1, warn).records()) {
      lines.push(csvLine(record));
    }
  }
  return lines.join('');
}

class TableLines {
  private record: string[] = [];

  constructor(
    private readonly table: Table,
    private readonly fields: readonly Field[],
    private line: number,
    private readonly warn: (message: string) => void,
  ) {}

  *records(): Generator<readonly string[]> {
    const { columns, rows, unit, means } = this.table;
    for (const field of this.fields) {
      columns.forEach((key, sample) => {
        this.fillTo(startOf(sample));
        this.record.push(valueOf(key, field));
      });
      this.fillTo(startOf(columns.length));
      yield this.endLine();
    }
    columns.forEach((_, sample) => {
      this.fillTo(startOf(sample));
      this.record.push(unit, 'CI');
      if (sample > 0) this.record.push('vs base', 'P');
    });
    yield this.endLine();
    for (const { label, cells } of rows) {
      this.record.push(label);
      for (const cell of cells) this.addCell(cell);
      yield this.endLine();
    }
    this.record.push('geomean');
    means.forEach((mean, sample) => this.addMean(mean, sample));
    this.fillTo(startOf(columns.length));
    yield this.endLine();
  }

  private addCell({ column, summary, sampleWarnings, comparison }: Cell): void {
    this.fillTo(startOf(column));
    this.warnHere([...sampleWarnings, ...summary.warnings]);
    this.record.push(shortestText(summary.center), rangeText(summary));
    if (comparison === undefined) return;
    this.warnHere(comparison.warnings);
    this.record.push(deltaText(comparison, comparison.old, summary.center), evidenceText(comparison));
  }

  private addMean({ center, ratio, warnings }: ColumnMean, sample: number): void {
    this.fillTo(startOf(sample));
    this.warnHere(warnings);
    if (center !== undefined) this.record.push(shortestText(center));
    if (sample === 0) return;
    this.fillTo(startOf(sample) + CENTER_COLUMNS);
    this.record.push(ratio === undefined ? '?' : percentChange(ratio));
  }

  private fillTo(column: number): void {
    while (this.record.length < column) this.record.push('');
  }

  private endLine(): readonly string[] {
    const { record } = this;
    this.record = [];
    this.line++;
    return record;
  }

  private warnHere(warnings: readonly string[]): void {
    for (const warning of warnings) this.warn(`${columnName(this.record.length)}${this.line}: ${warning}`);
  }
}

/** The name of a column as benchstat prints it: `A`, `B` … `Z`, `BA`. */
function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0 || name === ''; rest = Math.trunc(rest / 26)) {
    name = String.fromCharCode(65 + (rest % 26)) + name;
  }
  return name;
}

const csvLine = (record: readonly string[]): string => `${record.map(csvField).join(',')}\n`;

/** A field as Go's package encoding/csv writes it: in quotes only if it needs them. */
function csvField(text: string): string {
  const isPlain = text !== '\\.' && !/[",\r\n]/.test(text) && !isSpace(text.charCodeAt(0));
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
