import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ProgramKind } from '../../../../src/go/captureTypes';
import { RunFolder } from '../../../../src/go/agent/runFolder';
import { type ProfileSink, RunningProgram } from '../../../../src/features/program/runningProgram';
import { until } from '../../../shared/until';

/** A run whose agent and terminal are played by the test. */
async function runOf(t: TestContext, kinds: readonly ProgramKind[]) {
  const root = mkdtempSync(join(tmpdir(), 'running-'));
  t.after(() => rmSync(root, { recursive: true }));
  const folder = await RunFolder.make(join(root, 'run0'), kinds);
  const write = (name: string, text: string) => writeFileSync(join(root, 'run0', name), text);
  const read = (name: string) => readFileSync(join(root, 'run0', name), 'utf8');
  let end!: (code: number | undefined) => void;
  const ended = new Promise<number | undefined>((resolve) => (end = resolve));
  const program = new RunningProgram('app', folder, { ended, terminate: () => end(undefined) }, 1 << 20);
  const shown: string[] = [];
  const figures: string[] = [];
  const taken: (number | undefined)[] = [];
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
  const sink: ProfileSink = {
    addPieces: async (kind, pieces) => void shown.push(`${kind} ${pieces.map(({ bytes }) => text(bytes)).join('+')}`),
    addFigures: async ({ text, isAnew }) => void figures.push(`${isAnew ? 'anew ' : ''}${text}`),
    add: async (kind, bytes, { isWanted, takenAt } = {}) => {
      taken.push(takenAt);
      shown.push(`${kind} ${text(bytes)}${isWanted ? '!' : ''}`);
    },
  };
  const following = program.follow(sink, new AbortController().signal);
  const dated = (name: string, seconds: number) => utimesSync(join(root, 'run0', name), seconds, seconds);
  return { program, following, shown, figures, taken, write, read, dated, end, sink };
}

test('pieces are shown as they come, each once, and what comes with the end too', async (t) => {
  const { following, shown, write, end } = await runOf(t, ['cpu', 'memory']);
  write('cpu.0.pb.gz', 'a');
  await until(() => shown.length === 1);
  write('cpu.1.pb.gz', 'b');
  write('cpu.2.pb.gz', 'c');
  write('memory.pb.gz', 'm');
  write('end', 'exit');
  end(0);
  const { ending, exitCode } = await following;
  assert.deepEqual([ending, exitCode], [{ how: 'exited' }, 0]);
  assert.equal(shown[0], 'cpu a');
  assert.equal(shown.at(-1), 'memory m');
  assert.match(shown.slice(1, -1).join(' '), /^cpu b(\+| cpu )c$/);
});

test('of cpu and wall, the first to be shown is cpu, unless it cannot be taken', async (t) => {
  const both = await runOf(t, ['cpu', 'wall']);
  both.write('wall.0.pb.gz', 'w');
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.deepEqual(both.shown, []);
  both.write('cpu.0.pb.gz', 'c');
  await until(() => both.shown.length === 2);
  assert.deepEqual(both.shown, ['cpu c', 'wall w']);
  both.end(0);
  await both.following;
  const failed = await runOf(t, ['cpu', 'wall']);
  failed.write('failed.cpu', 'no');
  failed.write('wall.0.pb.gz', 'w');
  await until(() => failed.shown.length === 1);
  failed.end(0);
  await failed.following;
});

test('a heap that is wanted now is shown once the program has written it', async (t) => {
  const { program, following, shown, write, read, end } = await runOf(t, ['cpu']);
  const taking = program.take('memory');
  await until(() => orderIn(read) === '1 memory');
  write('memory.pb.gz', 'heap');
  write('done', '1');
  assert.equal(await taking, true);
  assert.deepEqual(shown, ['memory heap!']);
  end(0);
  await following;
});

test('a heap has the moment of the run at which it was written', async (t) => {
  const { program, following, taken, write, read, dated, end } = await runOf(t, ['cpu', 'memory']);
  const taking = program.take('memory');
  await until(() => orderIn(read) === '1 memory');
  write('pid', '1');
  dated('pid', 1000);
  write('memory.pb.gz', 'heap');
  dated('memory.pb.gz', 1012.3);
  write('done', '1');
  await taking;
  dated('memory.pb.gz', 1020);
  end(0);
  await following;
  assert.deepEqual(taken, [12_300, 20_000]);
});

