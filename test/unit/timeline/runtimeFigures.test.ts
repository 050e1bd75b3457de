import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RUNTIME_FIGURES, type RuntimeFigure, RuntimeFiguresReader } from '../../../src/timeline/runtimeFigures';

const HEAD = 'time max:own max:ownNotInGo last:cpu max:goroutines max:/memory/classes/heap/objects:bytes max:/gc/heap/live:bytes ' +
  'max:/sched/gomaxprocs:threads max:/sched/goroutines/running:goroutines max:/sched/goroutines/not-in-go:goroutines ' +
  'last:/gc/cycles/total:gc-cycles last:/cpu/classes/gc/total:cpu-seconds ' +
  'last:/cpu/classes/gc/mark/idle:cpu-seconds last:/cpu/classes/total:cpu-seconds ' +
  'hist:/sched/pauses/total/gc:seconds hist:/sched/latencies:seconds\n' +
  'buckets /sched/pauses/total/gc:seconds -Inf 0 1e-06 2e-06 4e-06 +Inf\n' +
  'buckets /sched/latencies:seconds -Inf 0 1e-06 2e-06 4e-06 +Inf\n';

function columnOf(reader: RuntimeFiguresReader, name: RuntimeFigure): readonly number[] {
  return reader.columns[RUNTIME_FIGURES.indexOf(name)];
}

test('figures are those of the rows, without what is the agent\'s', () => {
  const reader = new RuntimeFiguresReader();
  reader.add(`${HEAD}100 4 2 0.5 7 1000 0 2 2 3 0 0 0 0 - -\n200 4 2 0.65 7 1500 900 2 1 2 3 0.75 0.5 1 1:2,3:1 1:98,2:1,3:1\n`);
  assert.deepEqual(reader.times, [0.1, 0.2]);
  const expected: Partial<Record<RuntimeFigure, readonly number[]>> = {
    heapObjects: [1000, 1500],
    heapLive: [NaN, 900],
    heapGoal: [NaN, NaN],
    cycles: [0, 3],
    longestPause: [0, 4000],
    pauses: [0, 6000],
    gcShare: [NaN, 25],
    goroutines: [3, 3],
    running: [1, 0],
    notInGo: [1, 0],
    latencyMedian: [NaN, 1000],
    latency99: [NaN, 2000],
    processors: [2, 2],
  };
  for (const [name, values] of Object.entries(expected)) {
    assert.deepEqual(columnOf(reader, name as RuntimeFigure), values, name);
  }
  const [first, second] = columnOf(reader, 'cpuUsed');
  assert.ok(Number.isNaN(first));
  assert.ok(Math.abs(second - 1.5) < 1e-9);
});

test('the CPU time in use is not known of a moment, as the last row may be', () => {
  const reader = new RuntimeFiguresReader();
  const row = (time: number, cpu: number) => `${time} 4 2 ${cpu} 5 1 1 2 1 2 1 0 0 0 - -\n`;
  reader.add(HEAD + row(100, 0.1) + row(200, 0.2) + row(249, 0.3) + row(300, 0.351));
  assert.deepEqual(columnOf(reader, 'cpuUsed').map((used) => Number(used.toFixed(6))), [NaN, 1, NaN, 1]);
});

test('the share of garbage collection is known at the end of a cycle only', () => {
  const reader = new RuntimeFiguresReader();
  const row = (time: number, gc: number, all: number) => `${time} 4 2 0 5 1 1 2 1 2 1 ${gc} 0.05 ${all} - -\n`;
  reader.add(HEAD + row(100, 0.15, 1) + row(200, 0.15, 1) + row(300, 0.45, 2));
  assert.deepEqual(columnOf(reader, 'gcShare').map(Math.round), [10, NaN, 30]);
});

test('a heap that may grow without limit has no goal', () => {
  const reader = new RuntimeFiguresReader();
  reader.add('time max:own max:/gc/heap/goal:bytes\n100 4 9223372036854775807\n200 4 4194304\n300 4 8.9e+18\n');
  assert.deepEqual(columnOf(reader, 'heapGoal'), [NaN, 4194304, NaN]);
});

test('text is read as it grows, and a half-written last row is left for later', () => {
  const whole = `${HEAD}100 4 2 0.5 7 1000 0 2 2 2 0 0 0 0 - -\n200 4 2 0.6 7 1500 900 2 1 2 3 0.75 0.5 1 - -\n`;
  for (let at = 0; at <= whole.length; at += 7) {
    const reader = new RuntimeFiguresReader();
    reader.add(whole.slice(0, at));
    const count = Math.max(0, whole.slice(0, at).split('\n').length - HEAD.split('\n').length);
    assert.equal(reader.count, count);
    reader.add(whole.slice(at));
    assert.deepEqual(reader.times, [0.1, 0.2]);
  }
});

test('an older Go lacks what it lacks, and nothing else', () => {
  const reader = new RuntimeFiguresReader();
  reader.add('time max:own last:cpu max:goroutines hist:/gc/pauses:seconds\nbuckets /gc/pauses:seconds 0 1e-06 +Inf\n100 4 0 6 0:2\n');
  assert.deepEqual(columnOf(reader, 'goroutines'), [2]);
  assert.deepEqual(columnOf(reader, 'pauses'), [2000]);
  assert.deepEqual(columnOf(reader, 'latency99'), [NaN]);
  assert.deepEqual(columnOf(reader, 'heapGoal'), [NaN]);
});

test('lines of another form are skipped, also very long ones', () => {
  const reader = new RuntimeFiguresReader();
  reader.add(`${HEAD}\nnonsense\n100 1\n${'9'.repeat(1 << 20)}\n200 4 2 0.6 7 1500 900 2 1 2 3 0.75 0.5 1 x:y 9:9,1\n100 4 2 0.6 7 1500 900 2 1 2 3 0.75 0.5 1 - -\n`);
  assert.deepEqual(reader.times, [0.2]);
  assert.deepEqual(columnOf(reader, 'pauses'), [0]);
});
