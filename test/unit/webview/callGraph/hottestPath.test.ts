import assert from 'node:assert/strict';
import test from 'node:test';
import { hottestPath } from '../../../../webview/callGraph/findNodes';

const node = (flat: number, cum: number) => ({ name: '', function: '', file: '', line: 0, flat, cum });
const call = (caller: number, callee: number, weight: number) => {
  return { caller, callee, weight, residual: false, inlined: false };
};

test('the path goes from the largest cum down the heaviest calls, and ends at the largest flat', () => {
  const nodes = [node(40, 60), node(0, 100), node(1, 90), node(5, 35)];
  const calls = [call(1, 2, 90), call(2, 0, 60), call(0, 3, 30), call(1, 3, 5)];
  assert.deepEqual(hottestPath({ nodes, calls }), [1, 2, 0]);
});

test('the path ends before a call with less than a quarter of the cost, whatever the flat behind it', () => {
  const nodes = [node(0, 100), node(0, 30), node(60, 60)];
  assert.deepEqual(hottestPath({ nodes, calls: [call(0, 1, 30), call(1, 2, 20)] }), [0, 1]);
});

test('of the flat of a function that others call too, only the cost of the call on the path counts', () => {
  const nodes = [node(0, 100), node(45, 80), node(70, 70)];
  assert.deepEqual(hottestPath({ nodes, calls: [call(0, 1, 80), call(1, 2, 35)] }), [0, 1]);
});

test('recursion ends the path, a decrease counts by its size, and an empty graph has no path', () => {
  const nodes = [node(-50, -90), node(10, 30)];
  assert.deepEqual(hottestPath({ nodes, calls: [call(0, 0, -90), call(0, 1, -40), call(1, 0, -30)] }), [0]);
  assert.deepEqual(hottestPath({ nodes: [], calls: [] }), []);
});
