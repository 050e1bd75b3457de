import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

withVscode(fakeVscode('/w').module);

/** A capture of a benchmark at a time, in a suite with a name and a start. */
function record(name: string, capturedAt: number, suite?: readonly [string, number], more: object = {}): CaptureRecord {
  const ofSuite = suite && { suite: { name: suite[0], startedAt: suite[1] } };
  const target = { file: '/w/a_test.go', name };
  return { id: `${name} ${capturedAt}`, title: name, capturedAt, target, results: [{}], ...ofSuite, ...more } as unknown as CaptureRecord;
}

async function previous(all: readonly CaptureRecord[], startedAt: number): Promise<string[]> {
  const { withPrevious } = await import('../../../../src/features/suite/previousCaptures');
  return withPrevious(all, startedAt).map(({ id }) => id);
}

const NOW = [record('A', 51, ['a', 50]), record('B', 52, ['a', 50])];

test('a suite is compared with the last suite of its name, also if one of its benchmarks was measured since', async () => {
  const earlier = [record('A', 11, ['a', 10]), record('B', 12, ['a', 10]), record('C', 13, ['a', 10])];
  const oldest = [record('A', 1, ['a', 0]), record('A', 40)];
  assert.deepEqual(await previous([...oldest, ...earlier, ...NOW], 50), ['B 12', 'A 11', 'A 51', 'B 52']);
});

test('without an earlier suite of its name, it is compared with the last capture of each benchmark', async () => {
  const single = [record('A', 20), record('A', 30), record('B', 25)];
  assert.deepEqual(await previous([...single, ...NOW], 50), ['A 30', 'B 25', 'A 51', 'B 52']);
});

test('captures of other code or of other benchmarks are no previous ones, nor are later ones', async () => {
  const others = [
    record('C', 20), record('A', 60), record('A', 20, undefined, { revision: { commit: 'abc', name: 'abc' } }),
    record('A', 21, undefined, { results: [] }),
  ];
  assert.deepEqual(await previous([...others, ...NOW], 50), []);
  assert.deepEqual(await previous([], 50), []);
});
