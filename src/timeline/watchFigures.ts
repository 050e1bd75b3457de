/** The figures of a service at a moment, in a row. NaN where they are not known. */
export const WATCH_FIGURES = [
  /** Processors that the service used while its CPU profile was measured. */
  'cpuUsed',
  /** Bytes in use at the last garbage collection, as the heap profile estimates them. */
  'heapInUse',
  'goroutines',
  /** Percent of the available CPU time that garbage collection took since the moment before. */
  'gcShare',
  /** Percent of the CPU time used that garbage collection took, in the CPU profile. */
  'gcOfUsed',
  /** Bytes of memory of the process; known of one on this machine. */
  'resident',
] as const;

export type WatchFigure = (typeof WATCH_FIGURES)[number];

/** Begins the text of these figures. */
export const WATCH_HEADER = 'watch';
/** Rows that are kept: more are thinned. */
const MAX_ROWS = 4000;

/**
 * Reads and writes the figures of a service: a line with WATCH_HEADER and the names of the columns, then a line for
 * each moment: milliseconds since the watch began, and the figures, `-` where there is none.
 */
export class WatchFigures {
  /** In seconds since the watch began. */
  readonly times: number[] = [];
  readonly columns: number[][] = WATCH_FIGURES.map(() => []);
  private rest = '';
  /** The place of each column in a line. */
  private places: readonly number[] = [];

  /** How many rows there are. */
  get count(): number {
    return this.times.length;
  }

  /** Adds text as it grows; a last line without an end is left for later. Lines of another form are skipped. */
  add(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop()!;
    for (const line of lines) this.line(line.split(' '));
  }

  /** Adds a row. @returns whether rows before it were thinned */
  addRow(millis: number, figures: Readonly<Partial<Record<WatchFigure, number>>>): boolean {
    this.push(millis, WATCH_FIGURES.map((name) => figures[name] ?? NaN));
    if (this.count <= MAX_ROWS) return false;
    // Every second row of the older half goes.
    const { count } = this;
    for (const column of [this.times, ...this.columns]) {
      column.splice(0, count, ...column.filter((_, row) => row >= count / 2 || row % 2 === 0));
    }
    return true;
  }

  get text(): string {
    return this.header + this.times.map((_, row) => this.rowText(row)).join('');
  }

  get header(): string {
    return `${[WATCH_HEADER, ...WATCH_FIGURES].join(' ')}\n`;
  }

  rowText(row: number): string {
    const figures = this.columns.map((column) => (Number.isNaN(column[row]) ? '-' : String(column[row])));
    return `${[Math.round(this.times[row] * 1000), ...figures].join(' ')}\n`;
  }

  private line([first, ...words]: readonly string[]): void {
    if (first === WATCH_HEADER) this.places = WATCH_FIGURES.map((name) => words.indexOf(name));
    else if (Number(first) >= (this.times.at(-1) ?? 0) * 1000) {
      this.push(Number(first), this.places.map((place) => Number(words[place] ?? NaN)));
    }
  }

  private push(millis: number, figures: readonly number[]): void {
    this.times.push(millis / 1000);
    this.columns.forEach((column, i) => column.push(figures[i] ?? NaN));
  }
}
