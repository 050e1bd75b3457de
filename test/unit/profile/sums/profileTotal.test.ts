import assert from 'node:assert/strict';
import test from 'node:test';
import { profileTotal } from '../../../../src/profile/sums/profileTotal';
import { profileOf } from '../../../shared/profileFromText';

test('the total is the sum of absolute values', () => {
  assert.equal(profileTotal(profileOf('5 | a a.go:1\n-3 | a a.go:1'), 0), 8);
});

test('the total of a difference is that of its base', () => {
  const profile = profileOf(`
    9  | a a.go:1 {pprof::base=false}
    -4 | a a.go:1 {other=true pprof::base=true}
    7  | a a.go:1 {pprof::other=true}
  `);
  assert.equal(profileTotal(profile, 0), 4);
});

test('the total is that of all samples if the base has only zeros', () => {
  assert.equal(profileTotal(profileOf('9 | a a.go:1\n0 | a a.go:1 {pprof::base=true}'), 0), 9);
});
