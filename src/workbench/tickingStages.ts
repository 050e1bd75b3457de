export interface Stages {
  /** Shows the current stage; a long one with its elapsed seconds. */
  report(stage: string, options?: { readonly isLong?: boolean }): void;
}

/** Reports each stage at once, and a long stage again every second. */
export class TickingStages implements Stages {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly show: (message: string) => void,
    private readonly now = () => performance.now(),
  ) {}

  report(stage: string, { isLong = false }: { readonly isLong?: boolean } = {}): void {
    this.end();
    this.show(stage);
    if (!isLong) return;
    const start = this.now();
    this.timer = setInterval(() => this.show(`${stage} · ${Math.round((this.now() - start) / 1000)} s`), 1000);
  }

  end(): void {
    clearInterval(this.timer);
  }
}
