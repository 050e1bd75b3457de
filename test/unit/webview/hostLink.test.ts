import assert from 'node:assert/strict';
import test from 'node:test';
import type { Peek, PeekView } from '../../../src/profile/answers/table';
import type { Ask, PageMessage } from '../../../src/pages/protocol/pageProtocol';
import type { PROFILE_PAGE } from '../../../src/pages/protocol/profilePage';
import { type AskError, HostLink, LatestOnly, unlessCancelled } from '../../../webview/hostLink';

const PEEK = { blocks: [], moreBlocks: 0 } as unknown as Peek;
const view = (name: string): PeekView => ({ name, limit: 1 });
const ABORTED = { name: 'AbortError' };

type Sent = PageMessage<typeof PROFILE_PAGE>;

/** A page that shows version 3 of its state, the messages that it sends to the host, and what it was shown. */
function page(stored?: object) {
  const sent: Sent[] = [];
  const shown: unknown[] = [];
  const place = { stored: stored as unknown };
  let receive: (message: unknown) => void = () => undefined;
  const link = new HostLink<typeof PROFILE_PAGE>({
    port: {
      postMessage: (message) => sent.push(message as Sent),
      onMessage: (listener) => {
        receive = listener;
        return { dispose: () => undefined };
      },
    },
    getState: () => place.stored,
    setState: (state) => (place.stored = state),
  });
  link.open({
    show: (state) => shown.push(state),
    on: { exportSvg: () => shown.push('exportSvg'), showTab: (params) => shown.push(params) },
  });
  const showVersion = (version: number | undefined, memory?: object) =>
    receive({ kind: 'state', state: {}, version, ...(memory && { memory }) });
  showVersion(3);
  const questions = () => sent.filter((message): message is Ask<typeof PROFILE_PAGE> => message.kind === 'ask');
  const cancelled = () => sent.flatMap((message) => (message.kind === 'cancel' ? [message.request] : []));
  const reply = (index: number, outcome: object) =>
    receive({ kind: 'reply', request: questions()[index]!.request, ...outcome });
  const answer = (index: number, changes: object = {}) => reply(index, { ok: PEEK, ...changes });
  const deliver = (message: unknown) => receive(message);
  return { asks: link, sent, shown, place, receive: deliver, showVersion, questions, cancelled, reply, answer };
}

test('a question is about the shown profile, and gets the answer with its own request number', async () => {
  const { asks, questions, answer } = page();
  const slot = new LatestOnly();
  const asked = asks.ask('peek', view('a'), slot);
  const other = asks.ask('peek', view('b'), new LatestOnly());
  assert.ok(slot.isPending);
  assert.deepEqual(questions().map(({ version, params }) => [version, params]), [[3, view('a')], [3, view('b')]]);
  assert.notEqual(questions()[0]!.request, questions()[1]!.request);
  answer(1);
  assert.ok(slot.isPending, 'that was the answer to the other question');
  answer(0);
  assert.equal(slot.isPending, false);
  assert.equal(await asked, PEEK);
  assert.equal(await other, PEEK);
});

test('a newer question in the same slot rejects the older question and cancels it at the host', async () => {
  const { asks, questions, cancelled, answer } = page();
  const slot = new LatestOnly();
  const older = asks.ask('peek', view('a'), slot);
  const newer = asks.ask('peek', view('b'), slot);
  await assert.rejects(older, ABORTED);
  assert.deepEqual(cancelled(), [questions()[0]!.request]);
  assert.ok(slot.isPending);
  answer(0);
  assert.ok(slot.isPending, 'the late answer is dropped');
  answer(1);
  assert.equal(await newer, PEEK);
  assert.deepEqual(cancelled(), [questions()[0]!.request], 'an answered question is not cancelled');
});

