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
  readonly column: number[] = [];
  readonly span: number[] = [];
  readonly text: string[] = [];
  /** The number of characters of each text. */
  readonly length: number[] = [];
  readonly margin: string[] = [];
  readonly align: Alignment[] = [];

  get count(): number {
    return this.column.length;
  }
}

/** The layout of the columns: the width of each one's margin, and where it starts; one more start is the end. */
interface Layout {
  readonly margins: readonly number[];
  readonly starts: readonly number[];
}

/** Lays out text in columns for a fixed-width font, by the rules of benchstat's tables. */
export class TextTable {
  private readonly cells = new Cells();
  private readonly narrow = new Set<number>();
  /** The index of the first cell of each row. */
  private readonly rowStarts: number[] = [];
  /** Index of the column of the next cell. */
  column = 0;
  private columnCount = 0;

  startRow(): void {
    this.rowStarts.push(this.cells.count);
    this.column = 0;
  }

  /** Adds a cell at `column`, which then moves past the cell. */
  add(text: string, style: CellStyle = PLAIN, span = 1): void {
    const { column, cells } = this;
    const margin = style.margin ?? (column === 0 || text === '' ? '' : ' ');
    if (text !== '' || margin !== '') {
      cells.column.push(column);
      cells.span.push(span);
      cells.text.push(text);
      cells.length.push(characterCount(text));
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
    const layout = { margins, starts: startsOf(this.widths(margins)) };
    const ends = [...this.rowStarts.slice(1), this.cells.count];
    for (const [row, start] of this.rowStarts.entries()) yield this.line(start, ends[row], layout);
  }

  /** The line of the cells from `first` to before `end`. */
  private line(first: number, end: number, { margins, starts }: Layout): string {
    const { cells } = this;
    let line = '';
    let at = 0;
    for (let i = first; i < end; i++) {
      if (isBlank(cells.text[i]) && isBlank(cells.margin[i])) continue;
      const column = cells.column[i];
      const start = starts[column];
      const margin = margins[column];
      const space = starts[column + cells.span[i]] - start - margin - cells.length[i];
      const indent = indentOf(cells.align[i], space);
      line += spaces(start - at) + padded(cells.margin[i], margin) + spaces(indent) + cells.text[i];
      at = start + margin + indent + cells.length[i];
    }
    return `${line}\n`;
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
    const { count, column, span, length } = this.cells;
    const spanning: number[] = [];
    for (let i = 0; i < count; i++) {
      if (span[i] > 1) spanning.push(i);
      else widths[column[i]] = Math.max(widths[column[i]], length[i] + margins[column[i]]);
    }
    for (const cell of spanning.sort((a, b) => span[a] - span[b])) this.widen(widths, cell, margins[column[cell]]);
    return widths;
  }

  /**
   * If a cell does not fit, widens the columns that it spans to a common width. Columns that are wider than that, and
   * those of `keepNarrow`, stay as they are.
   */
  private widen(widths: number[], cell: number, margin: number): void {
    const { column, span, length } = this.cells;
    let needed = length[cell] + margin;
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

/** The number of spaces before a text that leaves `space` columns free, negative if it is too wide. */
function indentOf(align: Alignment, space: number): number {
  if (align === 'left') return 0;
  // As in benchstat, a text that is too wide is indented, too, if it is centered.
  return align === 'right' ? Math.max(0, space) : Math.abs(Math.trunc(space / 2));
}

/** As in benchstat, a negative number of spaces, after a text that is too wide, adds that many. */
const spaces = (count: number): string => ' '.repeat(Math.abs(count));
