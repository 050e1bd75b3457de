import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { finish } from '../../src/profile/common/guard';
import { readRuntimeLog } from '../../src/runtimeLog/readRuntimeLog';
import { PROGRAMS, temporaryFolder } from './goPrograms';
import { mustRun } from './oracle';

let remove: () => Promise<void>;
let printed: { readonly stdout: string; readonly stderr: string };

before(async () => {
  const { folder, remove: removeFolder } = await temporaryFolder();
  remove = removeFolder;
  const program = join(folder, process.platform === 'win32' ? 'goroutines.exe' : 'goroutines');
  await mustRun('go', ['build', '-o', program, './goroutines'], { cwd: PROGRAMS });
  const env = { ...process.env, GODEBUG: 'gctrace=1,schedtrace=10', GOGC: '100' };
  printed = await promisify(execFile)(program, ['collect'], { env, timeout: 60_000, killSignal: 'SIGKILL' });
});
after(() => remove());

test('each collection that the program counts is a row, and all figures are known', () => {
  const { gc } = finish(readRuntimeLog(new TextEncoder().encode(printed.stderr)));
  const [count, forced] = printed.stdout.trim().split(' ').map(Number);
  assert.deepEqual([...gc.columns.gc], Array.from({ length: count! }, (_, i) => i + 1));
  assert.equal(gc.columns.forced.reduce((sum, each) => sum + each, 0), forced);
  for (const [field, column] of Object.entries(gc.columns)) assert.ok(column.every(Number.isFinite), field);
});

test('the figures of a row are those of its line, in order', () => {
  const log = finish(readRuntimeLog(new TextEncoder().encode(printed.stderr)));
  const lines = printed.stderr.split('\n');
  // Only the names of figures have digits in no line, so all digits are figures.
  const figuresIn = (line: string) => [...line.matchAll(/\d+(?:\.\d+)?/g)].map(([text]) => Number(text));
  const gc = Object.entries(log.gc.columns).filter(([field]) => field !== 'forced' && field !== 'leakCheck');
  for (let row = 0; row < log.gc.count; row++) {
    assert.deepEqual(gc.map(([, column]) => column[row]), figuresIn(lines[log.gc.lines[row]! - 1]!));
  }
  const { queued, ticks, ...sched } = log.sched.columns;
  assert.ok(log.sched.count > 1);
  for (let row = 0; row < log.sched.count; row++) {
    const [state, queues, counted] = lines[log.sched.lines[row]! - 1]!.split(/ \[| schedticks=\[/);
    assert.deepEqual(Object.values(sched).map((column) => column[row]), figuresIn(state!));
    const sum = (text: string) => figuresIn(text).reduce((total, each) => total + each, 0);
    assert.deepEqual([queued[row], ticks[row]], [sum(queues!), sum(counted!)]);
  }
});
