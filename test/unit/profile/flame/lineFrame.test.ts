import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../../src/profile/common/guard';
import type { StackView } from '../../../../src/profile/answers/flame';
import { callShapeInSteps } from '../../../../src/profile/flame/callShape';
import { type CallTree, callTreeInSteps, frameName } from '../../../../src/profile/flame/callTree';
import { lineFrame } from '../../../../src/profile/flame/lineFrame';
import { profileOfLines } from '../../../shared/stacks';

/** The path to the frame of a line of a.go, such as `main;f`; undefined if there is none. */
function frameOf(stacks: string, line: number, view: StackView = {}, file = 'a.go'): string | undefined {
  const profile = profileOfLines(stacks);
  const shape = finish(callShapeInSteps(profile, 0, view));
  const tree = finish(callTreeInSteps(profile, 0, shape));
  const found = lineFrame(profile, 0, { shape, tree }, { file, line });
  if (!found) return undefined;
  assert.equal(found.function, frameName(tree, found.frame));
  return pathTo(tree, found.frame);
}

function pathTo(tree: CallTree, frame: number): string {
  const above = frame === 0 ? '' : pathTo(tree, tree.parent[frame]!);
  return above === '' || above === 'all' ? frameName(tree, frame) : `${above};${frameName(tree, frame)}`;
}

test('the frame of a line is the one with most of its cost, not the largest one of its function', () => {
  const stacks = 'main;f@a.go:2 3\n main;g;f@a.go:2 4\n main;h;f@a.go:9 90';
  assert.equal(frameOf(stacks, 2), 'main;g;f');
  assert.equal(frameOf(stacks, 9), 'main;h;f');
  assert.equal(frameOf(stacks, 3), undefined);
  assert.equal(frameOf(stacks, 2, {}, 'b.go'), undefined);
});

test('calls from several places of a line are added up, and a decrease counts like an increase', () => {
  assert.equal(frameOf('main;f@a.go:2;x 3\n main;f@a.go:2;y 3\n main;g;f@a.go:2 4', 2), 'main;f');
  assert.equal(frameOf('main;f@a.go:2 3\n main;g;f@a.go:2 -4', 2), 'main;g;f');
});

test('the line of an inlined function has its frame, and its caller has another', () => {
  const stacks = 'main@a.go:5;f@a.go:2[inlined];g@a.go:7[inlined] 3';
  assert.deepEqual([5, 2, 7].map((line) => frameOf(stacks, line)), ['main', 'main;f', 'main;f;g']);
});

test('under recursion, the outermost of the calls with the same cost is found; collapsed, a sample counts once', () => {
  const recursive = 'main;f@a.go:2;f@a.go:2;f@a.go:3 4\n main;g;f@a.go:2 5';
  assert.equal(frameOf('main;f@a.go:2;f@a.go:2;f@a.go:3 4', 2), 'main;f');
  assert.equal(frameOf(recursive, 2), 'main;g;f');
  assert.equal(frameOf(recursive, 2, { collapseRecursion: true }), 'main;g;f');
  assert.equal(frameOf(recursive, 3, { collapseRecursion: true }), 'main;f');
});

test('frames outside of the stacks that are shown are not found', () => {
  const stacks = 'main@a.go:1;f@a.go:2;g@a.go:3 5';
  assert.equal(frameOf(stacks, 1, { from: 'f' }), undefined);
  assert.equal(frameOf(stacks, 2, { from: 'f' }), 'f', 'the root is a frame if it is a function');
  assert.equal(frameOf(stacks, 3, { from: 'f' }), 'f;g');
  const testing = 'testing.tRunner@a.go:1;m.TestX@b.go:2;m.f@b.go:3 5';
  assert.equal(frameOf(testing, 1, { hideTestingFrames: true }), undefined);
  assert.equal(frameOf(testing, 3, { hideTestingFrames: true }, 'b.go'), 'm.TestX;m.f');
});
