import { type AskHost, unlessCancelled } from '../ask';
import type { CallRow, GroupRow, Row, TopRows } from './topRows';

/** Number of calls per request. */
const CALLS = 100;

export interface CallRequestActions {
  readonly ask: AskHost;
  /** Called when the calls of a row, from `from` on, are loaded. */
  show(above: GroupRow | CallRow, from: number): void;
  showFailure(message: string): void;
}

/** Requests the callers and callees of a row when it is unfolded. */
export class CallRequests {
  /** Rows with a request for calls. */
  private readonly waiting = new Set<GroupRow | CallRow>();
  private controller = new AbortController();

  constructor(
    private readonly rows: TopRows,
    private readonly actions: CallRequestActions,
  ) {}

  get isAsking(): boolean {
    return this.waiting.size > 0;
  }

  unfold(row: Row): void {
    if (!this.rows.canOpen(row)) return;
    for (const branch of this.rows.open(row)) this.ask(branch);
  }

  /** Requests the calls of a row, or more of them. */
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
