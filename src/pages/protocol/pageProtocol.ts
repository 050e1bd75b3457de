import { type Check, isCount, isObject, isText, isUnset } from '../../profile/common/shapes';

/**
 * The protocol between every page and its host. A page defines a table of its questions and orders (profilePage.ts,
 * resultsPage.ts, benchmarksPage.ts), from which the types of messages and handlers follow. The host checks what a page
 * sends, because it does not trust a page; a page gets messages from its host only (webview/inEditor.ts).
 */

/** One end of `postMessage`: a `Webview` on the host's side, the window with `acquireVsCodeApi()` on the page's. */
export interface Port {
  postMessage(message: unknown): unknown;
  onMessage(listener: (message: unknown) => void): { dispose(): void };
}

/** A question about the state that the page shows. It gets an answer or a failure, unless it is cancelled. */
export interface Question<P, A> {
  readonly check: Check<P>;
  /** A type only. */
  readonly answer?: A;
}

/** An action of the user, which gets no answer: the host shows its failure. */
export interface Order<P> {
  readonly check: Check<P>;
  /** Whether it is dropped if the page shows an earlier state than the host. */
  readonly isOfState: boolean;
}

/** The answer's type stands first, because that of the parameters follows from their check. */
export function question<A>() {
  return <P>(check: Check<P>): Question<P, A> => ({ check });
}

export function order<P = undefined>(check: Check<P> = isUnset as Check<P>): Order<P> {
  return { check, isOfState: false };
}

/** An order about what the state shows, such as one of its rows. */
export function orderOfState<P>(check: Check<P>): Order<P> {
  return { check, isOfState: true };
}

type Questions = Readonly<Record<string, Question<unknown, unknown>>>;
type Orders = Readonly<Record<string, Order<unknown>>>;

/** What a page and its host say to each other. */
export interface PageProtocol {
  readonly questions: Questions;
  readonly orders: Orders;
  /** What the host stores in the page to restore it after a window reload. */
  readonly memory?: Check<unknown>;
  /** Types only: the state of the page, and the parameters of the host's events by their names. */
  readonly types?: { readonly state: object; readonly events: object };
}

type TypesOf<P extends PageProtocol> = NonNullable<P['types']>;
export type StateOf<P extends PageProtocol> = TypesOf<P>['state'];
export type EventsOf<P extends PageProtocol> = TypesOf<P>['events'];
export type QuestionOf<P extends PageProtocol> = string & keyof P['questions'];
export type OrderOf<P extends PageProtocol> = string & keyof P['orders'];
type ParamsOf<T> = T extends { readonly check: Check<infer P> } ? P : never;
export type QuestionParams<P extends PageProtocol, N extends QuestionOf<P>> = ParamsOf<P['questions'][N]>;
export type OrderParams<P extends PageProtocol, N extends OrderOf<P>> = ParamsOf<P['orders'][N]>;
export type AnswerTo<P extends PageProtocol, N extends QuestionOf<P>> =
  P['questions'][N] extends Question<unknown, infer A> ? A : never;

export type PageMessage<P extends PageProtocol> =
  /** The page was loaded, and needs its state. */
  | { readonly kind: 'ready' }
  | Ask<P>
  /** The page no longer needs the answer. */
  | { readonly kind: 'cancel'; readonly request: number }
  | Give<P>;

export type Ask<P extends PageProtocol, N extends QuestionOf<P> = QuestionOf<P>> = {
  [K in N]: {
    readonly kind: 'ask';
    readonly question: K;
    readonly params: QuestionParams<P, K>;
    /** The version of the state that the page shows. */
    readonly version: number | undefined;
    /** Identifies the answer. */
    readonly request: number;
  };
}[N];

export type Give<P extends PageProtocol, N extends OrderOf<P> = OrderOf<P>> = {
  [K in N]: {
    readonly kind: 'order';
    readonly order: K;
    readonly params: OrderParams<P, K>;
    readonly version: number | undefined;
  };
}[N];

/** An answer, or why there is none, as a sentence for the user. */
export type Outcome<A> =
  | { readonly ok: A }
  | { readonly error: { readonly message: string; /** The invalid field of a refinement. */ readonly field?: string } };

export type Reply<A = unknown> = { readonly kind: 'reply'; readonly request: number } & Outcome<A>;

export type HostMessage<P extends PageProtocol> =
  | {
      /** The whole state: the answer to `ready`, sent again when it changes. */
      readonly kind: 'state';
      readonly state: StateOf<P>;
      /** Another one cancels the questions about the earlier state. */
      readonly version: number | undefined;
      readonly memory?: unknown;
    }
  | Reply
  | { [E in keyof EventsOf<P>]: { readonly kind: 'event'; readonly event: E; readonly params: EventsOf<P>[E] } }[keyof EventsOf<P>];

/** Whether a page may send this message. */
export function isPageMessage<P extends PageProtocol>(protocol: P, message: unknown): message is PageMessage<P> {
  if (!isObject(message)) return false;
  const { kind, request, params } = message;
  switch (kind) {
    case 'ready':
      return true;
    case 'cancel':
      return isCount(request);
    case 'ask':
      return isCount(request) && isIn(protocol.questions, message.question, params) && isVersion(message.version);
    case 'order':
      return isIn(protocol.orders, message.order, params) && isVersion(message.version);
    default:
      return false;
  }
}

const isVersion = (value: unknown): boolean => value === undefined || isCount(value);

function isIn(table: Questions | Orders, name: unknown, params: unknown): boolean {
  return isText(name) && Object.hasOwn(table, name) && table[name].check(params);
}

type MemoryOf<P extends PageProtocol> = P['memory'] extends Check<infer M> ? M : never;

/**
 * What the host stored in a page before a window reload; undefined if that has another shape, of another version.
 * @param saved the state that VS Code passes with the restored panel
 */
export function memoryOf<P extends PageProtocol>(protocol: P, saved: unknown): MemoryOf<P> | undefined {
  const stored = isObject(saved) ? saved.memory : undefined;
  return protocol.memory?.(stored) ? (stored as MemoryOf<P>) : undefined;
}
