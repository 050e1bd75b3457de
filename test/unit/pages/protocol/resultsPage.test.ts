import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPageMessage, memoryOf } from '../../../../src/pages/protocol/pageProtocol';
import { RESULTS_PAGE } from '../../../../src/pages/protocol/resultsPage';
import { ordered } from '../../../shared/pageMessages';

test('only well-formed messages from the results page are accepted', () => {
  const good = [{ kind: 'ready' }, ordered('profile', { benchmark: 'BenchmarkA/x' }), ordered('open', { id: '1' }), ordered('compare', { id: '1' })];
  for (const message of good) assert.equal(isPageMessage(RESULTS_PAGE, message), true);
  const bad = [undefined, null, 'ready', {}, ordered('run'), ordered('profile'), ordered('open', { id: 1 }), ordered('toString'), { kind: 'toString' }];
  for (const message of bad) assert.equal(isPageMessage(RESULTS_PAGE, message), false);
});

test('a saved page state is valid only if it has a benchmark and the URI of its file', () => {
  const memory = { uri: 'file:///a_test.go', benchmark: 'BenchmarkA' };
  assert.deepEqual(memoryOf(RESULTS_PAGE, { memory, view: {} }), memory);
  for (const saved of [undefined, null, {}, memory, ...[undefined, null, {}, { uri: 'file:///a_test.go' }, { uri: 1, benchmark: 'BenchmarkA' }].map((wrong) => ({ memory: wrong }))]) {
    assert.equal(memoryOf(RESULTS_PAGE, saved), undefined);
  }
});
