import assert from 'node:assert/strict';
import test from 'node:test';
import { functionSource, type FunctionToFind } from '../../../../src/profile/lines/functionSource';
import { lineCosts } from '../../../shared/inOneStep';
import { profileOf } from '../../../shared/profileFromText';

function sourceOf(stacks: string, query: FunctionToFind): string | undefined {
  const profile = profileOf(stacks);
  const source = functionSource(profile, lineCosts(profile, 0), query);
  return source && `${source.function} ${source.file}:${source.line}`;
}

const STACKS = `
  3 | leaf l.go:1 < f a.go:10 < main m.go:1
  5 | leaf l.go:1 < f a.go:12 < main m.go:2
  9 | g a.go:30 < main m.go:3
`;

test("a function is found at its line with the largest cum", () => {
  assert.equal(sourceOf(STACKS, { function: 'f' }), 'f a.go:12');
  assert.equal(sourceOf(STACKS, { function: 'main', file: 'm.go' }), 'main m.go:3');
  assert.equal(sourceOf('-7 | f a.go:2\n5 | f a.go:1', { function: 'f' }), 'f a.go:2');
  assert.equal(sourceOf('5 | f a.go:4\n5 | f a.go:2', { function: 'f' }), 'f a.go:2');
});

test('a function in several files is found in the requested file', () => {
  const stacks = '3 | f a.go:1\n5 | f b.go:2';
  assert.equal(sourceOf(stacks, { function: 'f' }), 'f b.go:2');
  assert.equal(sourceOf(stacks, { function: 'f', file: 'a.go' }), 'f a.go:1');
});

test('without a function name, a file is found at its line with the largest cum', () => {
  assert.equal(sourceOf(STACKS, { function: '', file: 'a.go' }), ' a.go:30');
});

test('an unknown function is not found, and a function without a known line has line 0', () => {
  assert.equal(sourceOf(STACKS, { function: 'none' }), undefined);
  assert.equal(sourceOf(STACKS, { function: 'f', file: 'elsewhere.go' }), undefined);
  assert.equal(sourceOf('3 | f _:0', { function: 'f' }), undefined);
  assert.equal(sourceOf('3 | f a.go', { function: 'f' }), 'f a.go:0');
});
