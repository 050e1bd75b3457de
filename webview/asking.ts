import type { Answer, Ask, Failure, QuestionName, Questions } from '../src/protocol/messages';

type Params<N extends QuestionName> = Questions[N][0];

/** Asks one question of the host, once at a time, and tells its answers from late ones. */
export class Asking<N extends QuestionName> {
  private request = 0;
  private inFlight: { readonly profile: number; readonly request: number; readonly params: Params<N> } | undefined;
  private waiting: { readonly profile: number; readonly params: Params<N> }[] = [];

  constructor(
    private readonly question: N,
    private readonly send: (message: Ask) => void,
  ) {}

  get isAsking(): boolean {
    return this.inFlight !== undefined;
  }

  /** Asks after all that was asked before. */
  ask(profile: number, params: Params<N>): void {
    this.waiting.push({ profile, params });
    if (!this.inFlight) this.next();
  }

  /** Asks in place of what was asked before and is not yet on its way. */
  askInstead(profile: number, params: Params<N>): void {
    this.waiting = [];
    this.ask(profile, params);
  }

  /** Takes an answer or a failure in. Gives what was asked; undefined where nobody waits for it any more. */
  settle({ profile, request }: Answer<N> | Failure): Params<N> | undefined {
    const answered = this.inFlight;
    if (answered?.profile !== profile || answered.request !== request) return undefined;
    this.inFlight = undefined;
    this.next();
    return answered.params;
  }

  /** Forgets what was asked: answers, should they come, are late. */
  abandon(): void {
    this.inFlight = undefined;
    this.waiting = [];
  }

  private next(): void {
    const asked = this.waiting.shift();
    if (!asked) return;
    this.inFlight = { ...asked, request: ++this.request };
    this.send({ kind: 'ask', question: this.question, ...this.inFlight } as Ask);
  }
}
