import type { HostMessage, PageMessage } from './messages';

/**
 * The one channel between the host and the page. The host trusts nothing that comes from the page: a message of another
 * shape is dropped before anyone sees it. The page takes only kinds that it knows.
 */

/** One end of `postMessage`: a `Webview` on the host's side, the window with `acquireVsCodeApi()` on the page's. */
export interface Port {
  postMessage(message: unknown): unknown;
  onMessage(listener: (message: unknown) => void): { dispose(): void };
}

export interface Channel<Out> {
  send(message: Out): void;
  dispose(): void;
}

/** More frames than this are never asked for: d3-flame-graph draws several DOM nodes a frame. */
export const MAX_FRAMES = 2000;

/** The host's end: sends HostMessages, hands every well-formed PageMessage to `receive`. */
export function hostChannel(port: Port, receive: (message: PageMessage) => void): Channel<HostMessage> {
  return open(port, isPageMessage, receive);
}

/** The page's end: sends PageMessages, hands every HostMessage to `receive`. */
export function pageChannel(port: Port, receive: (message: HostMessage) => void): Channel<PageMessage> {
  return open(port, isHostMessage, receive);
}

/** The default of a `switch` over a message's kind: does not compile while a kind is forgotten. */
export function unexpected(message: never): never {
  throw new Error(`A message of an unknown kind: ${JSON.stringify(message)}`);
}

function open<In, Out>(
  port: Port,
  isExpected: (message: unknown) => message is In,
  receive: (message: In) => void,
): Channel<Out> {
  const listening = port.onMessage((message) => {
    if (isExpected(message)) receive(message);
  });
  return {
    send: (message) => void port.postMessage(message),
    dispose: () => listening.dispose(),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const pageKinds: { readonly [K in PageMessage['kind']]: (message: Fields) => boolean } = {
  ready: () => true,
  askWindow: ({ profile, request, view }) => isCount(profile) && isCount(request) && isFlameView(view),
  setSampleType: ({ profile, sampleType }) => isCount(profile) && isCount(sampleType),
  setProfile: ({ profile }) => isCount(profile),
  openSource: ({ profile, frame, from }) => isCount(profile) && isCount(frame) && isTextOrNothing(from),
  copy: ({ text }) => typeof text === 'string',
  noticeAction: () => true,
};

const hostKinds: { readonly [K in HostMessage['kind']]: true } = { state: true, window: true, windowFailed: true };

function isPageMessage(message: unknown): message is PageMessage {
  if (!isObject(message) || typeof message.kind !== 'string' || !Object.hasOwn(pageKinds, message.kind)) return false;
  return pageKinds[message.kind as PageMessage['kind']](message);
}

function isHostMessage(message: unknown): message is HostMessage {
  return isObject(message) && typeof message.kind === 'string' && Object.hasOwn(hostKinds, message.kind);
}

function isFlameView(view: unknown): boolean {
  if (!isObject(view)) return false;
  const { from, root, restFrom, width, minWidth, maxFrames, search } = view;
  return (
    isTextOrNothing(from) &&
    isCount(root) &&
    isCount(restFrom) &&
    isPositive(width) &&
    isPositive(minWidth) &&
    isCount(maxFrames) &&
    maxFrames <= MAX_FRAMES &&
    typeof search === 'string'
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
