import assert from 'node:assert/strict';
import test from 'node:test';
import { hostChannel } from '../../../src/protocol/channel';
import type { PageMessage } from '../../../src/protocol/messages';
import { areSavedRefinements, isRefinement } from '../../../src/protocol/refineState';

const CHOICE = { key: 'user', texts: ['ann'], ranges: ['16B'] };
const WHOLE = {
  focus: 'a', tagroot: 'user', labels: [{ ...CHOICE, leftOut: true }, CHOICE], noinlines: true, granularity: 'lines',
  divide_by: 2.5, mean: false, hide: undefined,
};

/** The number of messages that the host receives. */
function heard(...messages: readonly unknown[]): number {
  const received: PageMessage[] = [];
  let say: (message: unknown) => void = () => undefined;
  const onMessage = (listener: typeof say) => {
    say = listener;
    return { dispose: () => undefined };
  };
  hostChannel({ postMessage: () => undefined, onMessage }, (message) => received.push(message));
  for (const message of messages) say(message);
  return received.length;
}

test('a refinement has only known fields, each of its own shape', () => {
  assert.ok(isRefinement({}));
  assert.ok(isRefinement(WHOLE));
  const others: readonly unknown[] = [
    null, [], 'focus', { focus: 5 }, { labels: {} }, { labels: [{ key: 'user' }] }, { labels: [{ ...CHOICE, texts: [5] }] },
    { noinlines: 'yes' }, { granularity: 'packages' }, { divide_by: '2' }, { toString: 'x' }, { focus: 'x'.repeat(20_000) },
  ];
  for (const other of others) assert.equal(isRefinement(other), false, JSON.stringify(other));
});

test('saved refinements have names', () => {
  assert.ok(areSavedRefinements([{ name: 'mine', refinement: WHOLE }]));
  const unnamed: readonly unknown[] = [{}, [{ name: '', refinement: {} }], [{ name: 'x' }]];
  for (const other of [...unnamed, [{ name: 'x', refinement: { focus: 1 } }]]) {
    assert.equal(areSavedRefinements(other), false, JSON.stringify(other));
  }
});

test('the host receives refinements and label questions only if they are well-formed', () => {
  const ask = (question: string, params: unknown) => ({ kind: 'ask', question, profile: 1, request: 1, params });
  const view = { search: '', limit: 50 };
  const saved = [{ name: 'mine', refinement: {} }];
  const good = [ask('refine', WHOLE), ask('labels', view), ask('labels', { ...view, key: 'k' })];
  assert.equal(heard(...good, { kind: 'saveRefinements', saved }), 4);
  const bad = [ask('refine', { focus: 5 }), ask('labels', { search: '' }), ask('labels', { ...view, limit: 1e6 })];
  assert.equal(heard(...bad, { kind: 'saveRefinements', saved: {} }), 0);
});
