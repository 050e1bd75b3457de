import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import { FakeEmitter, fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';
import { resultsOf } from '../../../shared/benchmarkSamples';
import { verdictsOf } from '../../../../src/captures/shownVerdict';

withVscode(fakeVscode('/w').module);

const FILE = '/w/a_test.go';
const times = (...values: readonly number[]) => resultsOf(values.map((value) => [value]));
const FASTER = { before: times(100, 101, 102, 103), results: times(50, 51, 52, 53) };

function capture(id: string, overrides: Partial<CaptureRecord> = {}): CaptureRecord {
  const target = { file: FILE, name: 'BenchmarkA' };
  return { id, title: 'BenchmarkA', capturedAt: 0, profiles: [], results: [], target, ...overrides };
}

function measured(id: string, overrides: Partial<CaptureRecord['turns']> = {}): CaptureRecord {
  const { before, results } = FASTER;
  const turns = { base: { id: 'old', capturedAt: 0 }, before, wanted: 4, notes: [], ...overrides };
  return capture(id, { results, turns, conditions: { machine: ['load 0.1 on 8 cores'] } });
}

/** The benchmarks of these captures, newest first. `programs` has the ids of captures with a stored program. */
async function benchmarksOf(captures: CaptureRecord[], ...programs: readonly string[]) {
  const { MeasuredBenchmarks } = await import('../../../../src/captures/loaded/measuredBenchmarks');
  const changed = new FakeEmitter<void>();
  const loadedCaptures = { records: async () => captures, onDidChangeCaptures: changed.event };
  const ids = async () => new Set(programs);
  const verdicts = async () => ({ verdictsOf });
  const benchmarks = new MeasuredBenchmarks(loadedCaptures as never, async () => ({ ids }), verdicts);
  await benchmarks.refresh();
  return { benchmarks, captures, changed };
}

test('a benchmark can be measured again while one of its captures has a program', async () => {
  const otherBenchmark = capture('c', { target: { file: FILE, name: 'BenchmarkB' } });
  const { benchmarks } = await benchmarksOf([capture('b'), capture('a'), otherBenchmark], 'a');
  assert.deepEqual(benchmarks.of(FILE, 'BenchmarkA'), { hasProgram: true });
  assert.deepEqual(benchmarks.of(FILE, 'BenchmarkB'), { hasProgram: false });
  assert.equal(benchmarks.of(FILE, 'BenchmarkC'), undefined);
  assert.equal(benchmarks.of('/w/b_test.go', 'BenchmarkA'), undefined);
});

test('a benchmark is measured against its newest pinned capture with a program', async () => {
  const pinned = (id: string, capturedAt: number) => capture(id, { capturedAt, isPinned: true });
  const { benchmarks } = await benchmarksOf([capture('d'), pinned('c', 3), pinned('b', 2), pinned('a', 1)], 'd', 'b', 'a');
  assert.deepEqual(benchmarks.of(FILE, 'BenchmarkA'), { hasProgram: true, pinnedAt: 2 });
});

test('if the program that a benchmark is measured against ran one case, only that is measured again', async () => {
  const ofCase = (id: string, isPinned: boolean) => capture(id, { subject: `${FILE}#BenchmarkA/small`, isPinned });
  const of = async (...captures: CaptureRecord[]) => {
    return (await benchmarksOf(captures, 'a', 'b')).benchmarks.of(FILE, 'BenchmarkA')!.onlyCase;
  };
  assert.equal(await of(ofCase('b', false), capture('a')), 'small');
  assert.equal(await of(capture('b'), ofCase('a', false)), undefined);
  assert.equal(await of(capture('b'), ofCase('a', true)), 'small');
});

test('a profiled test is not a benchmark', async () => {
  const { benchmarks } = await benchmarksOf([capture('a', { target: { file: FILE, name: 'TestA' } })], 'a');
  assert.equal(benchmarks.of(FILE, 'TestA'), undefined);
});

test('a benchmark has the verdict of its newest capture, with its limitations', async () => {
  const { benchmarks } = await benchmarksOf([measured('b', { notes: ['Busy.'] }), capture('a')]);
  const { id, text, isLimited, details } = benchmarks.of(FILE, 'BenchmarkA')!.verdict!;
  assert.deepEqual([id, text, isLimited], ['b', '49.3\u202f% faster (p = 0.029, n = 4+4; an interval needs 6+6)', true]);
  assert.match(details, /^Measured in turns with the program of the capture of .*\nBusy\.\nload 0\.1 on 8 cores\.\nClick /);
  const busy = measured('b', { notes: ['The machine was busy (load 0.1 on 8 cores).'] });
  assert.doesNotMatch((await benchmarksOf([busy])).benchmarks.of(FILE, 'BenchmarkA')!.verdict!.details, /\nload /);
  const profiles = [{ label: 'cpu', fileName: 'cpu.pprof' }];
  const { benchmarks: later } = await benchmarksOf([capture('c', { profiles }), measured('b')]);
  assert.equal(later.of(FILE, 'BenchmarkA')!.verdict, undefined, 'a newer capture has no verdict');
});

test('newer results without profiles leave the verdict of a benchmark, which is then said to be earlier', async () => {
  const verdictOf = async (...captures: CaptureRecord[]) => {
    const { id, isEarlier } = (await benchmarksOf(captures)).benchmarks.of(FILE, 'BenchmarkA')!.verdict!;
    return [id, isEarlier];
  };
  assert.deepEqual(await verdictOf(capture('c'), measured('b')), ['b', true]);
  assert.deepEqual(await verdictOf(measured('b'), capture('a')), ['b', false]);
});

test('the verdict against a git revision names the revision', async () => {
  const { benchmarks } = await benchmarksOf([measured('b', { base: { id: 'old', capturedAt: 0, revision: 'v1.2.0' } })]);
  const { text, title, details } = benchmarks.of(FILE, 'BenchmarkA')!.verdict!;
  assert.equal(text, 'against v1.2.0: 49.3\u202f% faster (p = 0.029, n = 4+4; an interval needs 6+6)');
  assert.equal(title, 'against v1.2.0: ▼ 49.3\u202f% faster');
  assert.match(details, /^Measured in turns with v1\.2\.0\.\n/);
});

test('the details say what a range in the verdict is, if it has one', async () => {
  const times = (values: readonly number[]) => resultsOf(values.map((value) => [value]), ['ns/op']);
  const detailsOf = async (before: readonly number[], now: readonly number[]) => {
    const record = { ...measured('b', { before: times(before), wanted: 6 }), results: times(now) };
    return (await benchmarksOf([record])).benchmarks.of(FILE, 'BenchmarkA')!.verdict!.details;
  };
  const before = [100, 101, 102, 103, 104, 105];
  const range = /\nThe range is the 95\u202f% interval of the change, from pairs of runs\.\n/;
  assert.match(await detailsOf(before, [110, 112, 113, 114, 116, 118]), range);
  assert.doesNotMatch(await detailsOf(before, before.map((time) => 1.1 * time)), range);
});

test('a capture is newer than the capture it was measured against, even if the clock was set back', async () => {
  const { benchmarks } = await benchmarksOf([capture('old'), measured('b')]);
  assert.equal(benchmarks.of(FILE, 'BenchmarkA')!.verdict!.id, 'b');
});

test('the details of a partial verdict say why it is partial', async () => {
  const { benchmarks } = await benchmarksOf([measured('b', { wanted: 10, stopped: 'failed' })]);
  const { text, details } = benchmarks.of(FILE, 'BenchmarkA')!.verdict!;
  assert.match(text, /^partial \(4\+4 of 10\+10\), /);
  assert.match(details, /A run failed before all runs were done\./);
});

test('if there are several cases, the details list each case', async () => {
  const both = (values: readonly number[]) => ['a', 'b'].flatMap((name) => resultsOf(values.map((value) => [value]), ['ns/op'], name));
  const record = measured('b', { before: both([100, 101, 102, 103]) });
  const { benchmarks } = await benchmarksOf([{ ...record, results: both([50, 51, 52, 53]) }]);
  const { text, details } = benchmarks.of(FILE, 'BenchmarkA')!.verdict!;
  assert.equal(text, '2 faster, of 2 cases');
  assert.match(details, /\na: \d\d\.\d\u202f% faster .*\nb: \d\d\.\d\u202f% faster /);
  const lines = [...benchmarks.of(FILE, 'BenchmarkA')!.verdicts!].map(([name, verdict]) => `${name}: ${verdict.text}`);
  assert.deepEqual(lines, ['a', 'b'].map((name) => `BenchmarkA/${name}-8: 49.3\u202f% faster (p = 0.029, n = 4+4; an interval needs 6+6)`));
});

test('listeners are notified when captures change', async () => {
  const { benchmarks, captures, changed } = await benchmarksOf([], 'a');
  const change = new Promise<void>((resolve) => benchmarks.onDidChange(() => resolve()));
  captures.push(capture('a'));
  changed.fire();
  await change;
  assert.deepEqual(benchmarks.of(FILE, 'BenchmarkA'), { hasProgram: true });
});
