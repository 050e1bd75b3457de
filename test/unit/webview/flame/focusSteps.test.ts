import assert from 'node:assert/strict';
import test from 'node:test';
import { type Frames, nameOf, readFrames } from '../../../../webview/flame/flameFrames';
import { type Step, stepFrom } from '../../../../webview/flame/flameKeys';
import { answer, drawnProfile } from '../../../e2e/page/fakeProfile';

const PICTURE = `
all 0
  left 10
    leftest 5
    under 40
  right 20
    json 15`;

function framesOf(search = '', around?: string): Frames {
  const direction = around === undefined ? {} : { from: around, callers: true };
  const view = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 2000, search, ...direction };
  return readFrames(answer(drawnProfile(PICTURE), 0, view), view.width);
}

/** The names of the first frame and of the frame after each step. */
function walk(from: string, steps: readonly Step[], frames = framesOf()): string {
  const rows = frames.levels.flat();
  let row = rows.find((candidate) => nameOf(frames.window, candidate) === from) as number;
  const names = [from];
  for (const step of steps) {
    row = stepFrom(frames, row, step);
    names.push(nameOf(frames.window, row));
  }
  return names.join(' ');
}

test('down goes to the heaviest callee, and up goes back to the caller', () => {
  assert.equal(walk('all', ['down', 'down', 'up']), 'all left under left');
});

test('left and right move along the level, across callers', () => {
  assert.equal(walk('under', ['right', 'right', 'left']), 'under leftest json leftest');
});

test('a step without a target stays at the frame', () => {
  assert.equal(walk('all', ['up', 'left', 'right']), 'all all all all');
  assert.equal(walk('json', ['down', 'right']), 'json json json');
});

test('the next match after the last is the first', () => {
  const frames = framesOf('left|json');
  assert.equal(walk('all', ['nextMatch', 'nextMatch', 'nextMatch', 'nextMatch'], frames), 'all left leftest json left');
  assert.equal(walk('all', ['previousMatch', 'previousMatch'], frames), 'all json leftest');
});

test('without matches, the focus stays at the frame', () => {
  assert.equal(walk('right', ['nextMatch']), 'right right');
});

test('in the sandwich view, up goes to the heaviest callers, and down goes back and on to the callees', () => {
  const frames = framesOf('', 'under');
  assert.equal(walk('under', ['up', 'up', 'up', 'down', 'down', 'down'], frames), 'under left left left under under under');
  const both = readFrames(answer(drawnProfile('all 0\n  a 0\n    f 3\n      x 1\n  b 0\n    f 5'), 0, {
    root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 2000, search: '', from: 'f', callers: true,
  }), 1000);
  assert.equal(walk('f', ['up', 'right', 'down', 'down', 'up', 'up'], both), 'f b a f x f b');
});
