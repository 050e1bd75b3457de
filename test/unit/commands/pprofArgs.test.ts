import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasOtherPercentages, reportFlags } from '../../../src/commands/pprofArgs';

test('pprof is told what it applies when it reports, and nothing that the written profile has been through', () => {
  assert.deepEqual(reportFlags({}), []);
  assert.deepEqual(reportFlags({ granularity: 'lines', mean: true, drop_negative: true, relative_percentages: true }), [
    '-lines', '-mean', '-drop_negative', '-relative_percentages',
  ]);
  assert.deepEqual(reportFlags({ focus: 'main', hide: 'x', divide_by: 3, noinlines: true, tagroot: 'k', mean: false }), []);
});

test('percentages differ where samples are left out and percentages are not of what is left', () => {
  const labels = [{ key: 'user', texts: ['ann'], ranges: [] }];
  for (const narrowing of [{ focus: 'main' }, { labels }]) {
    assert.equal(hasOtherPercentages(narrowing), true);
    assert.equal(hasOtherPercentages({ ...narrowing, relative_percentages: true }), false);
  }
  for (const whole of [{}, { mean: true, noinlines: true }, { focus: '', labels: [] }]) {
    assert.equal(hasOtherPercentages(whole), false);
  }
});
