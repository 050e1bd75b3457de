import type { TableFormat } from '../../src/profile/answers/table';
import type { RowOptions } from './rowElement';
import { operationUnit, rowText } from './rowText';
import type { Row } from './topRows';

/** A sign and the space after it, before the figure of a comparison. */
const SIGN_CHARACTERS = 2;

/** Makes the columns of flat and cum as wide as their longest figure, in the drawn rows. They never get narrower. */
export class FigureWidth {
  private shown = '';
  private characters = 0;
  private shortCharacters = 0;

  constructor(private readonly grid: HTMLElement) {}

  /** Call before rows are drawn: the figures of another profile or unit start anew. */
  begin({ unit, outputUnit, total }: TableFormat): void {
    const shown = [unit, outputUnit, total].join(' ');
    if (shown === this.shown) return;
    this.shown = shown;
    this.characters = 0;
    this.shortCharacters = 0;
    this.grid.classList.toggle('costs-per-operation', unit.endsWith('/op'));
  }

  fit(row: Row, { format, hasNegative }: Pick<RowOptions, 'format' | 'hasNegative'>): void {
    const { flat, cum } = rowText(row, format);
    for (const text of [flat, cum]) {
      const length = text.length + (hasNegative ? SIGN_CHARACTERS : 0);
      this.characters = Math.max(this.characters, length);
      this.shortCharacters = Math.max(this.shortCharacters, length - operationUnit(text).length);
    }
    // See top.css; a narrow table hides the unit of operations.
    this.grid.style.setProperty('--figure-characters', String(this.characters));
    this.grid.style.setProperty('--short-figure-characters', String(this.shortCharacters));
  }
}
