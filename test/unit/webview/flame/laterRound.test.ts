import assert from 'node:assert/strict';
import test from 'node:test';
import { nameOf } from '../../../../webview/flame/flameFrames';
import { isLaterRound, rowOnPath } from '../../../../webview/flame/laterRound';
import type { ProfileState } from '../../../../webview/profileState';
import { answer, drawnProfile } from '../../../e2e/page/fakeProfile';

const VIEW = { root: 0, restFrom: 0, width: 100, minWidth: 1, maxFrames: 2000, search: '' };

test('the row on a path is found in a profile with other frames; without it, the one nearest to it', () => {
  const window = answer(drawnProfile('all 0\n  other 20\n    work 9\n  main 10\n    work 30\n      parse 40'), 0, VIEW);
  const found = (names: readonly string[]) => {
    const row = rowOnPath(window, names);
    return [nameOf(window, row), nameOf(window, window.parent[row])];
  };
  assert.deepEqual(found(['all', 'main', 'work']), ['work', 'main']);
  assert.deepEqual(found(['all', 'main', 'work', 'tiny', 'parse']), ['work', 'main']);
  assert.deepEqual(found(['module', 'main']), ['all', 'all']);
});

test('a later round has another id, but the same capture, kind, sample type and comparison', () => {
  const sampleTypes = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
  const profile: ProfileState = {
    id: 3, captured: 3, capture: 'a', title: 'BenchmarkJoin', sampleTypes, sampleType: 1, totals: [12, 4096],
    samples: '12 samples', durationNanos: 0, siblings: [{ id: 3, label: 'cpu', sampleTypes }],
  };
  const siblings = [{ id: 4, label: 'cpu', sampleTypes }];
  const later = { ...profile, id: 4, captured: 4, totals: [24, 9000], samples: '24 samples', siblings };
  assert.equal(isLaterRound(later, profile), true);
  const others = [{ ...later, id: 3 }, { ...later, capture: 'b' }, { ...later, sampleType: 0 }, { ...later, captured: 9 }];
  for (const other of [...others, undefined]) assert.equal(isLaterRound(profile, other), false);
});
