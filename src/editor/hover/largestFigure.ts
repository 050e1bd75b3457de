import type { FunctionHeading } from '../columns/functionHeadings';
import type { ComparedLine } from './hoverComparison';

/**
 * The largest figure of the shown sample type in a hover, whose unit costs per operation share: of the line and of its
 * function, now and before.
 */
export function largestFigure(
  heading: Pick<FunctionHeading, 'now' | 'before'> | undefined,
  line: ComparedLine | undefined,
  sampleType: number,
): number {
  const [change, before] = [line?.delta, line?.before].map((detail) => detail?.values[sampleType]);
  const figures = (['flat', 'cum'] as const).flatMap((column) => {
    const [delta, old] = [change?.[column] ?? 0, before?.[column] ?? 0];
    return [delta, old, old + delta];
  });
  return Math.max(heading?.now ?? 0, heading?.before ?? 0, ...figures.map(Math.abs));
}
