import type { FigureRows } from '../../src/pages/protocol/profilePage';
import { RUNTIME_FIGURES } from '../../src/timeline/runtimeFigures';
import { LiveRows } from '../charts/liveRows';
import { LatestOnly } from '../hostLink';
import type { ProfileHost } from '../tab';

/** Milliseconds between two questions for new rows, while the program runs. */
const INTERVAL_MS = 500;

/** The rows of one capture, which grow while its program runs. */
export class FigureFeed {
  readonly rows = new LiveRows(RUNTIME_FIGURES.length);
  isLive = false;
  private version = 0;
  private capture: string | undefined;
  private readonly requests = new LatestOnly();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange called when rows came, or are those of another capture */
  constructor(
    private readonly ask: ProfileHost['ask'],
    private readonly onChange: () => void,
  ) {}

  /** The capture whose rows are shown. */
  get followed(): string | undefined {
    return this.capture;
  }

  /** Shows the rows of a capture; of none if undefined. */
  follow(capture: string | undefined): void {
    if (capture === this.capture) return;
    this.capture = capture;
    this.version = 0;
    this.isLive = false;
    this.rows.clear();
    this.requests.cancel();
    clearTimeout(this.timer);
    this.onChange();
    if (capture !== undefined) this.next();
  }

  private next(): void {
    const { capture, version, rows: { count } } = this;
    this.ask('figures', { version, from: count }, this.requests).then((answer) => {
      if (capture !== this.capture) return;
      if (answer) this.take(answer);
      if (answer?.isLive) this.later();
    }, () => {
      // Another state of the same capture, or a profile that is just unloaded.
      if (capture === this.capture) this.later();
    });
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), INTERVAL_MS);
  }

  private take({ version, times, columns, isLive }: FigureRows): void {
    if (version !== this.version) this.rows.clear();
    this.version = version;
    this.isLive = isLive;
    times.forEach((time, row) => this.rows.append(time, columns.map((column) => column[row] ?? NaN)));
    this.onChange();
  }
}
