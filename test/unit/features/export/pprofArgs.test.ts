import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import { hasOtherPercentages, reportFlags } from '../../../../src/features/export/pprofTerminal';

test('pprof gets the flags that it applies to reports, and no flags that Linecost has already applied', () => {
  assert.deepEqual(reportFlags({}), []);
  assert.deepEqual(reportFlags({ granularity: 'lines', mean: true, drop_negative: true, relative_percentages: true }), [
    '-lines', '-mean', '-drop_negative', '-relative_percentages',
  ]);
  assert.deepEqual(reportFlags({ focus: 'main', hide: 'x', divide_by: 3, noinlines: true, tagroot: 'k', mean: false }), []);
});

test('percentages differ from pprof’s if samples are left out, unless they are relative to the remaining samples', () => {
  const labels = [{ key: 'user', texts: ['ann'], ranges: [] }];
  for (const narrowing of [{ focus: 'main' }, { labels }]) {
    assert.equal(hasOtherPercentages(narrowing), true);
    assert.equal(hasOtherPercentages({ ...narrowing, relative_percentages: true }), false);
  }
  for (const refinement of [{}, { mean: true, noinlines: true }, { focus: '', labels: [] }]) {
    assert.equal(hasOtherPercentages(refinement), false);
  }
});
