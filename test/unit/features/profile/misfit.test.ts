import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarkResult } from '../../../../src/bench/parseOutput';
import { parseBenchmarks } from '../../../shared/inOneStep';
import { CaptureError } from '../../../../src/common/captureError';
import type { CodeUse, UseKind } from '../../../../src/go/code/codeUses';
import type { ProfileKind } from '../../../../src/go/captureTypes';
import { explainedByCode, whySlow } from '../../../../src/features/profile/failureCause';
import { profileMisfit, type RunFigures, withoutReported } from '../../../../src/features/profile/profileMisfit';
import { type JudgedCode, resultMisfit, withMisfits } from '../../../../src/features/profile/resultMisfit';
import { EngineError } from '../../../../src/engine/workerMessages';

const NAMES: Readonly<Record<UseKind, string>> = {
  cpuProfile: 'pprof.StopCPUProfile', memoryRate: 'runtime.MemProfileRate', mutexRate: 'runtime.SetMutexProfileFraction',
  blockRate: 'runtime.SetBlockProfileRate', child: 'exec.Command', setsN: 'b.N', stopTimer: 'b.StopTimer',
  startTimer: 'b.StartTimer', reportsTime: 'b.ReportMetric',
};

/** Uses of the kinds, at line 12, in a loop. */
function uses(...kinds: readonly UseKind[]): CodeUse[] {
  return kinds.map((kind) => ({ kind, name: NAMES[kind], isInLoop: true, file: '/m/x_test.go', line: 12 }));
}

function codeWith(all: readonly CodeUse[] = [], more: Partial<JudgedCode> = {}): JudgedCode {
  return { name: 'BenchmarkX', file: '/m/x_test.go', line: 7, uses: all, atStart: [], loops: true, isWhole: true, ...more };
}

function result(iterations: number, nanos: number): BenchmarkResult {
  return { iterations, values: [{ value: nanos, unit: 'ns/op' }] } as unknown as BenchmarkResult;
}

const S = 1e9;

/** The misfit of a cpu profile of so many seconds in which the processor was busy for so many. */
function cpuMisfit(
  code: JudgedCode,
  duration: number,
  busy: number,
  timed: number,
  startsProcess = true,
): string | undefined {
  const summary = {
    sampleTypes: [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }],
    totals: [busy * 100, busy * S], durationNanos: duration * S, period: 1e7,
  };
  const run: RunFigures = { timedNanos: timed * S, allocatedBytes: 0 };
  return profileMisfit({ kind: 'cpu', summary, run, code, memProfileRate: undefined, startsProcess })?.text;
}

function memoryMisfit(code: JudgedCode, { total, allocated, period = 524288, rate }: {
  readonly total: number;
  readonly allocated: number;
  readonly period?: number;
  readonly rate?: number;
}): string | undefined {
  const sampleTypes = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];
  const summary = { sampleTypes, totals: [total / 64, total], durationNanos: 0, period };
  const run: RunFigures = { timedNanos: S, allocatedBytes: allocated };
  return profileMisfit({ kind: 'memory', summary, run, code, memProfileRate: rate, startsProcess: false })?.text;
}

test('a cpu profile that is shorter than its run does not fit, and the call that cut it is named', () => {
  const self = codeWith(uses('cpuProfile'));
  assert.match(cpuMisfit(self, 0.06, 0.05, 2)!, /^BenchmarkX starts or stops the cpu profile itself \(x_test\.go:12\), so its cpu profile has only 60\u202fms of the 2\u202fs/);
  assert.match(cpuMisfit(self, 0.001, 0, 0.012)!, /its cpu profile has only 1\u202fms of the 12\u202fms/, 'a run too short for samples');
  assert.equal(cpuMisfit(codeWith(), 0.001, 0, 0.012), undefined);
  assert.equal(cpuMisfit(self, 2.5, 2, 2), undefined, 'it profiles itself only after the run');
  const child = codeWith(uses('child'));
  assert.match(cpuMisfit(child, 0.03, 0.02, 2)!, /a child process may have written it \(exec\.Command, x_test\.go:12\)/);
  assert.match(cpuMisfit(codeWith(), 0.03, 0.02, 2)!, /BenchmarkX ran for: something stopped it/);
  const reported = codeWith(uses('reportsTime'));
  assert.equal(cpuMisfit(reported, 1, 1, 2), undefined, 'the benchmark reports the time itself');
});

