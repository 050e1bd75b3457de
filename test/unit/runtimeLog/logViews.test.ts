import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../src/profile/common/guard';
import { GC_COLUMNS, LOG_TABLES } from '../../../src/runtimeLog/answers';
import { inUtf8, LineTexts } from '../../../src/runtimeLog/lineTexts';
import { LogViews } from '../../../src/runtimeLog/logViews';
import { millisecondsText } from '../../../src/runtimeLog/printedFigures';
import { readRuntimeLog } from '../../../src/runtimeLog/readRuntimeLog';

const gc = (n: number, seconds: number, { mb = 4, rest = '' } = {}) =>
  `gc ${n} @${seconds.toFixed(3)}s 2%: 0.010+1.2+0.10 ms clock, 1.0+0.50/2.0/9.0+0.50 ms cpu, ${mb}->${mb + 1}->${mb - 1} MB, ${mb * 2} MB goal, 1 MB stacks, 0 MB globals, 2 P${rest}`;
const sched = (ms: number, ticks = 0) =>
  `SCHED ${ms}ms: gomaxprocs=2 idleprocs=1 threads=6 spinningthreads=0 needspinning=0 idlethreads=2 runqueue=3 [ 1 2 ] schedticks=[ ${ticks} 7 ]`;

function viewsOf(...lines: readonly string[]): LogViews {
  const bytes = inUtf8(new TextEncoder().encode(lines.join('\n')));
  return new LogViews(finish(readRuntimeLog(bytes)), finish(LineTexts.of(bytes)));
}

test('a program that starts again is another program, drawn after the first one', () => {
  const views = viewsOf(gc(1, 0.5), gc(2, 1), 'listening', gc(1, 0.25), gc(2, 2));
  const { programs } = views.summary();
  assert.deepEqual(programs.map((each) => [each.firstLine, each.lastLine, each.collections, each.seconds]), [
    [1, 2, 2, 1], [4, 5, 2, 2],
  ]);
  const { span, count } = views.extents({}).gc;
  assert.equal(count, 4);
  assert.deepEqual(span, { from: 0.5, to: 1 + 0.03 * 3 + 2 });
  const { times, high } = views.window({ kind: 'gc', from: 0, to: 9, parts: 100 });
  // Nothing is between the programs, so no line leads from one to the other.
  assert.equal(times.length, 5);
  assert.deepEqual(high[GC_COLUMNS.indexOf('heapStart')], [4, 4, null, 4, 4]);
  assert.deepEqual(high[GC_COLUMNS.indexOf('start')], [0, 0, null, 1, 0]);
  assert.deepEqual(views.extents({ program: 1 }).gc, { count: 2, span: { from: 0.25, to: 2 } });
});

test('programs whose lines are mixed are told apart by what stands before them, or by their numbers', () => {
  const mixed = viewsOf(
    `web-1  | ${gc(1, 1)}`, `api-1  | ${gc(1, 1.5)}`, `web-1  | ${gc(2, 2)}`, `web-1  | ${sched(2500)}`, `api-1  | ${gc(2, 2.5)}`,
  );
  assert.deepEqual(mixed.summary().programs.map(({ prefix, collections, states }) => [prefix, collections, states]), [
    ['web-1  |', 2, 1], ['api-1  |', 2, 0],
  ]);
  const numbered = viewsOf(gc(7, 10), gc(1, 0.1), gc(8, 11), gc(2, 0.2), gc(9, 12));
  assert.deepEqual(numbered.summary().programs.map(({ collections }) => collections), [3, 2]);
  assert.deepEqual(numbered.rows({ kind: 'gc', program: 1, from: 0, limit: 9 }).map(({ line }) => line), [2, 4]);
});

