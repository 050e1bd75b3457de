import assert from 'node:assert/strict';
import test from 'node:test';
import { type CallStep, Neighbors } from '../../../../webview/callGraph/findNodes';

/**
 *        main
 *      /   |   \
 *   left  mid  right
 *      \  /
 *      leaf
 */
const NAMES = ['main', 'left', 'mid', 'right', 'leaf'];
const X = [50, 10, 50, 90, 30];
const call = (caller: string, callee: string, weight: number) => ({
  caller: NAMES.indexOf(caller),
  callee: NAMES.indexOf(callee),
  weight,
  residual: false,
  inlined: false,
});
const neighbors = new Neighbors([
  call('main', 'main', 100),
  call('main', 'right', 50),
  call('main', 'mid', 30),
  call('mid', 'leaf', 25),
  call('main', 'left', 20),
  call('left', 'leaf', 5),
]);

function walk(from: string, ...steps: readonly CallStep[]): string {
  const end = steps.reduce((node, step) => neighbors.step(node, step, (neighbor) => X[neighbor]!), NAMES.indexOf(from));
  return NAMES[end]!;
}

test('up goes to the heaviest caller, and down to the heaviest callee', () => {
  assert.equal(walk('leaf', 'caller'), 'mid');
  assert.equal(walk('main', 'callee'), 'right');
});

test('left and right go to nodes that share a caller or a callee', () => {
  assert.equal(walk('left', 'right'), 'mid');
  assert.equal(walk('left', 'right', 'right'), 'right');
  assert.equal(walk('right', 'left', 'left'), 'left');
});

test('a step without a target stays at the node', () => {
  assert.equal(walk('main', 'caller'), 'main');
  assert.equal(walk('right', 'callee'), 'right');
  assert.equal(walk('left', 'left'), 'left');
  assert.equal(walk('leaf', 'right'), 'leaf');
});

test('direct recursion is ignored', () => {
  assert.deepEqual(neighbors.callersOf(0), []);
  assert.deepEqual(neighbors.siblingsOf(0), []);
});
