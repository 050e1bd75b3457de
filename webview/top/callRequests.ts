import type { PathView } from '../../src/profile/answers/table';
import { unlessCancelled } from '../hostLink';
import type { ProfileHost } from '../tab';
import type { CallRow, GroupRow, Row, TopRows } from './topRows';

/** Number of calls per request. */
const CALLS_PER_REQUEST = 100;

export interface CallRequestActions {
  readonly ask: ProfileHost['ask'];
  /** Called when calls of a row are loaded; `from` is the index of the first new one. */
  showCalls(parent: GroupRow | CallRow, from: number): void;
  showFailure(message: string): void;
  /** Called when rows look different. */
  redraw(): void;
}

/** Calls of a row that are loaded, and the question that loaded them. */
interface LoadedCalls {
  readonly parent: GroupRow | CallRow;
  readonly view: PathView;
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

  /** Resolves when the calls are loaded, or cannot be. */
  async unfold(row: Row): Promise<void> {
    if (this.rows.canUnfold(row)) await this.requestAll(this.rows.unfold(row));
  }

  /** Requests the first or the next calls of a row. */
  request(parent: GroupRow | CallRow): void {
    this.requestAll([parent]).catch(() => {});
  }

  cancel(): void {
    this.controller.abort();
    this.controller = new AbortController();
    this.pending.clear();
  }

  private requestAll(parents: readonly (GroupRow | CallRow)[]): Promise<void> {
    const { signal } = this.controller;
    const requests = parents.filter((parent) => !this.pending.has(parent)).map((parent) => this.load(parent, signal));
    for (const request of requests) request.catch(unlessCancelled(({ message }) => this.actions.showFailure(message)));
    return Promise.all(requests).then((loaded) => this.requestFewSamples(loaded, signal), () => {});
  }

  private async load(parent: GroupRow | CallRow, signal: AbortSignal): Promise<LoadedCalls> {
    this.pending.add(parent);
    const { direction, path, calls = [] } = parent;
    const view = { direction, path, from: calls.length, limit: CALLS_PER_REQUEST };
    const answer = await this.actions.ask('pathCalls', view, signal).finally(() => {
      if (!signal.aborted) this.pending.delete(parent);
    });
    this.rows.addCalls(parent, answer);
    this.actions.showCalls(parent, answer.from);
    return { parent, view };
  }

  /** Asks, after the rows are shown, which of their figures rest on few samples. */
  private requestFewSamples(loaded: readonly LoadedCalls[], signal: AbortSignal): void {
    if (loaded.length === 0) return;
    this.actions.ask('fewCallSamples', { views: loaded.map(({ view }) => view) }, signal).then(
      (few) => {
        few?.forEach((each, i) => this.rows.markFewCalls(loaded[i].parent, loaded[i].view.from, each));
        this.actions.redraw();
      },
      // The rows stay as they are.
      () => {},
    );
  }
}