test('a cpu profile of a benchmark that waits for child processes says so, but not of one that is busy itself', () => {
  const child = codeWith(uses('child'));
  assert.match(cpuMisfit(child, 2, 0.04, 2)!, /^BenchmarkX used the processor for 2\u202f% of its time: it starts child processes \(exec\.Command, x_test\.go:12\)/);
  assert.equal(cpuMisfit(child, 2, 1.2, 2), undefined);
  assert.equal(cpuMisfit(child, 2, 0.5, 2, false), undefined, 'no stack starts a process: the code that may was not run');
  assert.match(cpuMisfit(child, 2, 0.04, 2, false)!, /2\u202f% of its time: it may wait for child processes \(exec\.Command/);
  assert.equal(cpuMisfit(codeWith(), 2, 0.04, 2), undefined);
});

test('set-up, several processors and a timer that is stopped for set-up fit', () => {
  assert.equal(cpuMisfit(codeWith(), 8, 7, 1), undefined);
  assert.equal(cpuMisfit(codeWith(), 1.2, 4.4, 1.1), undefined);
  assert.equal(cpuMisfit(codeWith(uses('stopTimer', 'startTimer')), 60, 50, 1), undefined);
  assert.match(cpuMisfit(codeWith(uses('stopTimer')), 5, 5, 0.01)!, /stops its timer \(x_test\.go:12\) and never starts it again, so go test timed 10\u202fms of the 5\u202fs/);
});

test('a memory profile does not fit if the benchmark sets the rate, or half of the allocations are missing', () => {
  const MB = 1e6;
  assert.match(memoryMisfit(codeWith(uses('memoryRate')), { total: 500 * MB, allocated: 500 * MB })!, /^BenchmarkX sets runtime\.MemProfileRate while it runs \(x_test\.go:12\)/);
  assert.match(memoryMisfit(codeWith(), { total: 100 * MB, allocated: 500 * MB })!, /something changed runtime\.MemProfileRate/);
  assert.match(memoryMisfit(codeWith([], { atStart: uses('memoryRate') }), { total: 0, allocated: 500 * MB, period: 0 })!, /^The program of BenchmarkX sets runtime\.MemProfileRate/);
  assert.equal(memoryMisfit(codeWith([], { atStart: uses('memoryRate') }), { total: 500 * MB, allocated: 500 * MB, period: 1 }), undefined);
  assert.equal(memoryMisfit(codeWith(), { total: 900 * MB, allocated: 500 * MB }), undefined, 'set-up allocates, too');
  assert.equal(memoryMisfit(codeWith(), { total: 0, allocated: 20 * MB }), undefined, 'too few samples to tell');
  assert.match(memoryMisfit(codeWith(), { total: 5 * MB, allocated: 20 * MB, rate: 1 })!, /has only/);
});

test('figures that a benchmark reports itself are not taken for those of its run', () => {
  const profile = { kind: 'cpu', bytes: new Uint8Array(), run: { timedNanos: 9 * S, allocatedBytes: 1e9 } } as const;
  const { kind, bytes } = profile;
  assert.deepEqual(withoutReported(profile), profile);
  assert.deepEqual(withoutReported(profile, ['ns/op']), { kind, bytes, run: { timedNanos: 0, allocatedBytes: 1e9 } });
  assert.deepEqual(withoutReported(profile, ['B/op']).run, { timedNanos: 9 * S, allocatedBytes: 0 });
  assert.deepEqual(withoutReported({ kind, bytes }, ['ns/op']), { kind, bytes });
});

test('a mutex or block profile does not fit if the benchmark sets another rate', () => {
  const misfit = (kind: ProfileKind, use: UseKind, argument: string) => {
    const code = codeWith(uses(use).map((each) => ({ ...each, argument })));
    const summary = { sampleTypes: [], totals: [], durationNanos: 0, period: 1 };
    const judged = { kind, summary, run: undefined, code, memProfileRate: undefined, startsProcess: false };
    return profileMisfit(judged)?.text;
  };
  assert.match(misfit('mutex', 'mutexRate', '0')!, /^BenchmarkX turns its mutex profile off while it runs with runtime\.SetMutexProfileFraction \(x_test\.go:12\)/);
  assert.match(misfit('block', 'blockRate', '1000')!, /changes the rate of its block profile/);
  assert.equal(misfit('mutex', 'mutexRate', '-1'), undefined, 'it only reads the rate');
  assert.equal(misfit('block', 'blockRate', '1'), undefined);
  assert.equal(misfit('block', 'mutexRate', '0'), undefined);
});

test('a result does not fit if the benchmark sets b.N or does not loop b.N times', () => {
  assert.match(resultMisfit(codeWith(uses('setsN')), [result(1, 2e7)])!.text, /^BenchmarkX sets b\.N itself \(x_test\.go:12\)/);
  const noLoop = codeWith([], { loops: false });
  const misfit = resultMisfit(noLoop, [result(1_000_000_000, 0.02)])!;
  assert.match(misfit.text, /^BenchmarkX does not loop b\.N times \(x_test\.go:7\), so 0\.02 ns\/op is the time of one run divided by 1\u202f000\u202f000\u202f000/);
  assert.deepEqual(misfit.place, { file: '/m/x_test.go', line: 7 });
  assert.ok(resultMisfit(noLoop, [result(100, 2e5)]), 'with a fixed number of iterations');
  assert.equal(resultMisfit(noLoop, [result(1, 5 * S)]), undefined, 'one run is one operation');
  const mayLoop = codeWith([], { loops: false, isWhole: false });
  assert.equal(resultMisfit(mayLoop, [result(1000, 300)]), undefined);
  assert.ok(resultMisfit(mayLoop, [result(1_000_000_000, 0.02)]));
});

test('a result does not fit if the timer never runs, but an empty loop and bytes that count as operations do', () => {
  const stopped = resultMisfit(codeWith(uses('stopTimer')), [result(1_000_000_000, 5e-7)])!;
  assert.match(stopped.text, /^BenchmarkX stops its timer \(x_test\.go:12\) and never starts it again/);
  assert.equal(resultMisfit(codeWith(uses('stopTimer')), [result(1_000_000, 30)]), undefined, 'it stops the timer at its end');
  assert.equal(resultMisfit(codeWith(), [result(1_000_000_000, 0.25)]), undefined);
  assert.equal(resultMisfit(codeWith(), [result(1_000_000_000, 0.03)]), undefined);
  assert.match(resultMisfit(codeWith(), [result(1_000_000_000, 2e-5)])!.text, /too short for an operation/);
  assert.equal(resultMisfit(codeWith(uses('reportsTime')), [result(1_000_000_000, 0)]), undefined);
});

test('only the cases whose figures are not those of an operation are marked, under their names', () => {
  const printed = 'BenchmarkX/a-8 \t 1000000000\t 0.02 ns/op\nBenchmarkX/b-8 \t 100\t 3000 ns/op';
  const { results } = parseBenchmarks(printed);
  const [a, b] = withMisfits(codeWith([], { loops: false, isWhole: false }), results);
  assert.equal(a!.misfit!.sign, 'does not loop b.N times');
  assert.match(a!.misfit!.text, /^BenchmarkX\/a does not loop b\.N times \(x_test\.go:7\)/);
  assert.equal(b!.misfit, undefined);
  assert.equal(withMisfits(codeWith(), results.slice(1))[0], results[1]);
});

test('a time limit names what keeps the benchmark from ending, and opens that line', () => {
  const hang = { file: '/m/work.go', line: 3, column: 1 };
  const limit = (detail = '') => new CaptureError('timedOut', 'BenchmarkX did not end within 60 s (linecost.profile.timeout); it was at work.go:3.', hang, detail);
  const explained = (code: JudgedCode, detail?: string) => explainedByCode(limit(detail), code) as CaptureError;
  const sets = explained(codeWith(uses('setsN')));
  assert.equal(sets.message, 'BenchmarkX did not end within 60 s (linecost.profile.timeout): it sets b.N itself (x_test.go:12), so go test repeats it without an end.');
  assert.deepEqual(sets.location, { file: '/m/x_test.go', line: 12, column: 1 });
  assert.match(explained(codeWith(uses('stopTimer'))).message, /: it stops its timer \(x_test\.go:12\) and never starts it again, so/);
  const tiny = codeWith(uses('stopTimer', 'startTimer'));
  assert.match(explained(tiny, 'goroutine 7 [running]:\ntesting.(*B).StopTimer(0x1)\n').message, /: it stops its timer in its loop \(x_test\.go:12\), and go test repeats it .* 100x\.$/);
  const doubtful = explained(tiny, 'goroutine 7 [chan receive]:\nm.work()\n');
  assert.match(doubtful.message, /; it was at work\.go:3\. It stops its timer in its loop \(x_test\.go:12\), which may be why\.$/);
  assert.deepEqual(doubtful.location, hang);
  const plain = limit();
  assert.equal(explainedByCode(plain, codeWith()), plain);
  assert.equal(whySlow(tiny), 'it stops its timer in its loop (x_test.go:12)');
  assert.equal(whySlow(codeWith()), undefined);
});

test('a run that fails because the program profiles itself says so, and so does a profile that a child damaged', () => {
  const inUse = new CaptureError('failed', 'BenchmarkX fails: cpu profiling already in use (x_test.go:13). This was the cpu run.');
  const explained = explainedByCode(inUse, codeWith(uses('cpuProfile'))) as CaptureError;
  assert.match(explained.message, /^BenchmarkX starts a cpu profile itself \(x_test\.go:12\), and a program can take only one/);
  const ofMain = explainedByCode(inUse, codeWith([], { atStart: uses('cpuProfile') })) as CaptureError;
  assert.match(ofMain.message, /^The program of BenchmarkX starts a cpu profile itself \(x_test\.go:12\)/);
  const damaged = new EngineError('badProfile', 'The gzip stream is damaged.');
  assert.match((explainedByCode(damaged, codeWith(uses('child'))) as Error).message, /a child process of it may have written to the same file \(x_test\.go:12\)/);
  assert.equal(explainedByCode(damaged, codeWith()), damaged);
});
