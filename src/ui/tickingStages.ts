export interface Stages {
  /** Shows the current stage; a long one with its elapsed seconds. */
  report(stage: string, options?: StageOptions): void;
}

export interface StageOptions {
  readonly isLong?: boolean;
  /** Why a long stage may take longer than expected; shown when it has taken longer. */
  readonly whySlow?: string;
}

/** Milliseconds after which a stage takes longer than expected. */
const SLOW_MS = 8000;

/** Reports each stage at once, and a long stage again every second. */
export class TickingStages implements Stages {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly show: (message: string) => void,
    private readonly now = () => performance.now(),
  ) {}

  report(stage: string, { isLong = false, whySlow }: StageOptions = {}): void {
    this.end();
    this.show(stage);
    if (!isLong) return;
    const start = this.now();
    this.timer = setInterval(() => {
      const elapsed = this.now() - start;
      const why = whySlow !== undefined && elapsed >= SLOW_MS ? ` · ${whySlow}` : '';
      this.show(`${stage} · ${Math.round(elapsed / 1000)} s${why}`);
    }, 1000);
  }

  end(): void {
    clearInterval(this.timer);
  }
}
