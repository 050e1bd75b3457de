import assert from 'node:assert/strict';
import test from 'node:test';
import { reportUnit } from '../../../../src/profile/text/reportUnit';

test("a report's unit fits its smallest row, or 100 times its smallest row if the total is larger still", () => {
  const rows = (...values: number[]) => values.map((flat) => ({ flat, cum: 2 * flat }));
  assert.equal(reportUnit(rows(2e6, 5e6), 9e6, 'nanoseconds'), 'ms');
  assert.equal(reportUnit(rows(2e7, 5e9), 9e9, 'nanoseconds'), 's');
  assert.equal(reportUnit(rows(1e4, 5e9), 9e9, 'nanoseconds'), 'ms');
  assert.equal(reportUnit(rows(1e4), 1e6, 'nanoseconds'), 'us');
  assert.equal(reportUnit([{ flat: 0, cum: 3e3 }], 4e3, 'nanoseconds'), 'us');
  assert.equal(reportUnit(rows(-2048, 0), 4096, 'bytes'), 'kB');
});

test("a report's unit stays the same for counts, fits the total if all rows are 0, and is minimum without rows", () => {
  assert.equal(reportUnit([{ flat: 5, cum: 5 }], 5, 'count'), 'count');
  assert.equal(reportUnit([], 5, 'bytes'), 'minimum');
  assert.equal(reportUnit([{ flat: 0, cum: 0 }], 4096, 'bytes'), 'kB');
});
