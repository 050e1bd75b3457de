import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../src/profile/common/guard';
import { GC_FIELDS, readGcLine } from '../../../src/runtimeLog/gcLine';
import { readRuntimeLog } from '../../../src/runtimeLog/readRuntimeLog';
import { readSchedLine } from '../../../src/runtimeLog/schedLine';

const GC = 'gc 12 @34.056s 7%: 0.099+1.2+0.068 ms clock, 0.19+0.23/0.66/0.25+0.13 ms cpu, 31->32->1 MB, 40 MB goal, 2 MB stacks, 3 MB globals, 8 P';
const GC_FIGURES = {
  gc: 12, seconds: 34.056, percent: 7, sweepTermClock: 0.099, markClock: 1.2, markTermClock: 0.068, sweepTermCpu: 0.19,
  assistCpu: 0.23, backgroundCpu: 0.66, idleCpu: 0.25, markTermCpu: 0.13, heapStart: 31, heapEnd: 32, heapLive: 1,
  goal: 40, stacks: 2, globals: 3, procs: 8, forced: 0, leakCheck: 0,
};
const SCHED = 'SCHED 1003ms: gomaxprocs=2 idleprocs=1 threads=6 spinningthreads=3 needspinning=4 idlethreads=5 runqueue=7 [ 1 2 ] schedticks=[ 5 70 ]';
const SCHED_FIGURES = {
  ms: 1003, gomaxprocs: 2, idleprocs: 1, threads: 6, spinningthreads: 3, needspinning: 4, idlethreads: 5, runqueue: 7,
};

const gcFigures = (line: string) => {
  const figures = readGcLine(line);
  return figures && Object.fromEntries(GC_FIELDS.map((field, i) => [field, figures[i]]));
};
const read = (text: string) => finish(readRuntimeLog(new TextEncoder().encode(text)));

test('each figure of a collection is that of its line', () => {
  assert.deepEqual(gcFigures(GC), GC_FIGURES);
  assert.deepEqual(gcFigures(`app: ${GC}`), GC_FIGURES);
  assert.deepEqual(gcFigures(`${GC} (forced)`), { ...GC_FIGURES, forced: 1 });
  assert.deepEqual(gcFigures(GC.replace('%:', '% (checking for goroutine leaks):')), { ...GC_FIGURES, leakCheck: 1 });
});

test('a collection of an older Go lacks figures, and unknown ones are skipped', () => {
  const old = gcFigures(GC.replace(', 2 MB stacks, 3 MB globals', ''));
  assert.deepEqual(old, { ...GC_FIGURES, stacks: NaN, globals: NaN });
  const newer = GC.replace('2 MB stacks', '2 MB stacks, 4 MB arenas, 7/8 things').replace('%:', '% (new) (newer):');
  assert.deepEqual(gcFigures(`${newer}, what?`), GC_FIGURES);
});

test('each figure of the scheduler is that of its line, and unknown ones are skipped', () => {
  const expected = { ...SCHED_FIGURES, queues: [1, 2], ticks: [5, 70] };
  assert.deepEqual(readSchedLine(SCHED), expected);
  assert.deepEqual(readSchedLine(SCHED.replace('runqueue', 'new=9 other=x runqueue')), expected);
  const detailed = readSchedLine(`${SCHED.slice(0, SCHED.indexOf(' ['))} gcwaiting=false nmidlelocked=0`);
  assert.deepEqual(detailed, { ...SCHED_FIGURES, queues: [], ticks: [] });
});

test('lines of both are found in a log, with their numbers, in order', () => {
  const lines = [
    'starting', GC, `2026/01/02 15:04:05 ${SCHED}`, `web-1  | ${GC.replace('gc 12', 'gc 13')}`,
    JSON.stringify({ log: `${GC.replace('gc 12', 'gc 14')}\n` }), 'gc 1 @x', 'abcgc 1 @1s 1%: 1 P', 'SCHED soon',
  ];
  const { gc, sched } = read(lines.join('\r\n'));
  assert.deepEqual([...gc.columns.gc], [12, 13, 14]);
  assert.deepEqual([...gc.lines], [2, 4, 5]);
  assert.deepEqual([...sched.lines], [3]);
  assert.deepEqual([sched.columns.ms[0], sched.columns.queued[0], sched.columns.ticks[0]], [1003, 3, 75]);
});

test('hostile lines are read in linear time', () => {
  const pieces = ['gc 1 @', 'gc 1 @1s 1% (a', `${GC}, `, '1+', 'SCHED 1ms: ', 'a=1 ', 'SCHED 1ms: [ 1', '%', '(a) '];
  const start = performance.now();
  for (const piece of pieces) read(piece.repeat(50_000));
  for (const beginning of ['SCHED 1ms: ', 'gc 1 @1s 1%: ']) read(beginning + '7'.repeat(500_000));
  assert.ok(performance.now() - start < 5000);
});
