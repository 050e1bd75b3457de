import type { Answer, Ask, Failure } from '../../src/protocol/messages';
import { Asking } from '../asking';
import type { CallRow, GroupRow, Row, TopRows } from './topRows';

/** How many calls are asked for at once. */
const CALLS = 100;

/** Asks for what stands below a row when that is unfolded. */
export class Unfolding {
  private readonly calls: Asking<'pathCalls'>;
  /** Whose calls were asked for, in the order asked. */
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

  /** Asks for the calls of a row, or for more of them. */
  ask(profile: number, above: GroupRow | CallRow): void {
    if (this.waiting.includes(above)) return;
    this.waiting.push(above);
    const { direction, path, calls = [] } = above;
    this.calls.ask(profile, { direction, path, from: calls.length, limit: CALLS });
  }

  /** Gives the row whose calls came; undefined where nobody waits for them. */
  take(answer: Answer<'pathCalls'>): GroupRow | CallRow | undefined {
    const above = this.settled(answer);
    if (above) this.rows.takeCalls(above, answer.answer);
    return above;
  }

  /** Gives the row whose calls do not come; undefined where nobody waits for them. */
  settled(answer: Answer<'pathCalls'> | Failure): GroupRow | CallRow | undefined {
    return this.calls.settle(answer) && this.waiting.shift();
  }

  abandon(): void {
    this.calls.abandon();
    this.waiting = [];
  }
}
