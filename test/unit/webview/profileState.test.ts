import assert from 'node:assert/strict';
import test from 'node:test';
import { isLaterRound, type ProfileState } from '../../../webview/profileState';

const sampleTypes = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
const perOperation = [sampleTypes[0]!, { type: 'cpu', unit: 'nanoseconds/op' }];
const round: ProfileState = {
  id: 3, captured: 3, capture: 'a', title: 'BenchmarkJoin', sampleTypes, sampleType: 1, totals: [12, 4096],
  samples: '12 samples', durationNanos: 0, siblings: [{ id: 3, label: 'cpu', sampleTypes }],
};
const siblings = [{ id: 4, label: 'cpu', sampleTypes }];
const later: ProfileState = { ...round, id: 4, captured: 4, totals: [24, 9000], samples: '24 samples', siblings };

test('a later round is another captured profile of the same capture, kind and sample type', () => {
  assert.equal(isLaterRound(later, round), true);
  assert.equal(isLaterRound(later, { ...round, sampleTypes: perOperation }), true, 'before the costs per operation are known');
  const others = [{ ...later, capture: 'b' }, { ...later, sampleType: 0 }, { ...later, captured: 9 }];
  for (const other of others) assert.equal(isLaterRound(other, round), false);
});

test('a refinement or a comparison of the same profile is no later round', () => {
  assert.equal(isLaterRound({ ...round, id: 9 }, round), false);
  const comparison = { head: '', now: 'now', before: 'before', unit: 'count', remarks: [], normalize: false };
  assert.equal(isLaterRound({ ...later, comparison }, round), false);
});
