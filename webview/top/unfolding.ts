import type { Answer, Ask, Failure } from '../../src/protocol/messages';
import { Asking } from '../asking';
import type { CallRow, GroupRow, Row, TopRows } from './topRows';

/** Number of calls per request. */
const CALLS = 100;

/** Requests the callers and callees of a row when it is unfolded. */
export class Unfolding {
  private readonly calls: Asking<'pathCalls'>;
  /** Rows with a request for calls, oldest first. */
  private waiting: (GroupRow | CallRow)[] = [];

  constructor(
    private readonly rows: TopRows,
    send: (message: Ask) => void,
  ) {
    this.calls = new Asking('pathCalls', send);
  }

  get isAsking(): boolean {
    return this.calls.isAsking;
  }

  unfold(profile: number, row: Row): void {
    if (!this.rows.canOpen(row)) return;
    for (const branch of this.rows.open(row)) this.ask(profile, branch);
  }

  /** Requests the calls of a row, or more of them. */
  ask(profile: number, above: GroupRow | CallRow): void {
    if (this.waiting.includes(above)) return;
    this.waiting.push(above);
    const { direction, path, calls = [] } = above;
    this.calls.ask(profile, { direction, path, from: calls.length, limit: CALLS });
  }

  /** Adds the calls of an answer. Returns their row; undefined if the answer is late. */
  take(answer: Answer<'pathCalls'>): GroupRow | CallRow | undefined {
    const above = this.settled(answer);
    if (above) this.rows.takeCalls(above, answer.answer);
    return above;
  }

  /** Ends the request of an answer or a failure. Returns its row; undefined if it is late. */
  settled(answer: Answer<'pathCalls'> | Failure): GroupRow | CallRow | undefined {
    return this.calls.settle(answer) && this.waiting.shift();
  }

  abandon(): void {
    this.calls.abandon();
    this.waiting = [];
  }
}
