import assert from 'node:assert/strict';
import test from 'node:test';
import { hostChannel } from '../../../../src/pages/protocol/channel';
import type { PageMessage } from '../../../../src/pages/protocol/messages';
import { areSavedRefinements, isRefinement } from '../../../../src/pages/protocol/refineState';

const LABEL_CHOICE = { key: 'user', texts: ['ann'], ranges: ['16B'] };
const REFINEMENT = {
  focus: 'a', tagroot: 'user', labels: [{ ...LABEL_CHOICE, leftOut: true }, LABEL_CHOICE], noinlines: true, granularity: 'lines',
  divide_by: 2.5, mean: false, hide: undefined,
};

/** How many of the messages the host receives. */
function receivedCount(...messages: readonly unknown[]): number {
  const received: PageMessage[] = [];
  let deliver: (message: unknown) => void = () => undefined;
  const onMessage = (listener: typeof deliver) => {
    deliver = listener;
    return { dispose: () => undefined };
  };
  hostChannel({ postMessage: () => undefined, onMessage }, (message) => received.push(message));
  for (const message of messages) deliver(message);
  return received.length;
}

test('a refinement with an unknown or malformed field is invalid', () => {
  assert.ok(isRefinement({}));
  assert.ok(isRefinement(REFINEMENT));
  const malformed: readonly unknown[] = [
    null, [], 'focus', { focus: 5 }, { labels: {} }, { labels: [{ key: 'user' }] }, { labels: [{ ...LABEL_CHOICE, texts: [5] }] },
    { noinlines: 'yes' }, { granularity: 'packages' }, { divide_by: '2' }, { toString: 'x' }, { focus: 'x'.repeat(20_000) },
  ];
  for (const value of malformed) assert.equal(isRefinement(value), false, JSON.stringify(value));
});

test('saved refinements are a list, each with a name and a valid refinement', () => {
  assert.ok(areSavedRefinements([{ name: 'mine', refinement: REFINEMENT }]));
  const malformed: readonly unknown[] = [
    {}, [{ name: '', refinement: {} }], [{ name: 'x' }], [{ name: 'x', refinement: { focus: 1 } }],
  ];
  for (const saved of malformed) {
    assert.equal(areSavedRefinements(saved), false, JSON.stringify(saved));
  }
});

test('the host receives refinements and label questions only if they are well-formed', () => {
  const ask = (question: string, params: unknown) => ({ kind: 'ask', question, profile: 1, request: 1, params });
  const view = { search: '', limit: 50 };
  const saved = [{ name: 'mine', refinement: {} }];
  const good = [ask('refine', REFINEMENT), ask('labels', view), ask('labels', { ...view, key: 'k' })];
  assert.equal(receivedCount(...good, { kind: 'saveRefinements', saved }), 4);
  const bad = [ask('refine', { focus: 5 }), ask('labels', { search: '' }), ask('labels', { ...view, limit: 1e6 })];
  assert.equal(receivedCount(...bad, { kind: 'saveRefinements', saved: {} }), 0);
});
