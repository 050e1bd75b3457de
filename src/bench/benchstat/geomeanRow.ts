import { geomean } from '../statistics/geomean';
import type { Cell, ColumnMean, Row } from './tables';

/**
 * The row of geometric means below a table.
 *
 * A column's ratio is the geometric mean of its rows' ratios, not the ratio of the columns' geometric means, which
 * would mislead if a column lacks rows.
 */
export function geomeanRow(columnCount: number, rows: readonly Row[]): ColumnMean[] {
  const columns = Array.from({ length: columnCount }, (): Cell[] => []);
  for (const { cells } of rows) for (const cell of cells) columns[cell.column].push(cell);
  return columns.map((cells, column) => {
    const warnings: string[] = [];
    const ratios = column === 0 ? undefined : ratiosOf(cells);
    if (ratios !== undefined && ratios.length !== columns[0].length) {
      warnings.push('benchmark set differs from baseline; geomeans may not be comparable');
    }
    const mean = (values: Iterable<number>, name: string): number | undefined => {
      const value = geomean(values);
      if (Number.isNaN(value)) warnings.push(`${name} must be >0 to compute geomean`);
      return Number.isNaN(value) ? undefined : value;
    };
    const center = mean(cells.map(({ summary }) => summary.center), 'summaries');
    const isRatio = ratios !== undefined && !ratios.includes(undefined);
    return { center, ratio: isRatio ? mean(ratios as number[], 'ratios') : undefined, warnings };
  });
}

/** The ratios of the cells with a comparison: 1 for equal values, even 0 / 0; undefined if only the old value is 0. */
function ratiosOf(cells: readonly Cell[]): (number | undefined)[] {
  const ratios: (number | undefined)[] = [];
  for (const { summary: { center }, comparison } of cells) {
    if (comparison === undefined) continue;
    const { old } = comparison;
    ratios.push(center === old ? 1 : old === 0 ? undefined : center / old);
  }
  return ratios;
}
