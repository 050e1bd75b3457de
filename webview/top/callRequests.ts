import { type AskHost, unlessCancelled } from '../ask';
import type { CallRow, GroupRow, Row, TopRows } from './topRows';

/** Number of calls per request. */
const CALLS_PER_REQUEST = 100;

export interface CallRequestActions {
  readonly ask: AskHost;
  /** Called when calls of a row are loaded; `from` is the index of the first new one. */
  showCalls(parent: GroupRow | CallRow, from: number): void;
  showFailure(message: string): void;
}

/** Requests the callers and callees of a row when it is unfolded. */
export class CallRequests {
  /** Rows with an open request for calls. */
  private readonly pending = new Set<GroupRow | CallRow>();
  private controller = new AbortController();

  constructor(
    private readonly rows: TopRows,
    private readonly actions: CallRequestActions,
  ) {}

  get isPending(): boolean {
    return this.pending.size > 0;
  }

  unfold(row: Row): void {
    if (!this.rows.canUnfold(row)) return;
    for (const branch of this.rows.unfold(row)) this.request(branch);
  }

  /** Requests the first or the next calls of a row. */
  request(parent: GroupRow | CallRow): void {
    if (this.pending.has(parent)) return;
    this.pending.add(parent);
    const { direction, path, calls = [] } = parent;
    const view = { direction, path, from: calls.length, limit: CALLS_PER_REQUEST };
    const { signal } = this.controller;
    this.actions.ask('pathCalls', view, signal).finally(() => {
      if (!signal.aborted) this.pending.delete(parent);
    }).then((answer) => {
      this.rows.addCalls(parent, answer);
      this.actions.showCalls(parent, answer.from);
    }, unlessCancelled(({ message }) => this.actions.showFailure(message)));
  }

  cancel(): void {
    this.controller.abort();
    this.controller = new AbortController();
    this.pending.clear();
  }
}
