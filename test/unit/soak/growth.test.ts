import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growth, type Sample, tableOf } from '../../soak/samples';

function samples(count: number, more: (i: number) => Partial<Sample> = () => ({})): Sample[] {
  const typical = { residentMb: 150, heapMb: 10, handles: 40, files: 30, processes: 3 };
  return Array.from({ length: count }, (_, i) => ({ ...typical, round: i + 1, ...more(i) }));
}

test('a figure that only fluctuates, or stops rising after the first third, has not grown', () => {
  assert.deepEqual(growth(samples(18)), []);
  assert.deepEqual(growth(samples(18, (i) => ({ residentMb: 150 + (i % 5) * 4, files: Math.min(i, 5) }))), []);
  assert.deepEqual(growth(samples(18, (i) => ({ handles: i === 16 ? 60 : 40 }))), []);
});

test('a figure that keeps rising has grown', () => {
  const rising = (i: number) => ({ residentMb: 150 + 8 * i, handles: 40 + i, files: 30 + i, processes: 3 + i });
  const grown = growth(samples(30, rising));
  assert.deepEqual(grown.map((text) => text.split(' ')[0]), ['residentMb', 'handles', 'files', 'processes']);
  assert.deepEqual(growth(samples(30, (i) => ({ heapMb: 10 + 4 * i }))), ['heapMb has grown from 70 to 110.']);
});

test('the table has up to 12 rounds, including the first and the last', () => {
  const rows = tableOf(samples(100)).split('\n');
  assert.equal(rows.length, 13);
  assert.match(rows[1]!, /^ +1 /);
  assert.match(rows.at(-1)!, /^ +100 /);
});
