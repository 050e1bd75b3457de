import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../shared/someVscode';
import { captureFigure } from '../../../../src/views/profiles/profilesRows';
import { record } from '../../../shared/captureRecords';

test('the figure of a capture is its result, the number of its results, or the total of its profile', () => {
  assert.equal(captureFigure(record({ output: 'BenchmarkA-8 \t 10\t 1.47\u202fµs/op\t 3 B/op' })), '1.47\u202fµs/op');
  assert.equal(captureFigure(record({ output: 'BenchmarkA/x-8 \t 10\t 3 ns/op\nBenchmarkA/y-8 \t 10\t 4 ns/op' })), '2 results');
  const sampleTypes = [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' }];
  const total = { ...sampleTypes[1]!, value: 1.2e9 };
  const mutex = { label: 'mutex', fileName: 'mutex.pprof', total, sampleTypes };
  assert.equal(captureFigure(record({ profiles: [mutex] })), '1.20\u202fs mutex delay');
  assert.equal(captureFigure(record({ profiles: [{ label: 'mutex', fileName: 'mutex.pprof' }] })), 'mutex');
  const empty = { label: 'cpu', fileName: 'cpu.pprof', total: { type: 'cpu', unit: 'nanoseconds', value: 0 } };
  assert.equal(captureFigure(record({ profiles: [empty, mutex] })), '1.20\u202fs mutex delay');
  assert.equal(captureFigure(record({ profiles: [empty] })), '0 cpu');
  const heap = (value: number) => {
    const change = { type: 'alloc_space', unit: 'bytes', value, isChange: true as const };
    return captureFigure(record({ profiles: [{ label: 'heap', fileName: 'heap.pprof', total: change }] }));
  };
  assert.deepEqual([heap(12 * 2 ** 20), heap(-1024), heap(0)], ['+12\u202fMiB alloc_space', '−1\u202fKiB alloc_space', '0 alloc_space']);
});
