import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatChange, formatResult } from '../../../src/bench/formatResult';
import { namedAsReported, reportedHint } from '../../../src/bench/reportedFigures';
import { unitsOf } from '../../../src/bench/resultTable';
import { standardText } from '../../../src/bench/standardFormat';
import { turnsChanges } from '../../../src/bench/turnsChanges';
import { verdictTexts } from '../../../src/bench/verdict';
import { resultsOf } from '../../shared/benchmarkSamples';

const runs = (time: number) => resultsOf([1, 2, 3, 4].map((run) => [time + run / 10, 53, 2]), ['ns/op', 'B/op', 'allocs/op']);
const REPORTED = ['ns/op', 'allocs/op'];
const reported = (time: number) => namedAsReported(runs(time), REPORTED);

test('a figure that the benchmark reports itself is named so, in the place of the measured one', () => {
  assert.equal(formatResult(reported(100).slice(0, 1)), '100\u202freported ns/op  53\u202fB/op  2\u202freported allocs/op');
  assert.deepEqual(unitsOf(reported(100)), ['reported ns/op', 'B/op', 'reported allocs/op']);
  const hint = 'The benchmark reports ns/op and allocs/op itself, with b.ReportMetric, in place of what go test measures.';
  assert.deepEqual([reportedHint(unitsOf(reported(1))), reportedHint(['ns/op', 'hits/op'])], [hint, '']);
});

test('a reported figure is not the time of a verdict, and is not compared with a measured one', () => {
  const verdict = verdictTexts({ before: reported(100), now: reported(80), wanted: 4 });
  assert.equal(verdict.text, '20.0\u202f% less reported ns/op (p = 0.029, n = 4+4; an interval needs 6+6)');
  assert.deepEqual(turnsChanges(reported(100), reported(80)), []);
  assert.equal(formatChange(runs(100).slice(0, 1), reported(80).slice(0, 1)), '80.1\u202freported ns/op  53\u202fB/op  2\u202freported allocs/op');
});

test('benchstat gets the units that go test printed', () => {
  assert.equal(standardText(reported(100)), standardText(runs(100)));
});

test('without a time, a verdict of no difference is on the reported figure alone', () => {
  const [once] = reported(100);
  const same = [once!, once!, once!, once!];
  const verdict = verdictTexts({ before: same, now: same, wanted: 4 });
  assert.equal(verdict.title, 'no difference in reported ns/op (every run gave 100\u202freported ns/op)');
  const noise = verdictTexts({ before: reported(100), now: reported(100), wanted: 4 });
  assert.match(noise.text, /^no difference in reported ns\/op that 4 runs can show/);
});
