import { figureText } from '../../profile/text/screen/figure';
import type { CostPicture } from './costPicture';
import { perWork } from '../../profile/text/relativeUnits';

/** Characters of a figure in a column; a wider figure (a large count) widens both columns. */
const COLUMN = 9;
/** The length of the longest costs per operation that are no allocations, such as `−12.3 KiB/op`, without `/op`. */
const LONGEST_PER_OPERATION = 8;
/** The width of the compact column and of the margin after it, in characters: the same in every file and form. */
export const COMPACT = { column: 8, margin: 1 } as const;

/** The margin between the two columns and the code, in characters. */
export const CODE_MARGIN = 1.5;

/** The width of one column in characters. A difference has a sign, and may be larger than the total. */
export function columnWidth({ costs: { total, unit, flat, cum }, baseline, form }: CostPicture): number {
  const sign = baseline === undefined ? 0 : 1;
  if (form === 'percent') return COLUMN + 1 + sign;
  // A smaller cost per operation may have a longer text.
  const suffix = perWork(unit);
  const minimum = suffix === '' ? COLUMN : LONGEST_PER_OPERATION + suffix.length;
  if (baseline === undefined) return Math.max(minimum, figureText(total, unit).length) + 1;
  let largest = total;
  for (const column of [flat, cum]) for (const value of column) largest = Math.max(largest, Math.abs(value));
  return Math.max(minimum, figureText(largest, unit).length) + 1 + sign;
}

/** The width of the figures in front of the code with their margin, in characters; 0 if there are none. */
export function figuresWidth(picture: CostPicture | undefined): number {
  if (picture?.style === 'compact') return COMPACT.column + COMPACT.margin;
  return picture?.style === 'columns' ? 2 * columnWidth(picture) + CODE_MARGIN : 0;
}
