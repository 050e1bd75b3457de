import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlameRequest } from '../../../../src/pages/protocol/profilePage';
import { hasSandwich, INITIAL_PLACE, isFunction, SandwichView } from '../../../../webview/flame/flamePlaces';

test('the way back from a sandwich view leads to the place before the first one', () => {
  const sandwich = new SandwichView();
  const zoomed = { ...INITIAL_PLACE, root: 4 };
  const first = sandwich.enter(zoomed, 'main.work');
  assert.deepEqual(first, { ...INITIAL_PLACE, from: 'main.work', callers: true });
  sandwich.enter(first, 'main.parse');
  assert.equal(sandwich.leave(), zoomed);
  assert.equal(sandwich.leave(), INITIAL_PLACE);
});

test('the root has a sandwich view only if it is a function that has none yet', () => {
  const root = (from?: string, callers = false) => {
    const view = { from, callers } as FlameRequest;
    return isFunction(0, view, 'BenchmarkX') && hasSandwich(0, view);
  };
  assert.deepEqual([root(), root('BenchmarkX'), root('main.work'), root('main.work', true)], [false, false, true, false]);
  assert.deepEqual([isFunction(3, {} as FlameRequest, 'BenchmarkX'), hasSandwich(3, {} as FlameRequest)], [true, true]);
});
