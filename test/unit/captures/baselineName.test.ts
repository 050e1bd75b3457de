import assert from 'node:assert/strict';
import test from 'node:test';
import type { Compared } from '../../../src/captures/comparison';
import type { Capture } from '../../../src/captures/loadedCapture';
import { baselineName, shownTitle } from '../../../src/captures/baselineName';
import { momentText } from '../../../src/ui/whenText';

const now = new Date(2026, 10, 20, 15, 0).getTime();
const capturedAt = new Date(2026, 10, 20, 14, 2, 9).getTime();
const captureOf = (title: string, time: number): Capture => {
  return { id: 'a', title, capturedAt: time, profiles: [], results: [], sources: new Map() };
};

test('an earlier capture of the same benchmark is named by its time alone', () => {
  assert.equal(baselineName(captureOf('BenchmarkJoin', capturedAt), { title: 'BenchmarkJoin' }, now), momentText(capturedAt, now));
});

test('a capture of another benchmark is named by its title and time, or by its title alone if the time is unknown', () => {
  const when = momentText(capturedAt, now);
  assert.equal(baselineName(captureOf('BenchmarkJoin', capturedAt), { title: 'BenchmarkSplit' }, now), `BenchmarkJoin ${when}`);
  assert.equal(baselineName(captureOf('BenchmarkJoin', capturedAt), undefined, now), `BenchmarkJoin ${when}`);
  assert.equal(baselineName(captureOf('cpu.pprof', 0), { title: 'cpu.pprof' }, now), 'cpu.pprof');
});

test('the title of a comparison names the baseline', () => {
  const earlier = captureOf('BenchmarkJoin', capturedAt);
  const baseline = { capture: earlier } as Compared;
  assert.equal(shownTitle({ capture: earlier }, now), 'BenchmarkJoin');
  assert.equal(shownTitle({ capture: earlier, baseline }, now), `BenchmarkJoin vs ${momentText(capturedAt, now)}`);
});
