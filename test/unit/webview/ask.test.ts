import assert from 'node:assert/strict';
import test from 'node:test';
import type { Peek, PeekView } from '../../../src/profile/answers/table';
import type { Ask, Cancel } from '../../../src/pages/protocol/messages';
import { type AskError, LatestOnly, OpenQuestions, unlessCancelled } from '../../../webview/ask';

const PEEK = { blocks: [], moreBlocks: 0 } as unknown as Peek;
const view = (name: string): PeekView => ({ name, limit: 1 });
const ABORTED = { name: 'AbortError' };

/** A page that shows profile 3, and the messages that it sends to the host. */
function page() {
  const sent: (Ask | Cancel)[] = [];
  const asks = new OpenQuestions((message) => sent.push(message));
  asks.setProfile(3);
  const questions = () => sent.filter((message) => message.kind === 'ask');
  const cancelled = () => sent.filter(({ kind }) => kind === 'cancel').map(({ request }) => request);
  const reply = (index: number) => {
    const { profile, request } = questions()[index]!;
    return { question: 'peek', profile, request } as const;
  };
  const answer = (index: number, changes: object = {}) =>
    asks.receive({ kind: 'answer', ...reply(index), answer: PEEK, ...changes });
  return { asks, questions, cancelled, reply, answer };
}

test('a question is about the shown profile, and gets the answer with its own request number', async () => {
  const { asks, questions, answer } = page();
  const slot = new LatestOnly();
  const asked = asks.ask('peek', view('a'), slot);
  const other = asks.ask('peek', view('b'), new LatestOnly());
  assert.ok(slot.isPending);
  assert.deepEqual(questions().map(({ profile, params }) => [profile, params]), [[3, view('a')], [3, view('b')]]);
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

test('showing another profile cancels the questions about the earlier profile', async () => {
  const { asks, questions, cancelled } = page();
  const slot = new LatestOnly();
  const asked = asks.ask('peek', view('a'), slot);
  asks.setProfile(3);
  assert.ok(slot.isPending, 'the same profile cancels nothing');
  asks.setProfile(4);
  await assert.rejects(asked, ABORTED);
  assert.deepEqual(cancelled(), [questions()[0]!.request]);
  assert.equal(slot.isPending, false);
});

test('without a profile no question is sent', async () => {
  const { asks, questions } = page();
  asks.setProfile(undefined);
  await assert.rejects(asks.ask('peek', view('a'), new LatestOnly()), ABORTED);
  assert.equal(questions().length, 0);
});

test('an answer with another question, profile or request number is dropped', async () => {
  const { asks, answer } = page();
  const slot = new LatestOnly();
  const asked = asks.ask('peek', view('a'), slot);
  answer(0, { profile: 4 });
  answer(0, { question: 'knows', answer: true });
  answer(0, { request: 99 });
  assert.ok(slot.isPending);
  answer(0);
  answer(0);
  assert.equal(await asked, PEEK);
});

test('a failure rejects with its message and field, and unlessCancelled passes on only failures', async () => {
  const { asks, reply } = page();
  const asked = asks.ask('peek', view('a'), new LatestOnly());
  asks.receive({ kind: 'failed', ...reply(0), message: 'focus: missing )', field: 'focus' });
  const failures: AskError[] = [];
  await asked.catch(unlessCancelled((error) => failures.push(error)));
  assert.deepEqual(failures.map(({ message, field }) => [message, field]), [['focus: missing )', 'focus']]);
  await asks.ask('peek', view('b'), AbortSignal.abort()).catch(unlessCancelled((error) => failures.push(error)));
  assert.equal(failures.length, 1);
  assert.throws(() => unlessCancelled(() => undefined)(new TypeError('a defect')), TypeError);
});
