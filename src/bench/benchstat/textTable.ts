import { characterCount, isBlank, padded } from './goText';

export type Alignment = 'left' | 'center' | 'right';

interface CellStyle {
  readonly align?: Alignment;
  /** Printed before the text. By default a space, or nothing in the first column and before an empty text. */
  readonly margin?: string;
}

const PLAIN: CellStyle = {};

/** The cells, one array per property: large tables have hundreds of thousands of cells, too many for an object each. */
class Cells {
  readonly row: number[] = [];
  readonly column: number[] = [];
  readonly span: number[] = [];
  readonly text: string[] = [];
  readonly margin: string[] = [];
  readonly align: Alignment[] = [];

  get count(): number {
    return this.row.length;
  }
}

/** Lays out text in columns for a fixed-width font, by the rules of benchstat's tables. */
export class TextTable {
  private readonly cells = new Cells();
  private readonly narrow = new Set<number>();
  private row = 0;
  /** Index of the column of the next cell. */
  column = 0;
  private columnCount = 0;

  startRow(): void {
    if (this.cells.count > 0) this.row++;
    this.column = 0;
  }

  /** Adds a cell at `column`, which then moves past the cell. */
  add(text: string, style: CellStyle = PLAIN, span = 1): void {
    const { row, column, cells } = this;
    const margin = style.margin ?? (column === 0 || text === '' ? '' : ' ');
    if (text !== '' || margin !== '') {
      cells.row.push(row);
      cells.column.push(column);
      cells.span.push(span);
      cells.text.push(text);
      cells.margin.push(margin);
      cells.align.push(style.align ?? 'left');
    }
    this.column += span;
    this.columnCount = Math.max(this.columnCount, this.column);
  }

  /** Keeps a column as narrow as its cells allow: cells that span several columns do not widen it. */
  keepNarrow(column: number): void {
    this.narrow.add(column);
  }

  /** The lines, each with a newline. */
  *lines(): Generator<string> {
    const margins = this.margins();
    const starts = startsOf(this.widths(margins));
    let row = 0;
    let at = 0;
    let line = '';
    const { cells } = this;
    for (let i = 0; i < cells.count; i++) {
      if (isBlank(cells.text[i]) && isBlank(cells.margin[i])) continue;
      for (; row < cells.row[i]; row++) {
        yield `${line}\n`;
        line = '';
        at = 0;
      }
      const column = cells.column[i];
      const start = starts[column];
      const margin = margins[column];
      const text = aligned(cells.text[i], cells.align[i], starts[column + cells.span[i]] - start - margin);
      // If the previous text is wider than the columns that it spans, `start - at` is negative. As in benchstat, that
      // many spaces are added then.
      line += padded('', start - at) + padded(cells.margin[i], margin) + text;
      at = start + margin + characterCount(text);
    }
    if (cells.count > 0) yield `${line}\n`;
  }

  private margins(): number[] {
    const margins = new Array<number>(this.columnCount).fill(0);
    const { count, column, margin } = this.cells;
    for (let i = 0; i < count; i++) margins[column[i]] = Math.max(margins[column[i]], characterCount(margin[i]));
    return margins;
  }

  /** Widths of the columns, including margins. */
  private widths(margins: readonly number[]): number[] {
    const widths = new Array<number>(this.columnCount).fill(0);
    const { count, column, span, text } = this.cells;
    const spanning: number[] = [];
    for (let i = 0; i < count; i++) {
      if (span[i] > 1) spanning.push(i);
      else widths[column[i]] = Math.max(widths[column[i]], characterCount(text[i]) + margins[column[i]]);
    }
    for (const cell of spanning.sort((a, b) => span[a] - span[b])) this.widen(widths, cell, margins[column[cell]]);
    return widths;
  }

  /**
   * If a cell does not fit, widens the columns that it spans to a common width. Columns that are wider than that, and
   * those of `keepNarrow`, stay as they are.
   */
  private widen(widths: number[], cell: number, margin: number): void {
    const { column, span, text } = this.cells;
    let needed = characterCount(text[cell]) + margin;
    const columns = Array.from({ length: span[cell] }, (_, i) => column[cell] + i);
    if (columns.reduce((sum, i) => sum + widths[i], 0) >= needed) return;
    const growing = columns.filter((i) => !this.narrow.has(i));
    for (const i of columns) if (this.narrow.has(i)) needed -= widths[i];
    growing.sort((a, b) => widths[b] - widths[a]);
    growing.forEach((i, index) => {
      widths[i] = Math.max(widths[i], Math.ceil(needed / (growing.length - index)));
      needed -= widths[i];
    });
  }
}

function startsOf(widths: readonly number[]): number[] {
  const starts = [0];
  for (const width of widths) starts.push(starts[starts.length - 1] + width);
  return starts;
}

function aligned(text: string, align: Alignment, width: number): string {
  if (align === 'left') return text;
  if (align === 'right') return padded(text, width);
  return padded('', Math.trunc((width - characterCount(text)) / 2)) + text;
}
