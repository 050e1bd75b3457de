import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutStacksOf } from '../../../../src/profile/lines/cutStacks';
import { profileOfLines } from '../../../shared/stacks';

const CPU = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
const HEAP = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];

/** A stack of `frames` frames with this outermost function. */
const stack = (outermost: string, frames: number) => [outermost, ...Array<string>(frames - 1).fill('p.f')].join(';');

test('a stack with as many frames as Go records counts as cut, unless it begins at the start of a goroutine', () => {
  const lines = `${stack('p.f', 64)} 3/30\n${stack('testing.(*B).launch', 64)} 5/50\n${stack('p.g', 63)} 7/70`;
  assert.deepEqual(cutStacksOf(profileOfLines(lines, CPU)), { depth: 64, values: [3, 30] });
  assert.equal(cutStacksOf(profileOfLines(stack('testing.(*B).launch', 64) + ' 1/1', CPU)), undefined);
});

test('Go records more frames in profiles other than CPU profiles', () => {
  assert.equal(cutStacksOf(profileOfLines(`${stack('p.f', 64)} 1/1`, HEAP)), undefined);
  assert.deepEqual(cutStacksOf(profileOfLines(`${stack('p.f', 128)} 1/8\nmain.main 1/1`, HEAP)), { depth: 128, values: [1, 8] });
});

test('inlined frames count among the frames of a stack', () => {
  assert.deepEqual(cutStacksOf(profileOfLines(`${stack('p.f', 126)};p.g[inlined];p.h[inlined] 1/8`, HEAP))?.values, [1, 8]);
});
