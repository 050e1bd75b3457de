import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureRecord } from '../../../src/captures/disk/captureStore';
import { measuredPairs, stageSteps } from '../../../src/captures/stageSteps';
import { parseBenchmarks } from '../../shared/inOneStep';
import { plainSpaces } from '../../shared/plainSpaces';

let captures = 0;

function runs(ns: number, bytes = 8, name = 'BenchmarkA') {
  const lines = [0, 1, 2, 3, 4, 5].map((i) => `${name}-8 \t 100\t ${ns * (1 + i / 100)} ns/op\t ${bytes} B/op`);
  return parseBenchmarks(lines.join('\n')).results;
}

function capture(results: CaptureRecord['results'], base?: CaptureRecord, before = results): CaptureRecord {
  const id = `capture ${++captures}`;
  const turns = base && { base: { id: base.id, capturedAt: 1 }, before, wanted: 6, notes: [] };
  return { id, title: 'BenchmarkA', capturedAt: captures, profiles: [], results, ...(turns && { turns }) };
}

test('a step has the verdict and the intervals of the runs in turns, whatever the results of other times', () => {
  const first = capture(runs(1000));
  // On a machine twice as slow.
  const second = capture(runs(1000, 4), first, runs(2000));
  const [step, ...others] = stageSteps([second, first]).get(second.id)!;
  assert.deepEqual([step!.from, step!.isInTurns, step!.kind, others.length], [first.id, true, 'faster', 0]);
  assert.equal(plainSpaces(step!.words), '50.0 % faster, 8 → 4 B/op');
  assert.match(plainSpaces(step!.evidence), /^50\.0 % faster \(p = 0\.002, n = 6\+6\), 8 → 4 B\/op$/);
  assert.ok(Math.abs(step!.ratios.get('ns/op')!.hi! - 0.5) < 1e-9);
  assert.equal(step!.ratios.get('B/op')!.ratio, 0.5);
  assert.deepEqual(stageSteps([second, first]).get(first.id), []);
});

test('a stage that was measured in turns with an older one has its step from that one', () => {
  const [first, second] = [capture(runs(1000)), capture(runs(900))];
  const third = capture(runs(500), first, runs(1000));
  const steps = stageSteps([third, second, first]);
  assert.deepEqual([third, second].map(({ id }) => steps.get(id)!.map(({ from, isInTurns }) => [from, isInTurns])), [
    [[first.id, true]], [[first.id, false]],
  ]);
});

test('a step between results of different times is not firm, and has no interval', () => {
  const [first, second] = [capture(runs(1000)), capture(runs(500, 0))];
  const [step] = stageSteps([second, first]).get(second.id)!;
  assert.deepEqual([plainSpaces(step!.words), step!.kind, step!.evidence], ['about 50.0 % faster', 'none', '']);
  assert.deepEqual([...step!.ratios], [['ns/op', { ratio: 0.5 }]], 'a figure of 0 has no ratio');
});

test('each case has the step from the last stage that measured it', () => {
  const all = capture([...runs(100, 8, 'BenchmarkA/x'), ...runs(100, 8, 'BenchmarkA/y')]);
  const one = capture(runs(90, 8, 'BenchmarkA/x'));
  const again = capture([...runs(80, 8, 'BenchmarkA/x'), ...runs(80, 8, 'BenchmarkA/y')]);
  const steps = stageSteps([again, one, all]).get(again.id)!;
  assert.deepEqual(steps.map(({ key, from }) => [key, from]), [['BenchmarkA/x-8', one.id], ['BenchmarkA/y-8', all.id]]);
});

test('another environment of the code has a step that names both, and no later stage comes from it', () => {
  const first = capture(runs(1000));
  const off = { ...capture(runs(500), first, runs(1000)), chosenEnvironment: 'GOGC=off' };
  const sides = { kind: 'environments', now: 'GOGC=off', before: 'GOGC=100' } as const;
  const other = { ...off, turns: { ...off.turns!, sides } };
  const last = capture(runs(900));
  const steps = stageSteps([last, other, first]);
  assert.match(plainSpaces(steps.get(other.id)![0]!.words), /^GOGC=off against GOGC=100: 50\.0 % faster/);
  assert.deepEqual(steps.get(last.id)!.map(({ from }) => from), [first.id]);
});

test('a benchmark that was measured against another one has no step from that', () => {
  const [other, first] = [capture(runs(1000)), capture(runs(1000))];
  const measured = capture(runs(500), other, runs(1000));
  const sides = { kind: 'benchmarks', now: 'BenchmarkA', before: 'BenchmarkB' } as const;
  const against = { ...measured, turns: { ...measured.turns!, sides } };
  const [step] = stageSteps([against, first]).get(against.id)!;
  assert.deepEqual([step!.from, step!.isInTurns], [first.id, false]);
});

/** The stored programs of two captures, measured in turns later. */
function pairOf(now: CaptureRecord, base: CaptureRecord, before: CaptureRecord['results']): CaptureRecord {
  const pair = capture(now.results, base, before);
  return { ...pair, stage: now.id, turns: { ...pair.turns!, sides: { kind: 'stages', now: 'b', before: 'a' } } };
}

test('the stored programs of two stages that are measured in turns later give the step between them, and no stage', () => {
  const [first, second, third] = [capture(runs(1000)), capture(runs(500)), capture(runs(400))];
  const pair = pairOf(second, first, runs(2000));
  const steps = stageSteps([pair, third, second, first]);
  assert.deepEqual([...steps.keys()].sort(), [first, second, third].map(({ id }) => id).sort());
  const [step] = steps.get(second.id)!;
  assert.deepEqual([step!.from, step!.isInTurns, step!.kind], [first.id, true, 'faster']);
  assert.equal(plainSpaces(step!.words), '4.0× faster');
  assert.deepEqual(steps.get(third.id)!.map(({ from, isInTurns }) => [from, isInTurns]), [[second.id, false]]);
  const pairs = measuredPairs([pair, third, second, first]);
  assert.deepEqual(pairs.map((each) => [each.now, each.before, each.steps.length]), [[second.id, first.id, 1]]);
});

test('a later measurement with the stage before goes before one with another stage, and that before days', () => {
  const [first, second] = [capture(runs(1000)), capture(runs(500))];
  const third = capture(runs(400), first, runs(800));
  const fromOf = (...pairs: CaptureRecord[]) => {
    return stageSteps([...pairs, third, second, first]).get(third.id)!.map(({ from, isInTurns }) => [from, isInTurns]);
  };
  assert.deepEqual(fromOf(), [[first.id, true]]);
  assert.deepEqual(fromOf(pairOf(third, second, runs(500))), [[second.id, true]]);
  const fourth = capture(runs(300));
  const steps = stageSteps([pairOf(fourth, second, runs(600)), fourth, third, second, first]);
  assert.deepEqual(steps.get(fourth.id)!.map(({ from, isInTurns }) => [from, isInTurns]), [[second.id, true]]);
});