test('a heap that is wanted of a program that ends is not waited for', async (t) => {
  const { program, following, end } = await runOf(t, ['cpu']);
  const taking = program.take('memory');
  end(1);
  await following;
  assert.equal(await taking, false);
});

test('what the runtime printed until a program is detached stays, though the agent empties it', async (t) => {
  const { program, following, write } = await runOf(t, ['cpu']);
  write('runtime.log', 'gc 1\ngc 2\nhalf');
  await program.detach();
  write('runtime.log', '');
  write('end', 'detached');
  await following;
  assert.equal(Buffer.from((await program.runtimeLog(new AbortController().signal))!).toString(), 'gc 1\ngc 2\n');
});

test('a detached program is followed until it has written what it has', async (t) => {
  const { program, following, shown, write, read, end } = await runOf(t, ['cpu']);
  await program.detach();
  assert.equal(orderIn(read), '1 detach');
  write('cpu.0.pb.gz', 'a');
  write('end', 'detached');
  assert.deepEqual((await following).ending, { how: 'detached' });
  assert.deepEqual(shown, ['cpu a']);
  end(0);
});

test('a program that cannot be followed has time to write and to stop measuring, but not long', async (t) => {
  const { program, following, write, read, end } = await runOf(t, ['cpu']);
  let isAbandoned = false;
  const abandoning = program.abandon().then(() => (isAbandoned = true));
  await until(() => orderIn(read) === '1 detach');
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(isAbandoned, false);
  write('end', 'detached');
  await abandoning;
  await following;
  end(0);
  // One that does not react.
  const other = await runOf(t, ['cpu']);
  await other.program.abandon();
  other.end(0);
  await other.following;
});

test('without a word of the agent, a program was killed; with the text of a crash, it crashed', async (t) => {
  const killed = await runOf(t, ['cpu']);
  killed.end(undefined);
  assert.deepEqual((await killed.following).ending, { how: 'killed' });
  const crashed = await runOf(t, ['cpu']);
  crashed.write('crash', 'panic: no\n');
  crashed.end(2);
  assert.deepEqual((await crashed.following).ending, { how: 'crashed', text: 'panic: no' });
});

test('pieces that were shown are deleted, because a service may run for days', async (t) => {
  const { following, shown, write, read, end } = await runOf(t, ['cpu']);
  write('cpu.0.times', '500 80');
  write('cpu.0.pb.gz', 'a');
  await until(() => shown.length === 1);
  await until(() => textOf(read, 'cpu.0.pb.gz') === '' && textOf(read, 'cpu.0.times') === '');
  end(0);
  await following;
});

test('figures of the runtime are read as they grow, and anew when the agent has halved them', async (t) => {
  const { following, figures, write, end } = await runOf(t, ['cpu']);
  write('figures.0', 'a\n');
  await until(() => figures.length === 1);
  write('figures.0', 'a\nb\n');
  await until(() => figures.length === 2);
  write('figures.1', 'ab\n');
  write('figures.2.tmp', 'x');
  await until(() => figures.length === 3);
  write('figures.1', 'ab\nc\n');
  end(0);
  await following;
  assert.deepEqual(figures, ['a\n', 'b\n', 'anew ab\n', 'c\n']);
});

test('a kind that the program could not write is named with the reason', async (t) => {
  const { following, write, end } = await runOf(t, ['cpu', 'mutex']);
  write('failed.mutex', 'no space left on device');
  end(0);
  assert.deepEqual((await following).missing, [{ kind: 'mutex', reason: 'no space left on device' }]);
});

test('a program that the user ended without a word was not killed', async (t) => {
  const { program, following, end } = await runOf(t, ['cpu']);
  program.kill();
  end(undefined);
  assert.deepEqual((await following).ending, { how: 'stopped' });
});

test('the time of a run is that of its process, however long its profiles take to show', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1000 });
  const { following, write, end, sink } = await runOf(t, ['cpu']);
  sink.addPieces = async () => void t.mock.timers.setTime(60_000);
  t.mock.timers.setTime(3500);
  end(0);
  write('cpu.0.pb.gz', 'a');
  assert.equal((await following).seconds, 2.5);
});

function textOf(read: (name: string) => string, name: string): string {
  try {
    return read(name);
  } catch {
    return '';
  }
}

function orderIn(read: (name: string) => string): string {
  return textOf(read, 'control');
}
