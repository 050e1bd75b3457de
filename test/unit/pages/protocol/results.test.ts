import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isResultsMemory, isResultsPageMessage } from '../../../../src/pages/protocol/results';

test('only well-formed messages from the results page are accepted', () => {
  const good = [{ kind: 'ready' }, { kind: 'profile', benchmark: 'BenchmarkA/x' }, { kind: 'open', id: '1' }, { kind: 'compare', id: '1' }];
  for (const message of good) assert.equal(isResultsPageMessage(message), true);
  const bad = [undefined, null, 'ready', {}, { kind: 'run' }, { kind: 'profile' }, { kind: 'open', id: 1 }, { kind: 'toString' }];
  for (const message of bad) assert.equal(isResultsPageMessage(message), false);
});

test('a saved page state is valid only if it has a benchmark and the URI of its file', () => {
  assert.equal(isResultsMemory({ uri: 'file:///a_test.go', benchmark: 'BenchmarkA' }), true);
  for (const state of [undefined, null, {}, { uri: 'file:///a_test.go' }, { uri: 1, benchmark: 'BenchmarkA' }]) {
    assert.equal(isResultsMemory(state), false);
  }
});
