import assert from 'node:assert/strict';
import test from 'node:test';
import type { FlameRequest } from '../../../../src/pages/protocol/profilePage';
import type { Refinement } from '../../../../src/pages/protocol/refineState';
import { readFrames } from '../../../../webview/flame/flameFrames';
import { svgRemarks } from '../../../../webview/flame/flameSvg';
import { wrapText } from '../../../../webview/svg/svgText';
import { answer, drawnProfile } from '../../../e2e/page/fakeProfile';
import type { ProfileState } from '../../../../webview/profileState';

const VIEW: FlameRequest = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 2000, search: '' };
const PROFILE: ProfileState = {
  id: 3,
  captured: 3,
  capture: 'capture 1',
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
  return svgRemarks({ frames, view: VIEW, profile: PROFILE, refinement });
}

test('the remarks name the refinement in the words of the chips', () => {
  const labels = [{ key: 'user', texts: ['ann', 'bob'], ranges: [] }];
  assert.deepEqual(remarksOf({ focus: '^main', noinlines: true, labels }), [
    'cpu (nanoseconds)', 'total 100\u202fns', '9 samples', 'refined by focus: ^main, noinlines, user: ann, bob',
  ]);
  assert.equal(remarksOf({}).length, 3);
});

test('long remarks wrap', () => {
  assert.deepEqual(wrapText('cpu · total 5ns', 40), ['cpu · total 5ns']);
  assert.deepEqual(wrapText('cpu · total 5ns', 7), ['cpu ·', 'total', '5ns']);
  assert.deepEqual(wrapText('focus: (alpha|beta) end', 8), ['focus:', '(alpha|b', 'eta) end']);
  assert.deepEqual(wrapText('', 8), []);
});
