import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earlierFigures } from '../../../../src/features/compare/earlierFigures';
import { parseBenchmarks } from '../../../shared/inOneStep';

type Results = Parameters<typeof earlierFigures>[0][number];

function record(capturedAt: number, text: string, more: object = {}): Results {
  return { capturedAt, results: parseBenchmarks(text).results, ...more } as Results;
}

const { signal } = new AbortController();
const OF = { names: ['Join/n=1-8', 'Sum-8'], pkg: 'example.com/a', unit: 'sec/op', ignoresProcs: false };
const line = (name: string, nanos: number) => `Benchmark${name} \t100\t${nanos} ns/op\t8 B/op\n`;

test('the medians of each row are in the order of time, in the unit of the table', async () => {
  const records = [
    record(2, line('Join/n=1-8', 300)),
    record(1, line('Join/n=1-8', 100) + line('Join/n=1-8', 200) + line('Join/n=1-8', 400) + line('Sum-8', 5)),
  ];
  const [join, sum] = await earlierFigures(records, OF, signal);
  assert.deepEqual(join!.map((seconds) => Math.round(seconds * 1e9)), [200, 300]);
  assert.equal(sum!.length, 1);
  assert.deepEqual(await earlierFigures(records, { ...OF, unit: 'B/op', names: ['Join/n=1-8'] }, signal), [[8, 8]]);
});

test('captures of other code or of another package are left out, and so is the suffix if the rows have none', async () => {
  const records = [
    record(1, line('Sum-8', 5), { revision: { commit: 'abc', name: 'abc' } }),
    record(2, `pkg: example.com/b\n${line('Sum-8', 6)}`),
    record(3, `pkg: example.com/a\n${line('Sum-4', 7)}`),
  ];
  assert.deepEqual(await earlierFigures(records, OF, signal), [[], []]);
  const [sum] = await earlierFigures(records, { ...OF, names: ['Sum'], ignoresProcs: true }, signal);
  assert.equal(sum!.length, 1);
});

test('a line has the last twenty captures', async () => {
  const records = Array.from({ length: 30 }, (_, i) => record(i, line('Sum-8', i + 1)));
  const [, sum] = await earlierFigures(records, OF, signal);
  assert.deepEqual([sum!.length, Math.round(sum![0]! * 1e9)], [20, 11]);
});

test('figures that a newer question replaced are not computed', async () => {
  await assert.rejects(earlierFigures([record(1, line('Sum-8', 5))], OF, AbortSignal.abort()), { name: 'AbortError' });
});
