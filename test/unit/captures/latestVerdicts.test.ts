import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureRecord } from '../../../src/captures/disk/captureStore';
import { latestVerdicts } from '../../../src/captures/latestVerdicts';
import { newestFirst } from '../../../src/captures/newestFirst';
import { haveSameFigures } from '../../../src/bench/sameFigures';
import { resultsOf } from '../../shared/benchmarkSamples';

const times = (subName: string, ...values: readonly number[]) => resultsOf(values.map((value) => [value]), ['ns/op'], subName);
const SLOW = [100, 101, 102, 103];
const FAST = [50, 51, 52, 53];

function capture(id: string, results: CaptureRecord['results'], more: Partial<CaptureRecord> = {}): CaptureRecord {
  return { id, title: 'BenchmarkA', capturedAt: 0, profiles: [], results, ...more };
}

/** A capture that Measure Again made. The program of the earlier capture `base` has the results `before`. */
function measuredAgain(id: string, before: CaptureRecord['results'], results: CaptureRecord['results'], base = 'old'): CaptureRecord {
  return capture(id, results, { turns: { base: { id: base, capturedAt: 0 }, before, wanted: 4, notes: [] } });
}

const verdicts = (...captures: readonly CaptureRecord[]) =>
  [...latestVerdicts(captures)].map(([name, verdict]) => `${name} ${verdict.capture.id}: ${verdict.text}`);

/** x got faster, y got slower. */
const BOTH = measuredAgain('b', [...times('x', ...SLOW), ...times('y', ...FAST)], [...times('x', ...FAST), ...times('y', ...SLOW)]);
const X_VERDICT = 'BenchmarkA/x-8 b: 49.3\u202f% faster (p = 0.029, n = 4+4; an interval needs 6+6)';
const Y_VERDICT = 'BenchmarkA/y-8 b: 2.0× slower (p = 0.029, n = 4+4; an interval needs 6+6)';

test('each case has the verdict of the newest capture that measured it', () => {
  assert.deepEqual(verdicts(BOTH, capture('a', times('x', 1))), [X_VERDICT, Y_VERDICT]);
  assert.deepEqual(verdicts(capture('c', times('x', 1)), BOTH), [Y_VERDICT], 'a later capture without a comparison has no verdict');
  const later = measuredAgain('c', times('y', ...SLOW), times('y', ...FAST));
  assert.deepEqual(verdicts(later, BOTH), ['BenchmarkA/y-8 c: 49.3\u202f% faster (p = 0.029, n = 4+4; an interval needs 6+6)', X_VERDICT]);
});

test('a new case has no verdict', () => {
  assert.deepEqual(verdicts(measuredAgain('b', times('x', ...SLOW), [...times('x', ...FAST), ...times('new', 1)])), [X_VERDICT]);
});

test('the capture of a revision does not hide the verdict on the current code', () => {
  assert.deepEqual(verdicts(capture('c', times('x', 1), { revision: { commit: 'c0ffee', name: 'c0ffee' } }), BOTH), [X_VERDICT, Y_VERDICT]);
});

test('a capture is newer than the capture that it was compared with, whatever their times', () => {
  const old = capture('old', times('x', 1));
  assert.deepEqual(verdicts(old, BOTH), [X_VERDICT, Y_VERDICT]);
  const ids = (...captures: readonly CaptureRecord[]) => newestFirst(captures).map(({ id }) => id).join(' ');
  assert.equal(ids(old, measuredAgain('c', [], [], 'b'), BOTH), 'c b old');
  assert.equal(ids(measuredAgain('p', [], [], 'q'), measuredAgain('q', [], [], 'p')), 'q p', 'captures that name each other as base do not cause an endless loop');
});

test('a verdict applies only to results with the same figures', () => {
  const { results } = latestVerdicts([BOTH]).get('BenchmarkA/x-8')!;
  assert.equal(haveSameFigures(results, times('x', ...FAST)), true);
  assert.equal(haveSameFigures(results, times('x', 50, 51, 52)), false);
  assert.equal(haveSameFigures(results, times('x', 50, 51, 52, 54)), false);
});
