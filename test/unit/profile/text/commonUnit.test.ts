import assert from 'node:assert/strict';
import test from 'node:test';
import { panelLabel, reportUnit } from '../../../../src/profile/text/commonUnit';
import { label } from '../../../../src/profile/text/measurement';

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

test('the panel shows all values in the unit that fits the total', () => {
  const MB = 2 ** 20;
  const memory = (value: number) => panelLabel(value, 'bytes', 48.5 * MB);
  assert.deepEqual(
    [48.5 * MB, 44.5 * MB, 512 * 1024, 1536, 16, 0, -2 * MB].map(memory),
    ['48.50MB', '44.50MB', '0.50MB', '0.0015MB', '1.5e-05MB', '0', '-2MB'],
  );
  assert.equal(panelLabel(60e6, 'nanoseconds', 890e6), '60ms');
  assert.equal(panelLabel(60e6, 'nanoseconds', 16.9e9), '0.06s');
  assert.equal(panelLabel(10e6, 'nanoseconds', 1e9), '0.01s');
  assert.equal(panelLabel(9e6, 'nanoseconds', 1e9), '0.009s');
  assert.equal(panelLabel(12345, 'count', 99999), '12345');
});

test('the panel shows hours as seconds, and if the total is 0, each value in a fitting unit', () => {
  assert.equal(panelLabel(5400e9, 'nanoseconds', 7200e9), '5400s');
  assert.equal(panelLabel(5e6, 'nanoseconds', 0), '5ms');
  assert.equal(panelLabel(0, 'nanoseconds', 0), '0');
  assert.equal(panelLabel(-5e6, 'nanoseconds', -890e6), '-5ms');
});

test('the panel shows values per operation in the unit that go test prints', () => {
  assert.equal(panelLabel(1465, 'nanoseconds/op', 3), label(1465, 'nanoseconds/op'));
});
