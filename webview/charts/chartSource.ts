import type { TimelineWindow, TimeRange } from '../../src/timeline/window';

/** Where charts have their figures from: in the page, or asked of the host. */
export interface ChartSource {
  /** From the first to the last row; undefined without rows. */
  readonly span: TimeRange | undefined;
  /** See `thin`. Rejects with an AbortError if a newer question replaces it. */
  window(range: TimeRange, parts: number): TimelineWindow | Promise<TimelineWindow>;
}

/** A line, steps, or marks of a chart. */
export interface SeriesOptions {
  readonly name: string;
  /** The column of the source's rows. */
  readonly column: number;
  /** `step` for figures that stay the same until the next; `mark`: a tick where the figure is not 0. */
  readonly shape?: 'line' | 'step' | 'mark';
}

/** A chart: series with one unit, over the time that all charts of a group share. */
export interface ChartOptions {
  readonly title: string;
  /** As of `figureText`: `bytes`, `nanoseconds`, `%`, `count`. */
  readonly unit: string;
  readonly source: ChartSource;
  readonly series: readonly SeriesOptions[];
  /** The axis reaches at least this value. */
  readonly atLeast?: number;
  /** Of the drawing, in pixels. */
  readonly height?: number;
  /** How a figure is written, if not by `figureText`. */
  readonly write?: (value: number) => string;
}
