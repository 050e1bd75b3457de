import { errorsOf, failedIn, known, latencyOf, type Report } from './report';

/** The beginning of the heading that `hey -o csv` prints. */
export const HEY_HEADING = 'response-time,DNS+dialup';
/** hey lists at most so many answers. */
const MOST_ROWS = 1_000_000;
/** hey writes times in seconds with four decimals. */
const TICK_NS = 100_000;
/** Rows have about 60 characters. */
const MAX_ROW = 4096;
const STATUS = /^[1-9]\d\d$/;

/**
 * The rows of `hey -o csv`, one an answer, read as they arrive: `0.0011,0.0002,0.0000,0.0004,0.0001,0.0004,200,0.0010`.
 * The times are counted by their value, so that memory does not grow with the rows. hey does not list requests without
 * an answer, and prints no figures: they are computed as hey does for its text.
 */
export class HeyRows {
  private rest = '';
  private columns: readonly string[] = [];
  private readonly countOf = new Map<number, number>();
  private readonly statuses: Record<string, number> = {};
  private rows = 0;
  private seconds = 0;

  append(text: string): void {
    const lines = (this.rest + text).split('\n');
    // Without its end, a long line is no row.
    this.rest = (lines.pop() ?? '').slice(0, MAX_ROW);
    for (const line of lines) this.read(line);
  }

  /** undefined if there are no rows. */
  report(): Report | undefined {
    this.append('\n');
    if (this.rows === 0 || this.seconds === 0) return undefined;
    const requestsPerSecond = this.rows / this.seconds;
    const failed = failedIn(this.statuses);
    return known<Report>({
      tool: 'hey',
      requestsPerSecond,
      answeredPerSecond: requestsPerSecond,
      successesPerSecond: (this.rows - failed) / this.seconds,
      requests: this.rows < MOST_ROWS ? this.rows : undefined,
      statuses: this.statuses,
      errors: errorsOf(failed, 0, []),
      seconds: this.seconds,
      latency: this.latency(),
    });
  }

  private read(line: string): void {
    const cells = line.trimEnd().split(',', 20);
    if (line.startsWith(HEY_HEADING)) {
      this.columns = cells;
      return;
    }
    const [time, offset] = ['response-time', 'offset'].map((name) => Number(cells[this.columns.indexOf(name)]));
    const status = cells[this.columns.indexOf('status-code')];
    if (!Number.isFinite(time) || cells.length !== this.columns.length || !STATUS.test(status)) return;
    const ticks = Math.round(time * (1e9 / TICK_NS));
    this.countOf.set(ticks, (this.countOf.get(ticks) ?? 0) + 1);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.rows++;
    if (Number.isFinite(offset)) this.seconds = Math.max(this.seconds, offset + time);
  }

  private latency() {
    const sorted = [...this.countOf].sort(([a], [b]) => a - b);
    const total = sorted.reduce((all, [ticks, count]) => all + ticks * count, 0);
    /** The first of the sorted answers that has at least so many percent before it. */
    const percentile = (percent: number) => {
      let before = Math.ceil((percent * this.rows) / 100);
      return ns(sorted.find(([, count]) => (before -= count) < 0)?.[0]);
    };
    return latencyOf({
      mean: Math.round((total / this.rows) * TICK_NS),
      p50: percentile(50),
      p75: percentile(75),
      p90: percentile(90),
      p95: percentile(95),
      p99: percentile(99),
      max: ns(sorted.at(-1)?.[0]),
    });
  }
}

function ns(ticks: number | undefined): number | undefined {
  return ticks === undefined ? undefined : ticks * TICK_NS;
}
