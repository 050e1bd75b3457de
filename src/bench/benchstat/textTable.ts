import { characterCount, isBlank, padded } from './goText';

export type Alignment = 'left' | 'center' | 'right';

interface CellStyle {
  readonly align?: Alignment;
  /** Printed before the text; a space by default, except in the first column. */
  readonly margin?: string;
}

const PLAIN: CellStyle = {};

interface TextCell {
  readonly row: number;
  readonly column: number;
  readonly span: number;
  readonly text: string;
  readonly margin: string;
  readonly align: Alignment;
}

/** Lays out cells in columns of a fixed-width font, with the rules of benchstat's tables. */
export class TextTable {
  private readonly cells: TextCell[] = [];
  private readonly narrow = new Set<number>();
  private row = 0;
  /** Index of the column of the next cell. */
  column = 0;
  private columnCount = 0;

  startRow(): void {
    if (this.cells.length > 0) this.row++;
    this.column = 0;
  }

  /** Adds a cell at the current column. */
  add(text: string, style: CellStyle = PLAIN, span = 1): void {
    const { row, column } = this;
    const margin = style.margin ?? (column === 0 || text === '' ? '' : ' ');
    const isSeen = text !== '' || margin !== '';
    if (isSeen) this.cells.push({ row, column, span, text, margin, align: style.align ?? 'left' });
    this.column += span;
    this.columnCount = Math.max(this.columnCount, this.column);
  }

  /** Keeps a column as narrow as its own cells allow: cells that span it do not widen it. */
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
    for (const cell of this.cells) {
      if (isBlank(cell.text) && isBlank(cell.margin)) continue;
      for (; row < cell.row; row++) {
        yield `${line}\n`;
        [line, at] = ['', 0];
      }
      const start = starts[cell.column];
      const margin = margins[cell.column];
      const text = aligned(cell, starts[cell.column + cell.span] - start - margin);
      // If a text is wider than the narrow columns that it spans, `start - at` is negative. As in benchstat, as many
      // spaces follow the text.
      line += padded('', start - at) + padded(cell.margin, margin) + text;
      at = start + margin + characterCount(text);
    }
    if (this.cells.length > 0) yield `${line}\n`;
  }

  private margins(): number[] {
    const margins = new Array<number>(this.columnCount).fill(0);
    for (const { column, margin } of this.cells) margins[column] = Math.max(margins[column], characterCount(margin));
    return margins;
  }

  /** Widths of the columns, with their margins. */
  private widths(margins: readonly number[]): number[] {
    const widths = new Array<number>(this.columnCount).fill(0);
    const wide: TextCell[] = [];
    for (const cell of this.cells) {
      if (cell.span > 1) wide.push(cell);
      else widths[cell.column] = Math.max(widths[cell.column], characterCount(cell.text) + margins[cell.column]);
    }
    for (const cell of wide.sort((a, b) => a.span - b.span)) this.widen(widths, cell, margins[cell.column]);
    return widths;
  }

  /** Widens the columns that a cell spans to their average width; narrow and wider columns stay as they are. */
  private widen(widths: number[], { column, span, text }: TextCell, margin: number): void {
    let needed = characterCount(text) + margin;
    const columns = Array.from({ length: span }, (_, i) => column + i);
    if (columns.reduce((sum, i) => sum + widths[i], 0) >= needed) return;
    const growing = columns.filter((i) => !this.narrow.has(i));
    for (const i of columns) if (this.narrow.has(i)) needed -= widths[i];
    growing.sort((a, b) => widths[b] - widths[a]);
    growing.forEach((i, done) => {
      widths[i] = Math.max(widths[i], Math.ceil(needed / (growing.length - done)));
      needed -= widths[i];
    });
  }
}

function startsOf(widths: readonly number[]): number[] {
  const starts = [0];
  for (const width of widths) starts.push(starts[starts.length - 1] + width);
  return starts;
}

function aligned({ align, text }: TextCell, width: number): string {
  if (align === 'left') return text;
  if (align === 'right') return padded(text, width);
  return padded('', Math.trunc((width - characterCount(text)) / 2)) + text;
}
