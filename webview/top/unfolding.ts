import { type AskHost, unlessCancelled } from '../ask';
import type { CallRow, GroupRow, Row, TopRows } from './topRows';

/** How many calls one question asks for. */
const CALLS = 100;

export interface UnfoldingActions {
  readonly ask: AskHost;
  /** The calls of a row are among the rows now, `from` on. */
  show(above: GroupRow | CallRow, from: number): void;
  showFailure(message: string): void;
}

/** Asks for the callers and callees of rows that are unfolded. */
export class Unfolding {
  /** Rows whose calls are on their way. */
  private readonly waiting = new Set<GroupRow | CallRow>();
  private controller = new AbortController();

  constructor(
    private readonly rows: TopRows,
    private readonly actions: UnfoldingActions,
  ) {}

  get isAsking(): boolean {
    return this.waiting.size > 0;
  }

  unfold(row: Row): void {
    if (!this.rows.canOpen(row)) return;
    for (const branch of this.rows.open(row)) this.ask(branch);
  }

  /** Asks for the calls of a row, or for more of them. */
  ask(above: GroupRow | CallRow): void {
    if (this.waiting.has(above)) return;
    this.waiting.add(above);
    const { direction, path, calls = [] } = above;
    const view = { direction, path, from: calls.length, limit: CALLS };
    const { signal } = this.controller;
    this.actions.ask('pathCalls', view, signal).finally(() => {
      if (!signal.aborted) this.waiting.delete(above);
    }).then((answer) => {
      this.rows.takeCalls(above, answer);
      this.actions.show(above, answer.from);
    }, unlessCancelled(({ message }) => this.actions.showFailure(message)));
  }

  cancel(): void {
    this.controller.abort();
    this.controller = new AbortController();
    this.waiting.clear();
  }
}
