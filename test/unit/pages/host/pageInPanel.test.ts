import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageHost } from '../../../../src/pages/protocol/pageHost';
import { order, orderOfState, question } from '../../../../src/pages/protocol/pageProtocol';
import { isText, shape } from '../../../../src/profile/common/shapes';
import { FakePanel } from '../../../shared/fakePanel';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { asked, ordered } from '../../../shared/pageMessages';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w', {}).module);

const PROTOCOL = {
  questions: { length: question<number>()(shape({ text: isText })) },
  orders: { save: order(), open: orderOfState(shape({ text: isText })) },
  types: undefined as { state: { title: string }; events: { find: { text: string } } } | undefined,
};

/** A page whose host shows version 1, and answers questions when the test lets it. */
async function scene() {
  const { pageInPanel } = await import('../../../../src/pages/host/pageInPanel');
  const sent: unknown[] = [];
  const orders: unknown[] = [];
  const failures: unknown[] = [];
  const open: { signal: AbortSignal; answer(length: number): void; fail(error: Error): void }[] = [];
  const panel = new FakePanel<unknown>((message) => void sent.push(message));
  const shown = { version: 1 as number | undefined };
  const host: PageHost<typeof PROTOCOL> = pageInPanel(panel as never, {
    protocol: PROTOCOL,
    distribution: FakeUri.file('/w/dist') as never,
    bundle: 'page',
    answers: { length: (_params, signal) => new Promise((answer, fail) => open.push({ signal, answer, fail })) },
    orders: {
      save: () => Promise.reject(new Error('disk full')),
      open: (params) => orders.push(params),
    },
    version: () => shown.version,
    sendState: () => host.sendState({ title: 'a' }),
    showFailure: (error) => failures.push((error as Error).message),
  });
  return { panel, host, sent, orders, failures, open, shown };
}

const settled = () => new Promise(setImmediate);
const STATE = { kind: 'state', state: { title: 'a' }, version: 1 };

test('a page gets its state when it is ready, and the events before that after the state', async () => {
  const { panel, host, sent } = await scene();
  host.sendEvent('find', { text: 'x' });
  host.sendState({ title: 'too early' });
  assert.deepEqual(sent, []);
  panel.receive({ kind: 'ready' });
  await settled();
  assert.deepEqual(sent, [STATE, { kind: 'event', event: 'find', params: { text: 'x' } }]);
});

test('a hidden page, which VS Code unloads, gets events when it is loaded again', async () => {
  const { panel, host, sent } = await scene();
  panel.receive({ kind: 'ready' });
  panel.setVisible(false);
  panel.setVisible(true);
  host.sendEvent('find', { text: 'x' });
  assert.deepEqual(sent.slice(1), []);
  panel.receive({ kind: 'ready' });
  assert.deepEqual(sent.slice(1), [STATE, { kind: 'event', event: 'find', params: { text: 'x' } }]);
});

test('the host stores its memory in the page with the state', async () => {
  const { panel, host, sent } = await scene();
  panel.receive({ kind: 'ready' });
  host.sendState({ title: 'b' }, { uri: 'u' });
  assert.deepEqual(sent.at(-1), { kind: 'state', state: { title: 'b' }, version: 1, memory: { uri: 'u' } });
});

test('an answer is a value, a failure a sentence, and a question that was given up gets neither', async () => {
  const { panel, sent, open } = await scene();
  for (const request of [1, 2, 3]) panel.receive(asked('length', { text: 'x' }, 1, request));
  open[0]!.answer(1);
  open[1]!.fail(Object.assign(new Error('No text.'), { field: 'text' }));
  open[2]!.fail(new DOMException('', 'AbortError'));
  await settled();
  assert.deepEqual(sent, [
    { kind: 'reply', request: 1, ok: 1 },
    { kind: 'reply', request: 2, error: { message: 'No text.', field: 'text' } },
  ]);
});

test('questions and orders about another version are dropped, other orders are not', async () => {
  const { panel, orders, failures, open, shown } = await scene();
  panel.receive(asked('length', { text: 'x' }, 2));
  panel.receive(ordered('open', { text: 'x' }, 2));
  panel.receive(ordered('save', undefined, 2));
  shown.version = undefined;
  panel.receive(asked('length', { text: 'x' }, undefined));
  panel.receive(ordered('open', { text: 'x' }));
  await settled();
  assert.deepEqual([open, orders, failures], [[], [], ['disk full']]);
});

test('closing the panel cancels its questions and stops the host', async () => {
  const { panel, orders, open, sent, host } = await scene();
  panel.receive(asked('length', { text: 'x' }, 1));
  panel.dispose();
  assert.ok(open[0]!.signal.aborted);
  panel.receive(ordered('open', { text: 'x' }, 1));
  host.sendEvent('find', { text: 'x' });
  assert.deepEqual([orders, sent], [[], []]);
});
