import { hostChannel, type Channel } from '../../../src/pages/protocol/channel';
import type { Ask, HostMessage, PageState } from '../../../src/pages/protocol/messages';
import { untilSettled } from './settled';

export interface Question {
  readonly message: Ask<'flame'>;
  /** Milliseconds from the user's input (or from `begin`) to the question. */
  readonly sinceInput: number;
}

/**
 * Stands in for the extension's host. It runs in the page under test, before the page's own script, passes the page's
 * questions to the bench and the bench's answers to the page, and measures only the time of the page itself.
 */
export class RelayHost {
  private readonly channel: Channel<HostMessage>;
  private receive: (message: unknown) => void = () => undefined;
  private readonly queue: Question[] = [];
  private listener: ((question: Question) => void) | undefined;
  /** The page asks again for each window that has no numbers of samples, after it has drawn the window. */
  private samplesQuestion: Ask<'flame'> | undefined;
  private start = 0;
  private answer: HostMessage | undefined;

  constructor() {
    sessionStorage.clear();
    const onMessage = (listener: (message: unknown) => void) => {
      this.receive = listener;
      return { dispose: () => undefined };
    };
    this.channel = hostChannel({ postMessage: (message) => postMessage(message), onMessage }, (message) => {
      if (message.kind !== 'ask' || message.question !== 'flame') return;
      if (message.params.awaitSamples) this.samplesQuestion = message;
      else this.pass({ message, sinceInput: performance.now() - this.start });
    });
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

  begin(state: PageState): void {
    this.start = performance.now();
    this.channel.send({ kind: 'state', state });
  }

  /** The next question, including one that came before this call. */
  nextQuestion(): Promise<Question> {
    const next = this.queue.shift();
    return next ? Promise.resolve(next) : new Promise((resolve) => (this.listener = resolve));
  }

  /** The question for numbers of samples since the last call, if any. */
  takeSamplesQuestion(): Ask<'flame'> | undefined {
    const question = this.samplesQuestion;
    this.samplesQuestion = undefined;
    return question;
  }

  /** Stores an answer for `settled`. */
  prepare(answer: HostMessage): void {
    this.answer = answer;
  }

  /** Sends the prepared answer. Returns the milliseconds until the settled frame. */
  async settled(): Promise<number> {
    const received = new Promise((done) => addEventListener('message', done, { once: true }));
    const start = performance.now();
    this.channel.send(this.answer!);
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