test('the digits of a name before the lines tell programs apart', () => {
  const names: readonly (readonly [string, string])[] = [
    ['web-1  | ', 'web-2  | '], ['pod-7f9c-abcde ', 'pod-8f9c-abcde '], ['[worker 3] ', '[worker 4] '],
    ['host web[12]: ', 'host web[13]: '], ['10:01:02 web.1  | ', '10:01:02 web.2  | '], ['{"app":"api_v1"} ', '{"app":"api_v2"} '],
  ];
  for (const [a, b] of names) {
    // By its numbers, each second line may also be of the first program.
    const views = viewsOf(a + gc(1, 1), b + gc(2, 2), a + gc(3, 3), b + gc(4, 4), a + sched(4500));
    const programs = views.summary().programs.map(({ prefix, collections, states }) => [prefix, collections, states]);
    assert.deepEqual(programs, [[a.trim(), 2, 1], [b.trim(), 2, 0]], a);
  }
});

test('times and counters beside a name do not make other programs', () => {
  const prefixes: readonly ((i: number) => string)[] = [
    (i) => `2026-01-02T03:04:0${i}.${i}37Z web-1  | `, (i) => `web-1  | 2026-01-0${i} 03:04:05,00${i} `,
    (i) => `Jan  ${i} 03:0${i}:05 host1 app[17]: `, (i) => `[0${i}:12] worker-3: `, (i) => `seq=${i} time=2026-01-02T0${i}:04:05+01:00 `,
    (i) => `web_1 #${i} +${i}.5s `, (i) => `{"ts":176000000${i}.25,"msg":"`, (i) => `[${i}] 1${i}ms | `, (i) => `0${i}/Jan/2026:1${i}:02:03 `,
  ];
  for (const prefix of prefixes) {
    const views = viewsOf(...[1, 2, 3, 4].map((i) => prefix(i) + gc(i, i)));
    assert.deepEqual(views.summary().programs.map(({ collections }) => collections), [4], prefix(1));
  }
});

test('a counter before the lines that is written as a name does not make other programs, however high', () => {
  const line = (i: number) => (i % 2 === 0 ? gc(i / 2 + 1, i) : sched(1000 * i));
  const prefixes = [(i: number) => `[line ${i}] `, (i: number) => `app-${i} | `, (i: number) => `2026-01-02 web[${i}]: `];
  for (const prefix of prefixes) {
    const lines = Array.from({ length: 2500 }, (_, i) => prefix(i + 1) + line(i));
    const { programs, programCount } = viewsOf(...lines).summary();
    assert.equal(programCount, 1, prefix(1));
    const { firstLine, lastLine, collections, states, seconds } = programs[0]!;
    assert.deepEqual([firstLine, lastLine, collections, states, seconds], [1, 2500, 1250, 1250, 2499]);
  }
  const again = [gc(1, 1), gc(2, 2), gc(1, 0.5), gc(2, 1)].map((text, i) => `[line ${i}] ${text}`);
  const started = viewsOf(...again);
  const lines = started.summary().programs.map(({ firstLine, lastLine }) => [firstLine, lastLine]);
  assert.deepEqual(lines, [[1, 2], [3, 4]]);
});

test('a program knows with which collection its lines begin, and when', () => {
  const lines = [`a ${gc(197, 60)}`, `a ${gc(198, 61)}`, `b ${sched(5000)}`, `b ${gc(1, 6)}`, `c ${sched(3000)}`];
  const views = viewsOf(...lines);
  const programs = views.summary().programs.map(({ firstCollection, firstSeconds }) => [firstCollection, firstSeconds]);
  assert.deepEqual(programs, [[197, 60], [1, 5], [0, 3]]);
});

test('times and numbers before the lines do not make other programs, and lost lines do not either', () => {
  const stamped = (i: number, line: string) => `2026-01-02T03:04:${10 + i}.${i}37Z stderr F ${line}`;
  const views = viewsOf(stamped(1, gc(1, 1)), stamped(2, sched(1500)), stamped(3, gc(4, 2)), stamped(4, sched(2500)));
  assert.deepEqual(views.summary().programs.map(({ collections, states }) => [collections, states]), [[2, 2]]);
});

