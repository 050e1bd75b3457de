import assert from 'node:assert/strict';
import test from 'node:test';
import { withoutDroppedFrames } from '../../../../src/profile/refine/profileDropFrames';
import type { Profile } from '../../../../src/profile/model';
import { profileOf } from '../../../shared/profileFromText';

/** The function names in each sample's stack, leaf first. */
function stacks(profile: Profile): string[] {
  const { stacks: { offsets, locations }, locations: { lineOffsets }, lines, functions, strings } = profile;
  const namesAt = (location: number): string[] =>
    Array.from(lines.function.subarray(lineOffsets[location], lineOffsets[location + 1]), (index) =>
      strings.get(functions.name[index]!),
    );
  return Array.from({ length: profile.sampleCount }, (_, sample) =>
    [...locations.subarray(offsets[sample], offsets[sample + 1])].flatMap(namesAt).join(' '),
  );
}

const stacksAfter = (text: string, dropFrames: string, keepFrames?: string): string[] =>
  stacks(withoutDroppedFrames(profileOf(text, { dropFrames, keepFrames })));

test('a dropped frame is removed with all its callees', () => {
  assert.deepEqual(stacksAfter('1 | deep a.go:1 < malloc a.go:2 < f a.go:3 < main a.go:4', 'malloc'), ['f main']);
});

test('dropping an inlined frame keeps the function that it is inlined into', () => {
  assert.deepEqual(stacksAfter('1 | leaf a.go:1 < in a.go:2 ^ malloc a.go:2 ^ f a.go:3 < main a.go:4', 'malloc'), ['f main']);
});

test('dropped frames at the root of a stack stay', () => {
  assert.deepEqual(stacksAfter('1 | leaf a.go:1 < f a.go:2 < malloc a.go:3', 'malloc'), ['leaf f malloc']);
  assert.deepEqual(stacksAfter('1 | malloc a.go:1', '.*'), ['malloc']);
});

test('keep_frames overrides drop_frames, and both must match the whole name', () => {
  assert.deepEqual(stacksAfter('1 | mallocgc a.go:1 < malloc a.go:2 < f a.go:3', 'malloc.*', 'malloc'), ['malloc f']);
  assert.deepEqual(stacksAfter('1 | mallocgc a.go:1 < f a.go:3', 'malloc'), ['mallocgc f']);
});

test('parameters are not part of the name', () => {
  assert.deepEqual(stacksAfter('1 | .new(int) a.go:1 < f a.go:2', 'new'), ['f']);
  assert.deepEqual(stacksAfter('1 | operator()(int) a.go:1 < f a.go:2', 'operator\\(\\)'), ['f']);
});

test('an invalid pattern drops nothing, and a profile without a pattern is returned unchanged', () => {
  assert.deepEqual(stacksAfter('1 | a a.go:1 < f a.go:2', 'a('), ['a f']);
  const profile = profileOf('1 | a a.go:1');
  assert.equal(withoutDroppedFrames(profile), profile);
});
