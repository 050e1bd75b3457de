import type { TableFormat } from '../../src/profile/answers/table';
import { isPerOperation } from '../../src/profile/text/operationUnits';
import type { RowOptions } from './rowElement';
import { operationUnit, rowText } from './rowText';
import type { Row } from './topRows';

/** A sign and the space after it, before the figure of a comparison. */
const SIGN_CHARACTERS = 2;

/** Makes the columns of flat and cum as wide as their longest figure, in the drawn rows. They never get narrower. */
export class FigureWidth {
  private shown = '';
  /** The lengths of the longest figures, by the variable for top.css. */
  private readonly longest = new Map<string, number>();

  constructor(private readonly grid: HTMLElement) {}

  /** Call before rows are drawn: the figures of another profile or unit start anew. */
  begin({ unit, outputUnit, total }: TableFormat): void {
    const shown = [unit, outputUnit, total].join(' ');
    if (shown === this.shown) return;
    this.shown = shown;
    this.longest.clear();
    this.grid.classList.toggle('costs-per-operation', isPerOperation(unit));
  }

  /** Call for each row that is shown. */
  fit(row: Row, { format }: Pick<RowOptions, 'format'>): void {
    const { flat, cum } = rowText(row, format);
    for (const text of [flat, cum]) {
      const length = text.length + (format.isSigned ? SIGN_CHARACTERS : 0);
      this.widen('--figure-characters', length);
      // A narrow table hides the unit of operations.
      this.widen('--short-figure-characters', length - operationUnit(text).length);
    }
  }

  private widen(variable: string, length: number): void {
    if (length <= (this.longest.get(variable) ?? 0)) return;
    this.longest.set(variable, length);
    this.grid.style.setProperty(variable, String(length));
  }
}
