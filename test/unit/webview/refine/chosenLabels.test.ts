import assert from 'node:assert/strict';
import test from 'node:test';
import { choiceOf, isChosen, toggleValue, unlistedValues, withChoice } from '../../../../webview/refine/chosenLabels';

const ann = { name: 'ann', isText: true };
const small = { name: '16B', isText: false, range: '16B' };
/** A value that is both a text and a number. */
const both = { name: '16B', isText: true, range: '16B' };

test('a value toggles on and off, as text, number or both', () => {
  const none = choiceOf([], 'k');
  for (const value of [ann, small, both]) {
    const chosen = toggleValue(none, value);
    assert.ok(isChosen(chosen, value));
    assert.deepEqual(toggleValue(chosen, value), none);
  }
  assert.deepEqual(toggleValue(none, both), { key: 'k', texts: ['16B'], ranges: ['16B'] });
});

test('toggling a value does not change whether the choice is left out', () => {
  assert.deepEqual(toggleValue({ key: 'k', texts: [], ranges: [], leftOut: true }, ann).leftOut, true);
});

test('a new choice for a key replaces the earlier choice, and keys are sorted by name', () => {
  const [b, a, newA] = ['b', 'a', 'a'].map((key, i) => ({ key, texts: [String(i)], ranges: [] }));
  assert.deepEqual(withChoice(withChoice([b!], a!), newA!), [newA, b]);
});

test('chosen values that are not visible are listed, so that they can be removed', () => {
  const choice = { key: 'k', texts: ['ann', 'zoe'], ranges: ['16B', '1kb:'] };
  assert.deepEqual(unlistedValues(choice, [ann, small]), [
    { name: 'zoe', isText: true },
    { name: '1kb:', isText: false, range: '1kb:' },
  ]);
});
