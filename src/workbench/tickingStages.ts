export interface Stages {
  /** Shows what is happening now, in words; where it takes long, with the seconds that have gone by. */
  report(stage: string, options?: { readonly isLong?: boolean }): void;
}

/** Reports each stage at once, and one that takes long once a second from then on. */
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
    this.timer = setInterval(() => this.show(`${stage}, ${Math.round((this.now() - start) / 1000)} s`), 1000);
  }

  end(): void {
    clearInterval(this.timer);
  }
}
