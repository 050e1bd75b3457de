import assert from 'node:assert/strict';
import test from 'node:test';
import { isPageMessage } from '../../../../src/pages/protocol/pageProtocol';
import { PROFILE_PAGE } from '../../../../src/pages/protocol/profilePage';
import { areSavedRefinements, isRefinement } from '../../../../src/pages/protocol/refineState';
import { asked, ordered } from '../../../shared/pageMessages';

const LABEL_CHOICE = { key: 'user', texts: ['ann'], ranges: ['16B'] };
const REFINEMENT = {
  focus: 'a', tagroot: 'user', labels: [{ ...LABEL_CHOICE, leftOut: true }, LABEL_CHOICE], noinlines: true, granularity: 'lines',
  divide_by: 2.5, mean: false, hide: undefined,
};

/** How many of the messages the host receives. */
const receivedCount = (...messages: readonly unknown[]): number =>
  messages.filter((message) => isPageMessage(PROFILE_PAGE, message)).length;

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
  const ask = (question: string, params: unknown) => asked(question, params, 1);
  const view = { search: '', limit: 50 };
  const saved = [{ name: 'mine', refinement: {} }];
  const good = [ask('refine', REFINEMENT), ask('labels', view), ask('labels', { ...view, key: 'k' })];
  assert.equal(receivedCount(...good, ordered('saveRefinements', { saved })), 4);
  const bad = [ask('refine', { focus: 5 }), ask('labels', { search: '' }), ask('labels', { ...view, limit: 1e6 })];
  assert.equal(receivedCount(...bad, ordered('saveRefinements', { saved: {} })), 0);
});
