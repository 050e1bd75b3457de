import { characterCount, isBlank } from '../grammar/goText';

export interface CellStyle {
  readonly align: 'left' | 'center' | 'right';
  /** Printed before the text. */
  readonly margin: string;
  /** The number of columns. */
  readonly span: number;
}

const PLAIN: CellStyle = { align: 'left', margin: ' ', span: 1 };
const WITHOUT_MARGIN: CellStyle = { ...PLAIN, margin: '' };

/** The cells, one array per property: large tables have hundreds of thousands of cells, too many for an object each. */
class Cells {
  readonly column: number[] = [];
  readonly text: string[] = [];
  /** The number of characters of each text. */
  readonly length: number[] = [];
  readonly style: CellStyle[] = [];
}

class Column {
  /** The width of the widest margin. */
  margin = 0;
  /** The length of the longest text of a cell that spans only this column; -1 without such a cell. */
  longest = -1;
  /** Whether cells that span several columns do not widen this one. */
  isNarrow = false;

  get width(): number {
    return this.longest === -1 ? 0 : this.longest + this.margin;
  }
}

/** Lays out text in columns for a fixed-width font, by the rules of benchstat's tables. */
export class TextTable {
  private readonly cells = new Cells();
  /** The indexes of the cells that span several columns. */
  private readonly spanning: number[] = [];
  private readonly columns: Column[] = [];
  /** The index of the first cell of each row. */
  private readonly rowStarts: number[] = [];
  /** Index of the column of the next cell. */
  column = 0;

  startRow(): void {
    this.rowStarts.push(this.cells.text.length);
    this.column = 0;
  }

  /**
   * Adds a cell at `column`, which then moves past the cell.
   * @param style by default, to the left of its column after a space, or after nothing in the first column
   */
  add(text: string, style = this.column === 0 || text === '' ? WITHOUT_MARGIN : PLAIN): void {
    const { cells, columns, column } = this;
    const { margin, span } = style;
    this.column += span;
    while (columns.length < this.column) columns.push(new Column());
    if (text === '' && margin === '') return;
    const length = characterCount(text);
    const first = columns[column];
    first.margin = Math.max(first.margin, margin.length);
    if (span > 1) this.spanning.push(cells.text.length);
    else first.longest = Math.max(first.longest, length);
    cells.column.push(column);
    cells.text.push(text);
    cells.length.push(length);
    cells.style.push(style);
  }

  /** Keeps a column as narrow as its cells allow: cells that span several columns do not widen it. */
  keepNarrow(column: number): void {
    this.columns[column].isNarrow = true;
  }

  /** Adds the lines, each with a newline. */
  addTo(lines: string[]): void {
    const { rowStarts } = this;
    const starts = startsOf(this.widths());
    for (let row = 0; row < rowStarts.length; row++) {
      lines.push(this.line(rowStarts[row], rowStarts[row + 1] ?? this.cells.text.length, starts));
    }
  }

  /** The line of the cells from `first` to before `end`. */
  private line(first: number, end: number, starts: readonly number[]): string {
    const { cells, columns } = this;
    let line = '';
    let at = 0;
    for (let i = first; i < end; i++) {
      const text = cells.text[i];
      const length = cells.length[i];
      const column = cells.column[i];
      const { align, margin, span } = cells.style[i];
      if (isBlank(text) && isBlank(margin)) continue;
      const start = starts[column];
      const textAt = start + columns[column].margin;
      const indent = indentOf(align, starts[column + span] - textAt - length);
      line += spaces(start - at) + spaces(textAt - start - margin.length) + margin + spaces(indent) + text;
      at = textAt + indent + length;
    }
    return `${line}\n`;
  }

  /** Widths of the columns, including margins. */
  private widths(): number[] {
    const widths = this.columns.map(({ width }) => width);
    const { style } = this.cells;
    for (const cell of this.spanning.sort((a, b) => style[a].span - style[b].span)) this.widen(widths, cell);
    return widths;
  }

  /**
   * If a cell does not fit, widens the columns that it spans to a common width. Columns that are wider than that, and
   * those of `keepNarrow`, stay as they are.
   */
  private widen(widths: number[], cell: number): void {
    const { column, style, length } = this.cells;
    const spanned = Array.from({ length: style[cell].span }, (_, i) => column[cell] + i);
    const isNarrow = (i: number) => this.columns[i].isNarrow;
    let needed = length[cell] + this.columns[column[cell]].margin;
    if (spanned.reduce((sum, i) => sum + widths[i], 0) >= needed) return;
    const growing = spanned.filter((i) => !isNarrow(i));
    for (const i of spanned) if (isNarrow(i)) needed -= widths[i];
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
function indentOf(align: CellStyle['align'], space: number): number {
  if (align === 'left') return 0;
  // As in benchstat, a text that is too wide is indented, too, if it is centered.
  return align === 'right' ? Math.max(0, space) : Math.abs(Math.trunc(space / 2));
}

/** Shared, because most runs of spaces are short. */
const SPACES = Array.from({ length: 64 }, (_, count) => ' '.repeat(count));

/** As in benchstat, a negative number of spaces, after a text that is too wide, adds that many. */
function spaces(count: number): string {
  const size = Math.abs(count);
  return size < SPACES.length ? SPACES[size] : ' '.repeat(size);
}
