import type {
  AnswerTo, Ask, EventsOf, Give, HostMessage, OrderOf, OrderParams, PageMessage, PageProtocol, Port, QuestionOf,
  QuestionParams, Reply, StateOf,
} from '../src/pages/protocol/pageProtocol';
import { asRecord } from './savedValue';

/** The error of a question that the host could not answer; `message` is for the user. */
export class AskError extends Error {
  /** @param field the invalid field of a refinement */
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Holds one open question: a new question cancels the previous one. */
export class LatestOnly {
  private controller: AbortController | undefined;

  /** @param onPending called when the first question begins, and when none is open any more */
  constructor(private readonly onPending: (isPending: boolean) => void = () => undefined) {}

  /** Whether a question has no answer yet. */
  get isPending(): boolean {
    return this.controller !== undefined;
  }

  cancel(): void {
    this.replace(undefined);
  }

  /** Cancels the previous question. The signal is aborted by the next question and by `cancel`. */
  begin(): AbortSignal {
    const controller = new AbortController();
    this.replace(controller);
    return controller.signal;
  }

  /** Marks the question of this signal as settled. */
  end(signal: AbortSignal): void {
    if (this.controller?.signal !== signal) return;
    this.controller = undefined;
    this.onPending(false);
  }

  private replace(next: AbortController | undefined): void {
    const previous = this.controller;
    this.controller = next;
    previous?.abort();
    if (Boolean(previous) !== Boolean(next)) this.onPending(next !== undefined);
  }
}

export type AskHost<P extends PageProtocol> = <N extends QuestionOf<P>>(
  question: N,
  params: QuestionParams<P, N>,
  cancelledBy: LatestOnly | AbortSignal,
) => Promise<AnswerTo<P, N>>;

export type GiveOrder<P extends PageProtocol> =
  <N extends OrderOf<P>>(order: N, ...params: OrderParams<P, N> extends undefined ? [] : [OrderParams<P, N>]) => void;

/** Where the page is: in the editor, or in an exported file. */
export interface PagePlace {
  /** The page's end of the channel to its host. */
  readonly port: Port;
  /** What `setState` stored before the page was hidden or the window reloaded; undefined if nothing was. */
  getState(): unknown;
  setState(state: unknown): void;
}

/** What a page shows of its host. */
export interface ShownPage<P extends PageProtocol> {
  show(state: StateOf<P>): void;
  readonly on: { readonly [E in keyof EventsOf<P>]: (params: EventsOf<P>[E]) => void };
}

interface OpenQuestion {
  readonly version: number | undefined;
  settle(outcome: { readonly ok: unknown } | Error): void;
}

/** The page's end of the protocol: asks the host, gives it orders, and keeps the questions that have no answer yet. */
export class HostLink<P extends PageProtocol> {
  private lastRequest = 0;
  private version: number | undefined;
  private readonly pending = new Map<number, OpenQuestion>();
  private memory: unknown;

  constructor(private readonly place: PagePlace) {
    this.memory = asRecord(place.getState()).memory;
  }

  /** The view that `saveView` stored, of any shape: another version may have stored it. */
  get savedView(): unknown {
    return asRecord(this.place.getState()).view;
  }

  /** Stores the user's choices on the page, which survive hiding the page and reloading the window. */
  saveView(view: unknown): void {
    this.place.setState({ memory: this.memory, view });
  }

  /** Passes what the host sends to the page, and tells the host that the page is ready. */
  open(page: ShownPage<P>): void {
    this.place.port.onMessage((message) => this.receive(message as HostMessage<P>, page));
    this.send({ kind: 'ready' });
  }

  /** Gives the host an order. It shows its failures itself. */
  readonly order: GiveOrder<P> = (order, ...params) => {
    this.send({ kind: 'order', order, params: params[0], version: this.version } as Give<P>);
  };

  /**
   * Asks the host about the state that the page shows.
   * @param cancelledBy a signal, or a LatestOnly, which cancels the question when it gets the next one
   * @throws AskError if the host cannot answer; an AbortError if it is cancelled, or the state is about nothing
   */
  readonly ask: AskHost<P> = (question, params, cancelledBy) => {
    const latestOnly = cancelledBy instanceof LatestOnly ? cancelledBy : undefined;
    const signal = cancelledBy instanceof LatestOnly ? cancelledBy.begin() : cancelledBy;
    const { version } = this;
    return new Promise((resolve, reject) => {
      const request = ++this.lastRequest;
      const cancel = () => this.cancel(request);
      const settle = (outcome: { readonly ok: unknown } | Error) => {
        this.pending.delete(request);
        signal.removeEventListener('abort', cancel);
        latestOnly?.end(signal);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome.ok as never);
      };
      if (version === undefined || signal.aborted) return settle(abortError());
      this.pending.set(request, { version, settle });
      signal.addEventListener('abort', cancel);
      this.send({ kind: 'ask', question, params, version, request } as Ask<P>);
    });
  };

  private receive(message: HostMessage<P>, page: ShownPage<P>): void {
    switch (message.kind) {
      case 'state':
        this.setVersion(message.version);
        this.memory = message.memory ?? this.memory;
        page.show(message.state);
        return message.memory === undefined ? undefined : this.saveView(this.savedView);
      case 'event':
        return page.on[message.event](message.params);
      case 'reply':
        return this.settle(message);
      default:
        return message satisfies never;
    }
  }

  /** Cancels the questions about another version. */
  private setVersion(version: number | undefined): void {
    this.version = version;
    for (const [request, question] of this.pending) {
      if (question.version !== version) this.cancel(request);
    }
  }

  /** Ignores replies to cancelled questions. */
  private settle(reply: Reply): void {
    const question = this.pending.get(reply.request);
    // A transport may drop `ok` if it is undefined.
    question?.settle('error' in reply ? new AskError(reply.error.message, reply.error.field) : { ok: reply.ok });
  }

  private cancel(request: number): void {
    this.pending.get(request)?.settle(abortError());
    this.send({ kind: 'cancel', request });
  }

  private send(message: PageMessage<P>): void {
    this.place.port.postMessage(message);
  }
}

/** A rejection handler that passes failures on, and ignores cancelled questions. */
export function unlessCancelled(onFailure: (error: AskError) => void): (error: unknown) => void {
  return (error) => {
    if (error instanceof AskError) onFailure(error);
    else if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  };
}

function abortError(): Error {
  return new DOMException('The question was cancelled.', 'AbortError');
}
