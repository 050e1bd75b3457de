import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GraphNode } from '../../../../src/profile/answers/graph';
import { nextMatch, nodesMatching } from '../../../../webview/callGraph/findNodes';

test('a search ignores case, takes its text literally, and finds nothing if the text is empty', () => {
  const nodes = ['main.main', 'json.(*Decoder).Decode', 'runtime.a+b'].map((name) => ({ name }) as GraphNode);
  assert.deepEqual(nodesMatching(nodes, 'DECODE'), [1]);
  assert.deepEqual(nodesMatching(nodes, 'a+b'), [2]);
  assert.deepEqual(nodesMatching(nodes, ''), []);
});

test('the next match follows the current node, and the first match follows the last one', () => {
  assert.equal(nextMatch([2, 5, 7], 5), 7);
  assert.equal(nextMatch([2, 5, 7], 7), 2);
  assert.equal(nextMatch([2, 5, 7], undefined), 2);
  assert.equal(nextMatch([], 3), undefined);
});
