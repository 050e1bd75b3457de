import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aboutText, casesKnown, casesMeasured, millisLeft, planText, resultMillis, type RunPlan, runText, type RunState,
} from '../../../src/bench/howLong';
import { resultsOf } from '../../../src/bench/goTestResults';

const SECOND: RunPlan = { benchtime: { millis: 1000 }, rounds: 1, runs: 2 };

/** The results of cases with these ns/op. */
function earlier(...nanos: readonly number[]) {
  return resultsOf(nanos.map((each, i) => `BenchmarkX/c${i}-2 100 ${each} ns/op\n`).join(''), 'BenchmarkX');
}

const even = (cases: number, each = 1000) => ({ weights: Array<number>(cases).fill(each), areTimes: true });

function state(more: Partial<RunState>): RunState {
  return { done: 0, rounds: 1, haveNames: false, millis: 0, lastMillis: 0, later: 0, ...more };
}

test('a result takes about the benchtime with b.Loop, and longer with b.N, whose rounds grow', () => {
  const { benchtime } = SECOND;
  assert.equal(resultMillis({ benchtime, loop: 'b.Loop' }, 100), 1050);
  assert.equal(resultMillis({ benchtime, loop: 'b.N' }, 100), 1300);
  assert.equal(resultMillis({ benchtime }), 1300);
  assert.equal(resultMillis({ benchtime, loop: 'b.N' }, 600e6), 1800);
});

test('an operation longer than the benchtime runs once', () => {
  assert.equal(resultMillis({ benchtime: { millis: 1000 }, loop: 'b.N' }, 5e9), 5000);
});

test('a fixed number of iterations takes as long as earlier results say, and is unknown without them', () => {
  const plan = { benchtime: { iterations: 100 } };
  assert.equal(resultMillis({ ...plan, loop: 'b.Loop' }, 1e6), 100);
  assert.equal(resultMillis({ ...plan, loop: 'b.N' }, 1e6), 101);
  assert.equal(resultMillis({ benchtime: { iterations: 1 }, loop: 'b.N' }, 1e6), 1);
  assert.equal(resultMillis(plan), undefined);
});

test('before the start, the cases of earlier results and the time of all runs are named', () => {
  const plan = { ...SECOND, rounds: 5, loop: 'b.Loop' as const };
  assert.equal(planText(casesKnown(earlier(10, 20, 30), plan), plan), '3 cases known: the runs take about 30 s');
  const fixed = { ...plan, benchtime: { iterations: 10 } };
  const untimed = resultsOf('BenchmarkX/a-2 1 3 B/op\nBenchmarkX/b-2 1 3 B/op\n', 'BenchmarkX');
  assert.equal(planText(casesKnown(untimed, fixed), fixed), '2 cases known');
});

test('before the start of a benchmark without cases, only a long time is named, and nothing if it was never measured', () => {
  const plan = { ...SECOND, benchtime: { millis: 20_000 }, loop: 'b.Loop' as const };
  const one = resultsOf('BenchmarkX-2 100 10 ns/op\n', 'BenchmarkX');
  assert.equal(planText(casesKnown(one, plan), plan), 'the runs take about 40 s');
  assert.equal(planText(casesKnown(one, SECOND), SECOND), undefined);
  assert.equal(planText(casesKnown([], plan), plan), undefined);
});

test('several results of a case, as with -count or -cpu, are one case', () => {
  const text = 'BenchmarkX/a-2 1 10 ns/op\nBenchmarkX/a-2 1 12 ns/op\nBenchmarkX/b-2 1 10 ns/op\nBenchmarkX/b-2 1 11 ns/op\n';
  assert.equal(casesKnown(resultsOf(text, 'BenchmarkX', { count: 2 }), SECOND)!.weights.length, 2);
});

test('the first case is expected to take as long as planned', () => {
  assert.equal(runText(state({ known: even(24), later: 1 })), 'case 1 of 24 · about 50 s left');
});

test('once a case is finished, the measured time tells how long the others take, in this run and the later ones', () => {
  const running = state({ done: 6, known: even(24), millis: 60_000, lastMillis: 60_000, later: 1 });
  assert.equal(millisLeft(running), 10_000 * (18 + 24));
  assert.equal(runText(running), 'case 7 of 24 · about 7 min left');
  assert.equal(runText(running, true), 'case 7 of 24 · 60 s');
  assert.equal(runText(state({ known: even(24) }), true), 'case 1 of 24');
});

test('cases that take longer than others count as such', () => {
  const known = { weights: [1000, 1000, 8000], areTimes: true };
  assert.equal(millisLeft(state({ done: 2, known, millis: 4000, lastMillis: 4000 })), 16_000);
});

test('the time left shrinks while a case runs, but only by the time expected of that case', () => {
  const running = { done: 1, known: even(3, 4000), lastMillis: 4000 };
  assert.equal(millisLeft(state({ ...running, millis: 6000 })), 6000);
  assert.equal(millisLeft(state({ ...running, millis: 10_000 })), 4000);
});

test('the time left is not said when a case takes far longer than expected', () => {
  const late = state({ done: 1, known: even(3), lastMillis: 1000, millis: 1000 + 5001 });
  assert.equal(millisLeft(late), undefined);
  assert.equal(runText(late), 'case 2 of 3 · 6 s');
});

test('an unknown number of cases is not guessed, nor one that was exceeded', () => {
  const running = { done: 6, haveNames: true, millis: 40_000, lastMillis: 39_000 };
  assert.equal(runText(state(running)), 'case 7 · 40 s so far');
  assert.equal(runText(state({ ...running, known: even(5) })), 'case 7 · 40 s so far');
});

test('a benchmark without cases counts its repetitions, and names the time of a long one', () => {
  assert.equal(runText(state({ done: 2, rounds: 10, known: even(1), millis: 2000, lastMillis: 2000 })), 'repetition 3 of 10 · about 10 s left');
  assert.equal(runText(state({ known: even(1, 30_000), millis: 12_000 })), '12 s of about 30 s');
  assert.equal(runText(state({ known: even(1, 30_000), millis: 31_000 })), undefined);
  assert.equal(runText(state({ known: even(1), millis: 400 })), undefined);
});

test('with several results for each case, the case counts, not the result', () => {
  assert.match(runText(state({ done: 7, rounds: 3, known: even(4), millis: 7000, lastMillis: 7000 }))!, /^case 3 of 4 · /);
});

test('a finished run tells the next one how many cases there are and how long they take', () => {
  const first = state({ done: 4, haveNames: true, millis: 8100, lastMillis: 8000 });
  assert.deepEqual(casesMeasured(first), even(4, 2000));
  const known = { weights: [1000, 3000], areTimes: true };
  assert.deepEqual(casesMeasured(state({ done: 2, known, lastMillis: 8000 }))!.weights, [2000, 6000]);
  assert.equal(casesMeasured(state({ known })), known);
});

test('times are named as roughly as they are known', () => {
  const texts = [3000, 38_000, 59_000, 170_000, 3_700_000, 4_900_000].map(aboutText);
  assert.deepEqual(texts, ['a few seconds', 'about 40 s', 'about 1 min', 'about 3 min', 'about 1 h', 'about 1 h 20 min']);
});
