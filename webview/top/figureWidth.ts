import type { TableFormat } from '../../src/profile/answers/table';
import { isPerOperation } from '../../src/profile/text/relativeUnits';
import type { RowOptions } from './rowElement';
import { operationUnit, rowText } from './rowText';
import type { Row } from './topRows';

/** The width of a shape and the space after it, before the figure of a comparison, in digits. */
const SHAPE = 2;

/** The widths of characters in the fonts of user interfaces, in digits; of others, such as `+` and `s`, at most 1. */
const WIDTHS: ReadonlyMap<string, number> = new Map([
  ['.', 0.5], [' ', 0.5], ['-', 0.75], ['/', 0.7], ['l', 0.5],
  ['B', 1.2], ['G', 1.3], ['P', 1.2], ['T', 1.1], ['M', 1.6], ['m', 1.6], ['%', 1.6],
]);

/** The width of a figure in digits, rounded up to hundredths. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDTHS.get(character) ?? 1;
  return Math.ceil(width * 100 - 1e-6) / 100;
}

/** Makes the columns as wide as their widest figure, in the drawn rows. They never get narrower. */
export class FigureWidth {
  private shown = '';
  /** The widths of the widest figures in digits, by the variable for top.css. */
  private readonly widest = new Map<string, number>();

  constructor(private readonly grid: HTMLElement) {}

  /** Call before rows are drawn: the figures of another profile or unit start anew. */
  begin({ unit, outputUnit, total }: TableFormat): void {
    const shown = [unit, outputUnit, total].join(' ');
    if (shown === this.shown) return;
    this.shown = shown;
    this.widest.clear();
    this.grid.classList.toggle('costs-per-operation', isPerOperation(unit));
  }

  /** Call for each row that is shown. */
  fit(row: Row, { format }: Pick<RowOptions, 'format'>): void {
    const { flat, flatShare, sum, cum, cumShare } = rowText(row, format);
    const shape = format.isSigned ? SHAPE : 0;
    for (const text of [flat, cum]) {
      this.widen('--figure-digits', widthOf(text) + shape);
      // A narrow table hides the unit of operations.
      this.widen('--short-figure-digits', widthOf(text.slice(0, text.length - operationUnit(text).length)) + shape);
    }
    for (const text of [flatShare, sum, cumShare]) this.widen('--share-digits', widthOf(text) + shape);
  }

  private widen(variable: string, width: number): void {
    if (width <= (this.widest.get(variable) ?? 0)) return;
    this.widest.set(variable, width);
    this.grid.style.setProperty(variable, String(width));
  }
}
