import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRM_CHANGE, MOVED, NOISE } from '../../../../src/profile/answers/changes';
import { moveText, noiseText, judgementSign, judgementText } from '../../../../src/profile/text/judgementWords';

test('the text of a moved cost names the function that gained or lost as much', () => {
  const move = { how: 'other', function: 'example.com/p.scan' } as const;
  assert.equal(moveText(move, -5), 'moved: p.scan gained as much');
  assert.equal(moveText(move, 5), 'moved: p.scan lost as much');
  assert.equal(moveText({ ...move, how: 'elsewhere' }, -5), 'moved: p.scan costs that much more elsewhere');
  assert.equal(moveText({ ...move, how: 'elsewhere' }, 5), 'moved: p.scan costs that much less elsewhere');
  assert.equal(moveText({ ...move, how: 'below' }, 5), 'moved: other code below p.scan lost as much');
});

test('the text of noise has the numbers of samples in both profiles, if they are known', () => {
  assert.equal(noiseText(15.2, 12), 'within the noise: 15 samples, baseline 12');
  assert.equal(noiseText(1, 0), 'within the noise: 1 sample, baseline 0');
  for (const [now, before] of [[Infinity, 0], [0, Infinity], [0, 0]] as const) {
    assert.equal(noiseText(now, before), 'too rare or too small to be a change of every operation');
  }
});

test('a change that is noise or moved has a judgement text and a sign, and a firm change has neither', () => {
  const judgements = {
    judgement: Uint8Array.of(NOISE, FIRM_CHANGE, MOVED),
    move: Uint32Array.of(0, 0, 1),
    moves: [{ how: 'other', function: 'f' }] as const,
  };
  assert.deepEqual([0, 1, 2].map((row) => judgementText(judgements, row, 1)), ['within the noise', '', 'moved: f lost as much']);
  assert.deepEqual([0, 1, 2].map((row) => judgementSign(judgements, row)), ['~', '', '↔']);
  assert.equal(judgementText(judgements, 0, 0), '');
});
