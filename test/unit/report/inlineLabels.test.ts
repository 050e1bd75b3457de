import assert from 'node:assert/strict';
import test from 'node:test';
import { frameNodes, plainNaming } from '../../../src/profile/frameNodes';
import { inlineLabels } from '../../../src/report/inlineLabels';
import { profileOf } from './paperProfile';

interface Limits {
  readonly shown?: readonly string[];
  readonly leastWeight?: number;
}

/** `name label` of each node with a label, by name. */
function labels(stacks: string, { shown, leastWeight = 0 }: Limits = {}): string[] {
  const profile = profileOf(stacks);
  const frames = frameNodes(profile, 'functions', plainNaming(profile));
  const names = frames.nodes.map(({ name }) => name);
  const nodes = shown && new Set(shown.map((name) => names.indexOf(name)));
  const found = inlineLabels(profile, 0, frames, { shown: nodes, leastWeight });
  return [...found].map(([node, label]) => `${names[node]} ${label}`).sort();
}

test('a function that was inlined in every call is marked, one that was in some partially', () => {
  const stacks = `
    1 | always a.go:1 ^ some a.go:2 ^ f a.go:3 < main a.go:4
    1 | some a.go:2 < g a.go:3 < main a.go:4
  `;
  assert.deepEqual(labels(stacks), ['always (inline)', 'some (partial-inline)']);
});

test('a caller counts as not inlining as soon as one of its calls is none', () => {
  assert.deepEqual(labels('1 | a a.go:1 ^ f a.go:3\n1 | a a.go:1 < f a.go:3'), []);
});

test('only the outermost of equal calls in one stack counts', () => {
  assert.deepEqual(labels('1 | a a.go:1 < f a.go:2 < a a.go:1 ^ f a.go:3'), ['a (inline)']);
  assert.deepEqual(labels('1 | a a.go:1 ^ f a.go:2 < a a.go:1 < f a.go:3'), []);
});

test('a function inlined into itself is no call', () => {
  assert.deepEqual(labels('1 | a a.go:1 ^ a a.go:2 < main a.go:3'), []);
});

test('calls of little weight say nothing', () => {
  const stacks = '9 | a a.go:1 ^ f a.go:2\n1 | a a.go:1 < g a.go:2';
  assert.deepEqual(labels(stacks, { leastWeight: 1 }), ['a (partial-inline)']);
  assert.deepEqual(labels(stacks, { leastWeight: 2 }), ['a (inline)']);
});

test('a call through a function that is not shown is one by the next that is', () => {
  const stacks = '1 | a a.go:1 ^ hidden a.go:2 < f a.go:3';
  assert.deepEqual(labels(stacks, { shown: ['a', 'f'] }), ['a (inline)']);
  assert.deepEqual(labels('1 | hidden a.go:1 ^ f a.go:2', { shown: ['f'] }), []);
});

test('samples without a value do not count', () => {
  assert.deepEqual(labels('0 | a a.go:1 < f a.go:2\n1 | a a.go:1 ^ f a.go:2'), ['a (inline)']);
});
