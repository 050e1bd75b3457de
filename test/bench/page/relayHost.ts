import { type HostMessage, isPageMessage } from '../../../src/pages/protocol/pageProtocol';
import { type PageState, PROFILE_PAGE, type ProfileQuestion } from '../../../src/pages/protocol/profilePage';
import { untilSettled } from './settled';

export interface Question {
  readonly message: ProfileQuestion<'flame'>;
  /** Milliseconds from the user's input (or from `begin`) to the question. */
  readonly sinceInput: number;
}

/**
 * Stands in for the extension's host. It runs in the page under test, before the page's own script, passes the page's
 * questions to the bench and the bench's answers to the page, and measures only the time of the page itself.
 */
export class RelayHost {
  private readonly queue: Question[] = [];
  private listener: ((question: Question) => void) | undefined;
  /** The page asks again for each window that has no numbers of samples, after it has drawn the window. */
  private samplesQuestion: ProfileQuestion<'flame'> | undefined;
  private start = 0;
  private answer: HostMessage<typeof PROFILE_PAGE> | undefined;

  constructor() {
    sessionStorage.clear();
    for (const kind of ['keydown', 'click', 'input']) {
      addEventListener(kind, ({ timeStamp }) => (this.start = timeStamp), { capture: true });
    }
  }

  /** The object that `acquireVsCodeApi()` returns to the page. */
  readonly editor = {
    postMessage: (message: unknown) => this.receive(structuredClone(message)),
    getState: () => undefined,
    setState: () => undefined,
  };

  private receive(message: unknown): void {
    if (!isPageMessage(PROFILE_PAGE, message) || message.kind !== 'ask' || message.question !== 'flame') return;
    if (message.params.awaitSamples) this.samplesQuestion = message;
    else this.pass({ message, sinceInput: performance.now() - this.start });
  }

  begin(state: PageState): void {
    this.start = performance.now();
    postMessage({ kind: 'state', state, version: state.profile?.id });
  }

  /** The next question, including one that came before this call. */
  nextQuestion(): Promise<Question> {
    const next = this.queue.shift();
    return next ? Promise.resolve(next) : new Promise((resolve) => (this.listener = resolve));
  }

  /** The question for numbers of samples since the last call, if any. */
  takeSamplesQuestion(): ProfileQuestion<'flame'> | undefined {
    const question = this.samplesQuestion;
    this.samplesQuestion = undefined;
    return question;
  }

  /** Stores an answer for `settled`. */
  prepare(answer: HostMessage<typeof PROFILE_PAGE>): void {
    this.answer = answer;
  }

  /** Sends the prepared answer. Returns the milliseconds until the settled frame. */
  async settled(): Promise<number> {
    const received = new Promise((done) => addEventListener('message', done, { once: true }));
    const start = performance.now();
    postMessage(this.answer!);
    await received;
    return untilSettled(start);
  }

  private pass(question: Question): void {
    const listener = this.listener;
    this.listener = undefined;
    if (listener) listener(question);
    else this.queue.push(question);
  }
}

const relay = new RelayHost();
Object.assign(globalThis, { relay, acquireVsCodeApi: () => relay.editor });
