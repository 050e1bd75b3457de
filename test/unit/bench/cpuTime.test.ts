import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseVerdicts } from '../../../src/bench/caseVerdict';
import { CPU_TIME_UNIT, withCpuTime } from '../../../src/bench/cpuTime';
import type { BenchmarkResult } from '../../../src/bench/parseOutput';
import { timeVariation, turnsChanges } from '../../../src/bench/turnsChanges';
import { parseBenchmarks } from '../../shared/inOneStep';

/** Results with these times and CPU times of an operation. */
function resultsOf(pairs: readonly (readonly [time: number, cpu: number])[]): readonly BenchmarkResult[] {
  const lines = pairs.map(([time, cpu]) => `BenchmarkA-2 100 ${time} ns/op ${cpu} ${CPU_TIME_UNIT} 8 B/op 1 allocs/op`);
  return withCpuTime(parseBenchmarks(lines.join('\n')).results);
}

/** Times that vary twofold, in another order for each program, and CPU times that hardly vary. */
const noisy = (cpu: number, shift: number) => resultsOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => {
  return [1000 + 137 * ((i * 7 + shift) % 10), cpu + i] as const;
}));

test('the CPU time of a result is no figure of the benchmark', () => {
  const [result] = resultsOf([[1000, 800]]);
  assert.deepEqual(result!.values.map(({ unit }) => unit), ['ns/op', 'B/op', 'allocs/op']);
  assert.equal(result!.cpuNanos, 800);
  const [plain] = withCpuTime(parseBenchmarks('BenchmarkA-2 100 5 ns/op').results);
  assert.equal(plain!.cpuNanos, undefined);
});

test('if the time varies too much for a verdict, the CPU time is said, and makes lines firm', () => {
  const [before, now] = [noisy(1000, 0), noisy(1200, 3)];
  const [verdict] = caseVerdicts({ before, now, wanted: 10 });
  assert.match(verdict!.text, /^no difference that 10 runs can show \(20\u202f% faster to 33\u202f% slower\); \d+ would show \d+\u202f%; 19\.86 to 19\.97\u202f% more CPU time \(p < 0\.001\)$/);
  assert.equal(verdict!.title, '19.86 to 19.97\u202f% more CPU time');
  assert.deepEqual([verdict!.isFaster, verdict!.isSlower, verdict!.direction], [false, false, undefined]);
  assert.deepEqual(turnsChanges(before, now), [{ type: 'cpu', isIncrease: true, evidence: 'CPU time of 10+10 runs in turns, p < 0.001' }]);
  assert.ok(timeVariation(before, now)! < 0.01);
  const withoutCpu = (results: readonly BenchmarkResult[]) => results.map(({ cpuNanos: _, ...result }) => result);
  assert.deepEqual(turnsChanges(withoutCpu(before), withoutCpu(now)), []);
  assert.ok(timeVariation(withoutCpu(before), withoutCpu(now))! > 0.1);
});

test('beside a change of the time, the CPU time is said in the text, but not in the title', () => {
  const at = (time: number, cpu: number) => resultsOf([0, 1, 2, 3, 4, 5].map((i) => [time + i, cpu + i] as const));
  const [verdict] = caseVerdicts({ before: at(1000, 1000), now: at(500, 2000), wanted: 6 });
  assert.match(verdict!.text, /^49\.\d to 50\.\d\u202f% faster \(p = 0\.00\d, n = 6\+6\); 2\.0× as much CPU time \(p = 0\.00\d\)$/);
  assert.equal(verdict!.title, '49.7 to 50.0\u202f% faster');
});

test('a weak difference of the CPU time counts only with one of the time in the same direction', () => {
  const at = (times: readonly number[], cpu: readonly number[]) => {
    return resultsOf(times.map((time, i) => [time, cpu[i]!] as const));
  };
  const times = [1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007];
  const cpuBefore = [100, 101, 102, 103, 104, 105, 106, 107];
  // p = 0.02
  const cpuNow = cpuBefore.map((cpu) => cpu + 3.1);
  const before = at(times, cpuBefore);
  const sameTime = at([...times].reverse(), cpuNow);
  assert.equal(caseVerdicts({ before, now: sameTime, wanted: 8 })[0]!.cpu, undefined);
  assert.deepEqual(turnsChanges(before, sameTime), []);
  const [slower] = turnsChanges(before, at(times.map((time) => 2 * time), cpuNow));
  assert.equal(slower!.isIncrease, true);
  assert.deepEqual(turnsChanges(before, at(times.map((time) => time / 2), cpuNow)), []);
});

test('without a difference of the CPU time, or of the program, only the time is said', () => {
  const [same] = caseVerdicts({ before: noisy(1000, 0), now: noisy(1000, 3), wanted: 10 });
  assert.doesNotMatch(same!.text, /CPU/);
  const [one] = caseVerdicts({ before: noisy(1000, 0), now: noisy(1200, 3), wanted: 10, isSameProgram: true });
  assert.equal(one!.text, 'no difference (the program is the same, byte for byte)');
  const mixed = [...noisy(1200, 3).slice(1), { ...noisy(1200, 3)[0]!, cpuNanos: undefined as never }];
  assert.doesNotMatch(caseVerdicts({ before: noisy(1000, 0), now: mixed, wanted: 10 })[0]!.text, /CPU/);
});