test('the cells of a line are its figures as printed, and one that is computed', () => {
  const [, row] = viewsOf(gc(1, 0.5), gc(2, 1, { rest: ' (forced)' })).rows({ kind: 'gc', from: 0, limit: 5 });
  assert.deepEqual(Object.fromEntries(LOG_TABLES.gc.map((name, i) => [name, row!.cells[i]])), {
    'time (s)': '1.000', gc: '2', 'heap start (MB)': '4', 'heap end (MB)': '5', 'live (MB)': '3', 'goal (MB)': '8',
    'sweep termination pause (ms)': '0.010', 'mark (ms)': '1.2', 'mark termination pause (ms)': '0.10',
    'CPU since start (%)': '2', 'computed CPU since last (%)': '0.40', 'stacks (MB)': '1', 'globals (MB)': '0',
    'sweep termination CPU (ms)': '1.0', 'assist CPU (ms)': '0.50', 'background CPU (ms)': '2.0',
    'idle CPU (ms)': '9.0', 'mark termination CPU (ms)': '0.50', P: '2', remarks: 'forced',
  });
  assert.equal(row!.text, gc(2, 1, { rest: ' (forced)' }));
  const states = viewsOf(sched(0, 5), sched(500, 105)).rows({ kind: 'sched', from: 1, limit: 5 });
  assert.deepEqual(states[0]!.cells, ['500', '6', '2', '0', '2', '1', '0', '3', '3', '112', '200.00']);
});

test('the computed share is empty after lost lines, and at the begin of a log that lacks the first collections', () => {
  const place = LOG_TABLES.gc.indexOf('computed CPU since last (%)');
  const sharesOf = (...lines: readonly string[]) => {
    return viewsOf(...lines).rows({ kind: 'gc', from: 0, limit: 9 }).map(({ cells }) => cells[place]);
  };
  const [known, lost, next] = sharesOf(gc(1, 0.5), gc(60, 30), gc(61, 30.5)).map((cell) => cell !== '');
  assert.deepEqual([known, lost, next], [true, false, true]);
  const late = sharesOf(gc(1000, 500), gc(1001, 500.5));
  assert.deepEqual(late, ['', '0.40']);
});

test('milliseconds are written with the digits that Go prints, or all that there are', () => {
  const printed = ['0', '0.001', '0.010', '0.099', '0.10', '1.0', '1.2', '9.9', '10', '123', '0.123', '1.25'];
  assert.deepEqual(printed.map((text) => millisecondsText(Number(text))), printed);
});

test('a moment picks the nearest line of each kind, and a range counts its lines and sums the pauses', () => {
  const views = viewsOf('started', gc(1, 0.5), gc(2, 1), sched(1100), gc(3, 3), gc(1, 1));
  const moment = views.pick({ from: 1.04, to: 1.04 });
  assert.deepEqual([moment.gc.first?.line, moment.sched.first?.line], [3, 4]);
  const range = views.pick({ program: 0, from: 0.7, to: 3 });
  assert.deepEqual([range.gc.count, range.gc.first?.line, range.sched.count], [2, 3, 1]);
  assert.equal(range.gc.pause.toFixed(3), '0.220');
  assert.deepEqual(views.pick({ program: 0, from: 1.5, to: 2 }).gc, { count: 0, pause: 0 });
});

test('the whole table is written as CSV, with the line in the text', () => {
  const csv = finish(viewsOf('x', gc(1, 0.5), gc(1, 0.5)).csv('gc', {})).split('\r\n');
  assert.equal(csv.length, 4);
  assert.equal(csv[0], ['program', 'line', ...LOG_TABLES.gc, 'text'].join(','));
  assert.ok(csv[2]!.startsWith('2,3,0.500,1,4,5,3,8,0.010,1.2,0.10,2,') && csv[2]!.endsWith(`"${gc(1, 0.5)}"`));
});

test('lines far from each other are found, in UTF-16 too', () => {
  const lines = Array.from({ length: 2000 }, (_, i) => (i === 1500 ? gc(1, 0.5) : `é ${i}`));
  const bytes = new Uint8Array([0xff, 0xfe, ...Buffer.from(lines.join('\r\n'), 'utf16le')]);
  const text = inUtf8(bytes);
  const views = new LogViews(finish(readRuntimeLog(text)), finish(LineTexts.of(text)));
  assert.deepEqual(views.rows({ kind: 'gc', from: 0, limit: 1 }).map(({ line, text: shown }) => [line, shown]), [[1501, gc(1, 0.5)]]);
});
