import { type AskHost, unlessCancelled } from '../ask';
import type { CallRow, GroupRow, Row, TopRows } from './topRows';

/** Number of calls per request. */
const CALLS = 100;

export interface CallRequestActions {
  readonly ask: AskHost;
  /** Called when calls of a row are loaded; `from` is the index of the first new one. */
  show(above: GroupRow | CallRow, from: number): void;
  showFailure(message: string): void;
}

/** Requests the callers and callees of a row when it is unfolded. */
export class CallRequests {
  /** Rows with an open request for calls. */
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

  /** Requests the first or the next calls of a row. */
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
