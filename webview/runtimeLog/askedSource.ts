import type { LogExtent, LogKind, ProgramChoice } from '../../src/runtimeLog/answers';
import type { TimelineWindow, TimeRange } from '../../src/timeline/window';
import type { ChartSource } from '../charts/chartSource';
import { LatestOnly } from '../hostLink';
import type { RuntimeLogHost } from './runtimeLogHost';

/** The lines of a kind, asked of the host. */
export class AskedSource implements ChartSource {
  private readonly request = new LatestOnly();
  private choice: ProgramChoice = {};
  private extent: LogExtent = { count: 0 };

  constructor(
    private readonly kind: LogKind,
    private readonly ask: RuntimeLogHost['ask'],
  ) {}

  /** The lines are those of another program, or there are more of them. */
  update(choice: ProgramChoice, extent: LogExtent): void {
    this.choice = choice;
    this.extent = extent;
  }

  get span(): TimeRange | undefined {
    return this.extent.span;
  }

  window({ from, to }: TimeRange, parts: number): Promise<TimelineWindow> {
    return this.ask('window', { ...this.choice, kind: this.kind, from, to, parts }, this.request);
  }
}