test('a question is cancelled by its signal or slot, and is never sent with an aborted signal', async () => {
  const { asks, questions, cancelled } = page();
  const controller = new AbortController();
  const slot = new LatestOnly();
  const asked = [asks.ask('peek', view('a'), controller.signal), asks.ask('peek', view('b'), slot)];
  controller.abort();
  slot.cancel();
  for (const answer of asked) await assert.rejects(answer, ABORTED);
  assert.deepEqual(cancelled(), questions().map(({ request }) => request));
  await assert.rejects(asks.ask('peek', view('c'), controller.signal), ABORTED);
  assert.equal(questions().length, 2);
  assert.equal(slot.isPending, false);
});

test('a signal that is aborted after the answer cancels nothing', async () => {
  const { asks, cancelled, answer } = page();
  const controller = new AbortController();
  const asked = asks.ask('peek', view('a'), controller.signal);
  answer(0);
  controller.abort();
  assert.equal(await asked, PEEK);
  assert.deepEqual(cancelled(), []);
});

test('another version of the state cancels the questions about the earlier one', async () => {
  const { asks, questions, cancelled, showVersion } = page();
  const slot = new LatestOnly();
  const asked = asks.ask('peek', view('a'), slot);
  showVersion(3);
  assert.ok(slot.isPending, 'the same version cancels nothing');
  showVersion(4);
  await assert.rejects(asked, ABORTED);
  assert.deepEqual(cancelled(), [questions()[0]!.request]);
  assert.equal(slot.isPending, false);
});

test('while the state is about nothing, no question is sent', async () => {
  const { asks, questions, showVersion } = page();
  showVersion(undefined);
  await assert.rejects(asks.ask('peek', view('a'), new LatestOnly()), ABORTED);
  assert.equal(questions().length, 0);
});

test('an answer with another request number is dropped, and so is a second answer', async () => {
  const { asks, answer } = page();
  const slot = new LatestOnly();
  const asked = asks.ask('peek', view('a'), slot);
  answer(0, { request: 99 });
  assert.ok(slot.isPending);
  answer(0);
  answer(0);
  assert.equal(await asked, PEEK);
});

test('a failure rejects with its message and field, and unlessCancelled passes on only failures', async () => {
  const { asks, reply } = page();
  const asked = asks.ask('peek', view('a'), new LatestOnly());
  reply(0, { error: { message: 'focus: missing )', field: 'focus' } });
  const failures: AskError[] = [];
  await asked.catch(unlessCancelled((error) => failures.push(error)));
  assert.deepEqual(failures.map(({ message, field }) => [message, field]), [['focus: missing )', 'focus']]);
  await asks.ask('peek', view('b'), AbortSignal.abort()).catch(unlessCancelled((error) => failures.push(error)));
  assert.equal(failures.length, 1);
  assert.throws(() => unlessCancelled(() => undefined)(new TypeError('a defect')), TypeError);
});

test('an order has the version that the page shows, and events reach the page', () => {
  const { asks, sent, shown, receive } = page();
  assert.deepEqual(sent, [{ kind: 'ready' }]);
  asks.order('noticeAction');
  asks.order('openSource', { frame: 5 });
  assert.deepEqual(sent.slice(1), [
    { kind: 'order', order: 'noticeAction', params: undefined, version: 3 },
    { kind: 'order', order: 'openSource', params: { frame: 5 }, version: 3 },
  ]);
  receive({ kind: 'event', event: 'showTab', params: { tab: 'top', focus: true } });
  assert.deepEqual(shown, [{}, { tab: 'top', focus: true }]);
});

test('what the host remembers and what the user chose are stored together, and neither replaces the other', () => {
  const { asks, place, showVersion } = page({ memory: { uri: 'a' }, view: { tab: 'top' } });
  assert.deepEqual(asks.savedView, { tab: 'top' });
  asks.saveView({ tab: 'peek' });
  assert.deepEqual(place.stored, { memory: { uri: 'a' }, view: { tab: 'peek' } });
  showVersion(4, { uri: 'b' });
  assert.deepEqual(place.stored, { memory: { uri: 'b' }, view: { tab: 'peek' } });
});
