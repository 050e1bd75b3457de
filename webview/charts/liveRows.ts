import { thin, type Timeline, type TimelineWindow, type TimeRange } from '../../src/timeline/window';
import type { ChartSource } from './chartSource';

const FIRST_CAPACITY = 1024;

/** Rows in the page, to which more are appended. */
export class LiveRows implements ChartSource, Timeline {
  count = 0;
  times = new Float64Array(FIRST_CAPACITY);
  columns: readonly Float64Array[];

  constructor(columns: number) {
    this.columns = Array.from({ length: columns }, () => new Float64Array(FIRST_CAPACITY));
  }

  /**
   * @param time seconds; not before that of the row above
   * @param figures one for each column; NaN where there is none
   */
  append(time: number, figures: readonly number[]): void {
    if (this.count === this.times.length) this.grow();
    this.times[this.count] = time;
    this.columns.forEach((column, i) => (column[this.count] = figures[i] ?? NaN));
    this.count++;
  }

  clear(): void {
    this.count = 0;
  }

  get span(): TimeRange | undefined {
    return this.count === 0 ? undefined : { from: this.times[0], to: this.times[this.count - 1] };
  }

  window(range: TimeRange, parts: number): TimelineWindow {
    return thin(this, range, parts);
  }

  private grow(): void {
    const grown = (old: Float64Array) => {
      const created = new Float64Array(old.length * 2);
      created.set(old);
      return created;
    };
    this.times = grown(this.times);
    this.columns = this.columns.map(grown);
  }
}
