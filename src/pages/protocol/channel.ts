import type { HostMessage, PageMessage } from './messages';
import { isFlameTree, isTableView, isTextOrUnset } from './paramShapes';
import { paramChecks, type QuestionName } from './questions';
import { areSavedRefinements } from './refineState';
import { type Fields, isCount, isFlag, isObject, isText } from './shapes';
import { MAX_SVG_LENGTH } from './messageLimits';

/**
 * The channel between the host and a page. The host does not trust the page, and drops every message of an unexpected
 * shape. The page gets messages from its host only: see webview/hostEvents.ts.
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

/** Opens the host's end: sends HostMessages, and passes every well-formed PageMessage to `receive`. */
export function hostChannel(port: Port, receive: (message: PageMessage) => void): Channel<HostMessage> {
  return open(port, (message) => {
    if (isPageMessage(message)) receive(message);
  });
}

/** Opens the page's end: sends PageMessages, and passes every HostMessage to `receive`. */
export function pageChannel(port: Port, receive: (message: HostMessage) => void): Channel<PageMessage> {
  return open(port, (message) => receive(message as HostMessage));
}

/** For the default of a `switch` over a message's kind: the call does not compile if the cases lack a kind. */
export function unexpected(message: never): never {
  throw new Error(`A message of an unknown kind: ${JSON.stringify(message)}`);
}

function open<Out>(port: Port, receive: (message: unknown) => void): Channel<Out> {
  const listening = port.onMessage(receive);
  return {
    send: (message) => void port.postMessage(message),
    dispose: () => listening.dispose(),
  };
}

const pageKinds: { readonly [K in PageMessage['kind']]: (message: Fields) => boolean } = {
  ready: () => true,
  ask: ({ question, profile, request, params }) => isCount(profile) && isCount(request) && isQuestion(question, params),
  cancel: ({ request }) => isCount(request),
  setSampleType: ({ profile, sampleType }) => isCount(profile) && isCount(sampleType),
  keepStart: ({ of, start }) => isText(of) && (start === 'measured' || start === 'everything'),
  setNormalize: ({ normalize }) => isFlag(normalize),
  openSource: (message) => isCount(message.profile) && isCount(message.frame) && isFlameTree(message),
  openFunction: ({ profile, function: name, file, line = 0 }) =>
    isCount(profile) && isText(name) && isTextOrUnset(file) && isCount(line),
  copy: ({ text }) => isText(text),
  saveSvg: ({ name, svg }) => isText(name) && isSvg(svg),
  copyTable: ({ profile, view }) => isCount(profile) && isTableView(view),
  saveRefinements: ({ saved }) => areSavedRefinements(saved),
  noticeAction: () => true,
};

function isPageMessage(message: unknown): message is PageMessage {
  if (!isObject(message) || !isText(message.kind) || !Object.hasOwn(pageKinds, message.kind)) return false;
  return pageKinds[message.kind as PageMessage['kind']](message);
}

function isQuestion(question: unknown, params: unknown): boolean {
  if (!isText(question) || !Object.hasOwn(paramChecks, question)) return false;
  return paramChecks[question as QuestionName](params);
}

function isSvg(value: unknown): boolean {
  return isText(value) && value.length <= MAX_SVG_LENGTH && value.startsWith('<?xml ');
}
