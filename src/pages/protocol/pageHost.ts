import { isAbort } from '../../profile/common/guard';
import {
  type AnswerTo, type Ask, type EventsOf, type HostMessage, isPageMessage, type OrderOf, type OrderParams, type Outcome,
  type PageMessage, type PageProtocol, type Port, type QuestionOf, type QuestionParams, type StateOf,
} from './pageProtocol';

type MaybePromise<T> = T | Promise<T>;

/** Answers each question of a page. A handler throws an error with a sentence for the user, or an AbortError. */
export type Answers<P extends PageProtocol> = {
  readonly [N in QuestionOf<P>]: (params: QuestionParams<P, N>, signal: AbortSignal) => MaybePromise<AnswerTo<P, N>>;
};

/** Carries out each order of a page. */
export type Carried<P extends PageProtocol> = {
  readonly [N in OrderOf<P>]: (params: OrderParams<P, N>) => unknown;
};

export interface PageHostParts<P extends PageProtocol> {
  readonly answers: Answers<P>;
  readonly orders: Carried<P>;
  /** Identifies what the state is about. While it is undefined, questions are dropped. */
  version(): number | undefined;
  /** Called when the page was loaded: sends the state, or leaves that to a later change. */
  sendState(): unknown;
  /** Shows the failure of an order. */
  showFailure(error: unknown): unknown;
}

/** The host's side of any page: answers its questions, carries out its orders, and sends it states and events. */
export class PageHost<P extends PageProtocol> {
  private isReady = false;
  /** Whether the page has got a state since it was loaded. */
  private hasState = false;
  /** Events to send after the state. */
  private readonly waiting: HostMessage<P>[] = [];
  private readonly running = new Map<number, AbortController>();
  private readonly listening: { dispose(): void };

  constructor(
    private readonly protocol: P,
    private readonly port: Port,
    private readonly parts: PageHostParts<P>,
  ) {
    this.listening = port.onMessage((message) => {
      if (isPageMessage(protocol, message)) this.receive(message);
    });
  }

  /** Sends nothing to a page that is not ready, which asks for the state when it is. */
  sendState(state: StateOf<P>, memory?: unknown): void {
    if (!this.isReady) return;
    this.send({ kind: 'state', state, version: this.parts.version(), ...(memory !== undefined && { memory }) });
    this.hasState = true;
    this.waiting.splice(0).forEach((event) => this.send(event));
  }

  /** Sends an event to a page that has a state; to another page, as soon as it has one. */
  sendEvent<E extends keyof EventsOf<P>>(event: E, params: EventsOf<P>[E]): void {
    const message = { kind: 'event', event, params } as unknown as HostMessage<P>;
    if (this.hasState) this.send(message);
    else this.waiting.push(message);
  }

  /** Call when the page is hidden. VS Code unloads hidden pages, and loads them again when they are shown. */
  onHidden(): void {
    this.isReady = this.hasState = false;
  }

  dispose(): void {
    this.onHidden();
    this.cancelAll();
    this.listening.dispose();
  }

  private receive(message: PageMessage<P>): void {
    switch (message.kind) {
      case 'ready':
        // The page uses the numbers of its questions again.
        this.cancelAll();
        this.isReady = true;
        this.hasState = false;
        return this.attempt(() => this.parts.sendState());
      case 'cancel':
        this.running.get(message.request)?.abort();
        return void this.running.delete(message.request);
      case 'ask':
        return this.isCurrent(message.version) ? void this.answer(message) : undefined;
      case 'order':
        if (this.protocol.orders[message.order].isOfState && !this.isCurrent(message.version)) return;
        return this.attempt(() => this.parts.orders[message.order](message.params));
      default:
        return message satisfies never;
    }
  }

  private isCurrent(version: number | undefined): boolean {
    return version !== undefined && version === this.parts.version();
  }

  private attempt(act: () => unknown): void {
    (async () => act())().catch((error: unknown) => this.parts.showFailure(error));
  }

  private async answer({ question, params, request }: Ask<P>): Promise<void> {
    const controller = new AbortController();
    this.running.set(request, controller);
    const outcome = await this.outcome(question, params, controller.signal);
    if (controller.signal.aborted) return;
    this.running.delete(request);
    if (outcome) this.send({ kind: 'reply', request, ...outcome });
  }

  /** undefined if the answer was given up. */
  private async outcome<N extends QuestionOf<P>>(
    name: N,
    params: QuestionParams<P, N>,
    signal: AbortSignal,
  ): Promise<Outcome<AnswerTo<P, N>> | undefined> {
    try {
      return { ok: await this.parts.answers[name](params, signal) };
    } catch (error) {
      if (isAbort(error)) return undefined;
      const { message, field } = error as Error & { readonly field?: string };
      return { error: { message, ...(field !== undefined && { field }) } };
    }
  }

  private cancelAll(): void {
    for (const controller of this.running.values()) controller.abort();
    this.running.clear();
  }

  private send(message: HostMessage<P>): void {
    this.port.postMessage(message);
  }
}
