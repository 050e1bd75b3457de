/** Height of a row in pixels: see benchmarks.css. */
export const ROW_HEIGHT = 24;

/** Where the rows of a table are, in pixels below its first one. Some rows have a chart below them. */
export class RowPlaces {
  private readonly charts: readonly (readonly [position: number, height: number])[];

  /** @param charts heights by the position of their row */
  constructor(readonly count: number, charts: Iterable<readonly [position: number, height: number]> = []) {
    this.charts = [...charts].sort(([a], [b]) => a - b);
  }

  /** The top of a row; for the position after the last row, the height of all. */
  top(position: number): number {
    const above = this.charts.filter(([row]) => row < position);
    return position * ROW_HEIGHT + above.reduce((sum, [, height]) => sum + height, 0);
  }

  /** The rows that are at least in part between two heights: from one position up to another. */
  between(top: number, bottom: number): { readonly from: number; readonly to: number } {
    const from = this.at(top);
    return { from, to: bottom <= top ? from : Math.min(this.count, this.at(bottom) + 1) };
  }

  /** The row at a height, its chart included; the nearest one of heights outside the table. */
  private at(height: number): number {
    let above = 0;
    for (const [row, chart] of this.charts) {
      if (height < above + (row + 1) * ROW_HEIGHT) break;
      if (height < above + (row + 1) * ROW_HEIGHT + chart) return row;
      above += chart;
    }
    return Math.max(0, Math.min(this.count - 1, Math.floor((height - above) / ROW_HEIGHT)));
  }
}
