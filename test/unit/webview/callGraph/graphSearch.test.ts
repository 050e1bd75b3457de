import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GraphNode } from '../../../../src/profile/answers/graph';
import { nextMatch, nodesNamed } from '../../../../webview/callGraph/findNodes';

test('nodes match by their function or by their own name', () => {
  const nodes = [['main.main', 'main.main'], ['main.go:7', 'main.main'], ['runtime.a+b', '']].map(([name, fn]) => ({ name, function: fn }) as GraphNode);
  assert.deepEqual(nodesNamed(nodes, new Set(['main.main'])), [0, 1]);
  assert.deepEqual(nodesNamed(nodes, new Set(['runtime.a+b', 'main.go:7'])), [1, 2]);
  assert.deepEqual(nodesNamed(nodes, new Set()), []);
});

test('the next match follows the current node, and the first match follows the last one', () => {
  assert.equal(nextMatch([2, 5, 7], 5), 7);
  assert.equal(nextMatch([2, 5, 7], 7), 2);
  assert.equal(nextMatch([2, 5, 7], undefined), 2);
  assert.equal(nextMatch([], 3), undefined);
});
