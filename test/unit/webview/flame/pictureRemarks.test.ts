import assert from 'node:assert/strict';
import test from 'node:test';
import type { AskedView } from '../../../../src/protocol/questions';
import type { Refinement } from '../../../../src/protocol/refineState';
import { readFrames } from '../../../../webview/flame/flameFrames';
import { pictureRemarks } from '../../../../webview/flame/pictureRemarks';
import { wrapped } from '../../../../webview/svg/wrapped';
import type { ProfileState } from '../../../../webview/viewState';
import { answer, drawnProfile } from '../../../e2e/page/fakeProfile';

const VIEW: AskedView = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 2000, search: '' };
const PROFILE: ProfileState = {
  id: 3,
  captured: 3,
  run: 'run 1',
  title: 'BenchmarkCart',
  sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }],
  sampleType: 0,
  totals: [100],
  samples: '9 samples',
  durationNanos: 0,
  siblings: [],
};

function remarksOf(refinement: Refinement): string[] {
  const frames = readFrames(answer(drawnProfile('all 0\n  main.main 100 /src/main.go:3'), 1, VIEW), VIEW.width);
  return pictureRemarks({ frames, view: VIEW, profile: PROFILE, refinement });
}

test('a picture says what it is refined by, in the words of the chips', () => {
  const labels = [{ key: 'user', texts: ['ann', 'bob'], ranges: [] }];
  assert.deepEqual(remarksOf({ focus: '^main', noinlines: true, labels }), [
    'cpu (nanoseconds)', 'total 100ns', '9 samples', 'refined by focus: ^main, noinlines, user: ann, bob',
  ]);
  assert.equal(remarksOf({}).length, 3);
});

test('remarks that are longer than the picture is wide go on below', () => {
  assert.deepEqual(wrapped('cpu · total 5ns', 40), ['cpu · total 5ns']);
  assert.deepEqual(wrapped('cpu · total 5ns', 7), ['cpu ·', 'total', '5ns']);
  assert.deepEqual(wrapped('focus: (alpha|beta) end', 8), ['focus:', '(alpha|b', 'eta) end']);
  assert.deepEqual(wrapped('', 8), []);
});
