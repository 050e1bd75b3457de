import { deltaText, evidenceText } from '../statistics/compareSamples';
import { percentChange } from '../statistics/goNumbers';
import { commonScale, isBinaryUnit, scaledText } from '../statistics/units';
import { rangeText } from '../statistics/summary';
import { type Field, type Key, valueOf } from './projection';
import { type Cell, type ColumnMean, type Row, type Table, type Tables, tableTitles } from './tables';
import { type CellStyle, TextTable } from './textTable';

/** Number of columns for a center: value, range, footnotes. */
const CENTER_COLUMNS = 3;
/** Number of columns for a change: delta, evidence, footnotes. */
const DELTA_COLUMNS = 3;

const RIGHT: CellStyle = { align: 'right', margin: ' ', span: 1 };
const RANGE: CellStyle = { align: 'right', margin: ' ± ', span: 1 };
const DELTA_HEADER: CellStyle = { align: 'left', margin: '  ', span: DELTA_COLUMNS };
const EDGE: CellStyle = { align: 'left', margin: ' │', span: 1 };

/** The header of `span` columns. */
const header = (span: number): CellStyle => ({ align: 'center', margin: ' │ ', span });

/** The first column of a sample. Column 0 has the labels, and the first sample has no delta. */
function startOf(sample: number): number {
  return sample === 0 ? 1 : 1 + CENTER_COLUMNS + (sample - 1) * (CENTER_COLUMNS + DELTA_COLUMNS);
}

/** The tables as benchstat prints them. */
export function textReport(tables: Tables): string {
  const titles = tableTitles(tables);
  const lines: string[] = [];
  for (const [i, table] of tables.tables.entries()) {
    if (i > 0) lines.push('\n');
    for (const title of titles[i]) lines.push(`${title}\n`);
    new TableText(table, tables.columnFields).addTo(lines);
  }
  return lines.join('');
}

class TableText {
  private readonly text = new TextTable();
  /** The footnotes, and their numbers as printed. */
  private readonly notes = new Map<string, string>();
  private readonly isBinary: boolean;
  /** The column of the vertical line on the right. */
  private readonly edge: number;

  constructor(private readonly table: Table, private readonly fields: readonly Field[]) {
    this.isBinary = isBinaryUnit(table.unit);
    this.edge = startOf(table.columns.length + 1);
  }

  addTo(lines: string[]): void {
    this.addHeader();
    this.addUnits();
    for (const row of this.table.rows) this.addRow(row);
    if (this.table.rows.length > 1) this.addMeans();
    this.text.addTo(lines);
    for (const [note, number] of this.notes) lines.push(`${number} ${note}\n`);
  }

  private addHeader(): void {
    for (const level of headerLevels(this.fields, this.table.columns)) {
      this.text.startRow();
      for (const { value, start, length } of level) {
        this.text.column = startOf(start);
        this.text.add(value, header(startOf(start + length) - startOf(start)));
      }
      this.addEdge();
    }
  }

  private addUnits(): void {
    const { text, table } = this;
    text.startRow();
    table.columns.forEach((_, sample) => {
      text.column = startOf(sample);
      text.add(table.unit, header(CENTER_COLUMNS));
      if (sample > 0) text.add('vs base', DELTA_HEADER);
      for (let column = startOf(sample) + 1; column < text.column; column++) text.keepNarrow(column);
    });
    this.addEdge();
  }

  private addEdge(): void {
    this.text.column = this.edge;
    this.text.add('', EDGE);
  }

  private addRow({ label, cells }: Row): void {
    this.text.startRow();
    this.text.add(label);
    const scale = commonScale(cells.map(({ summary }) => summary.center), this.isBinary);
    for (const cell of cells) this.addCell(cell, scaledText(cell.summary.center, scale));
  }

  private addCell({ column, summary, sampleWarnings, comparison }: Cell, center: string): void {
    const { text } = this;
    text.column = startOf(column);
    text.add(center, RIGHT);
    text.add(rangeText(summary), RANGE);
    this.addNotes(sampleWarnings.length === 0 ? summary.warnings : [...sampleWarnings, ...summary.warnings]);
    if (comparison === undefined) return;
    text.add(deltaText(comparison, comparison.old, summary.center), RIGHT);
    text.add(`(${evidenceText(comparison)})`);
    this.addNotes(comparison.warnings);
  }

  private addMeans(): void {
    this.text.startRow();
    this.text.add('geomean');
    this.table.means.forEach((mean, sample) => this.addMean(mean, sample));
  }

  private addMean({ center, ratio, warnings }: ColumnMean, sample: number): void {
    const { text } = this;
    if (center !== undefined) {
      text.column = startOf(sample);
      text.add(scaledText(center, commonScale([center], this.isBinary)), RIGHT);
    }
    if (sample > 0) {
      text.column = startOf(sample) + CENTER_COLUMNS;
      if (ratio === undefined) text.add('?');
      else text.add(percentChange(ratio), RIGHT);
    }
    text.column = startOf(sample + 1) - 1;
    this.addNotes(warnings);
  }

  /** Adds a cell with the numbers of the warnings' footnotes: `¹ ²`. */
  private addNotes(warnings: readonly string[]): void {
    if (warnings.length === 0) this.text.column++;
    else this.text.add(warnings.map((warning) => this.numberOf(warning)).join(' '));
  }

  private numberOf(warning: string): string {
    let number = this.notes.get(warning);
    if (number === undefined) this.notes.set(warning, (number = superscript(this.notes.size + 1)));
    return number;
  }
}

function superscript(number: number): string {
  return String(number).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]);
}

/** A header over adjacent columns with the same value, which also have the same headers above. */
interface HeaderCell {
  readonly value: string;
  readonly start: number;
  readonly length: number;
}

/**
 * The headers, one level per field:
 *
 *     linux      │ darwin
 *     old │ new  │ old
 */
function headerLevels(fields: readonly Field[], columns: readonly Key[]): HeaderCell[][] {
  const levels: HeaderCell[][] = [];
  let parents: readonly HeaderCell[] = [{ value: '', start: 0, length: columns.length }];
  for (const field of fields) {
    const level = parents.flatMap((parent) => split(parent, field, columns));
    levels.push(level);
    parents = level;
  }
  return levels;
}

function split({ start, length }: HeaderCell, field: Field, columns: readonly Key[]): HeaderCell[] {
  const cells: HeaderCell[] = [];
  let first = start;
  for (let i = start + 1; i <= start + length; i++) {
    const value = valueOf(columns[first], field);
    if (i < start + length && valueOf(columns[i], field) === value) continue;
    cells.push({ value, start: first, length: i - first });
    first = i;
  }
  return cells;
}
