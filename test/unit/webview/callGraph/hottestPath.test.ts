import assert from 'node:assert/strict';
import test from 'node:test';
import { hottestPath } from '../../../../webview/callGraph/hottestPath';

const node = (flat: number, cum: number) => ({ name: '', function: '', file: '', line: 0, flat, cum });
const call = (caller: number, callee: number) => ({ caller, callee, weight: 1, residual: false, inlined: false });

test('the path goes from the largest cum down the heaviest calls, and ends at the largest flat', () => {
  const nodes = [node(40, 60), node(0, 100), node(1, 90), node(5, 5)];
  assert.deepEqual(hottestPath({ nodes, calls: [call(1, 2), call(2, 0), call(1, 3), call(0, 3)] }), [1, 2, 0]);
});

test('recursion ends the path, a decrease counts by its size, and an empty graph has no path', () => {
  const nodes = [node(-50, -90), node(10, 30)];
  assert.deepEqual(hottestPath({ nodes, calls: [call(0, 0), call(0, 1), call(1, 0)] }), [0]);
  assert.deepEqual(hottestPath({ nodes: [], calls: [] }), []);
});
