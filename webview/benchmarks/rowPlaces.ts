/** Height of a row in pixels, if it has one line of figures: see benchmarks.css. */
const ROW_HEIGHT = 24;

/** The positions of a table's rows, in pixels from the first row. Some rows have a chart below them. */
export class RowPlaces {
  private readonly charts: readonly (readonly [position: number, height: number])[];

  /**
   * @param charts the position of each row with a chart, and the chart's height
   * @param rowHeight the height of a row in pixels
   */
  constructor(
    readonly count: number,
    charts: Iterable<readonly [position: number, height: number]> = [],
    readonly rowHeight = ROW_HEIGHT,
  ) {
    this.charts = [...charts].sort(([a], [b]) => a - b);
  }

  /** The top of a row; for the position after the last row, the height of the table. */
  top(position: number): number {
    const above = this.charts.filter(([row]) => row < position);
    return position * this.rowHeight + above.reduce((sum, [, height]) => sum + height, 0);
  }

  /** The positions [from, to) of the rows that are at least partly between two heights. */
  between(top: number, bottom: number): { readonly from: number; readonly to: number } {
    const from = this.rowAt(top);
    return { from, to: bottom <= top ? from : Math.min(this.count, this.rowAt(bottom) + 1) };
  }

  /** The row at a height, or whose chart is there; for heights outside the table, the nearest row. */
  private rowAt(height: number): number {
    let above = 0;
    for (const [row, chart] of this.charts) {
      if (height < above + (row + 1) * this.rowHeight) break;
      if (height < above + (row + 1) * this.rowHeight + chart) return row;
      above += chart;
    }
    return Math.max(0, Math.min(this.count - 1, Math.floor((height - above) / this.rowHeight)));
  }
}
