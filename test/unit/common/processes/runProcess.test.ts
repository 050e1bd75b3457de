import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { runProcess, type RunOptions, type RunResult } from '../../../../src/common/processes/runProcess';
import { isRunning } from '../../../shared/processes';
import { until } from '../../../shared/until';

const ENV = { PATH: process.env.PATH ?? '' };

/** Runs a Node program given as text. */
function run(program: string, options: Partial<RunOptions> = {}): Promise<RunResult> {
  const signal = options.signal ?? new AbortController().signal;
  return runProcess({ file: process.execPath, args: ['-e', program], cwd: tmpdir(), env: ENV, ...options, signal });
}

/** A program that starts `child` and prints both process ids, then runs forever. */
const parentOf = (child: string, spawnOptions: string, preamble = '') => `
  const { spawn } = require('node:child_process');
  ${preamble}
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], ${spawnOptions});
  child.on('spawn', () => console.log('pids', process.pid, child.pid));
  setInterval(() => {}, 1000);`;

const FOREVER = 'setInterval(() => {}, 1000)';
const STUBBORN = `process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); ${FOREVER}`;

/** Runs `program` until it has printed its process ids, aborts it, and returns the ids. */
async function abortOnceRunning(program: string, options: Partial<RunOptions> = {}) {
  const controller = new AbortController();
  let output = '';
  const running = run(program, { ...options, signal: controller.signal, onOutput: (text) => (output += text) });
  const failed = assert.rejects(running, { name: 'AbortError' });
  await until(() => /pids \d+ \d+\n/.test(output));
  const pids = output.match(/\d+/g)?.map(Number) ?? [];
  assert.ok(pids.every(isRunning));
  controller.abort();
  await failed;
  return pids;
}

test('passes on the output, and returns all of it with the exit code', async () => {
  const pieces: string[] = [];
  const program = `console.log('out é'); console.error('err'); process.exitCode = 3`;
  const result = await run(program, { onOutput: (text) => pieces.push(text) });
  assert.deepEqual(result, { exitCode: 3, signal: null, timedOut: false, stdout: 'out é\n', stderr: 'err\n' });
  assert.deepEqual(pieces.sort(), ['err\n', 'out é\n']);
});

test('passes arguments and environment as they are, without a shell', async () => {
  const args = ['-e', 'console.log(JSON.stringify([process.argv.slice(1), process.env.X]))', 'a b', '$HOME;`x`', '"'];
  const { stdout } = await run('', { args, env: { ...ENV, X: '$Y' } });
  assert.deepEqual(JSON.parse(stdout), [['a b', '$HOME;`x`', '"'], '$Y']);
});

test('names the signal that ended the program', async () => {
  const { exitCode, signal } = await run(`process.kill(process.pid, 'SIGKILL'); ${FOREVER}`);
  assert.deepEqual([exitCode, signal], [null, 'SIGKILL']);
});

test('rejects if the program does not exist', async () => {
  await assert.rejects(run('', { file: '/no/such/program' }), { code: 'ENOENT' });
});

test('does not start the program if the signal is already aborted', async () => {
  const reason = new Error('stopped before');
  await assert.rejects(run('console.log(1)', { signal: AbortSignal.abort(reason) }), reason);
});

test('when aborted, ends the program and the processes that it started', async () => {
  const pids = await abortOnceRunning(parentOf(FOREVER, `{ stdio: 'inherit' }`));
  assert.deepEqual(pids.filter(isRunning), []);
});

test('ends programs that ignore SIGTERM', async () => {
  const program = parentOf(STUBBORN, `{ stdio: 'inherit' }`, `process.on('SIGTERM', () => {});`);
  const pids = await abortOnceRunning(program, { graceMs: 100 });
  assert.deepEqual(pids.filter(isRunning), []);
});

test('ends processes that have left the process group', async () => {
  const pids = await abortOnceRunning(parentOf(STUBBORN, `{ detached: true, stdio: 'ignore' }`), { graceMs: 100 });
  assert.deepEqual(pids.filter(isRunning), []);
});

test('ends a child that ignores the first signal, even after its parent has ended', async () => {
  const pids = await abortOnceRunning(parentOf(STUBBORN, `{ stdio: 'ignore' }`), { graceMs: 100 });
  assert.deepEqual(pids.filter(isRunning), []);
});

test('after the time limit, ends the process tree and reports the limit', async () => {
  const result = await run(parentOf(FOREVER, `{ stdio: 'ignore' }`), { timeoutMs: 300, graceMs: 100 });
  assert.ok(result.timedOut);
  const pids = result.stdout.match(/\d+/g)?.map(Number) ?? [];
  assert.deepEqual(pids.filter(isRunning), []);
});

test('does not wait for a child that holds the output open after the program has ended', async () => {
  const program = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
      { detached: true, stdio: 'inherit' });
    child.unref();
    console.log('child', child.pid);`;
  const { exitCode, stdout } = await run(program);
  const child = Number(/\d+/.exec(stdout)?.[0]);
  assert.equal(exitCode, 0);
  assert.ok(isRunning(child));
  process.kill(child, 'SIGKILL');
});

test('keeps only the beginning and the end of a long output', async () => {
  const program = `
    const line = 'x'.repeat(999) + '\\n';
    process.stdout.write('first\\n');
    for (let i = 0; i < 20; i++) process.stdout.write(line.repeat(1000));
    process.stdout.write('last\\n');`;
  const { stdout } = await run(program);
  assert.ok(stdout.startsWith('first\n') && stdout.endsWith('last\n'));
  assert.match(stdout, /\n… \d+ characters left out …\n/);
  assert.ok(stdout.length < 9 << 20);
});

test('the output of one program is the input of another, at the speed of the second', async () => {
  const pipe = new PassThrough();
  const program = `for (let i = 0; i < 200; i++) process.stdout.write('x'.repeat(1 << 16))`;
  const slow = `let n = 0; process.stdin.on('data', (d) => { n += d.length; }).on('end', () => console.log(n))`;
  const [first, second] = await Promise.all([run(program, { stdoutTo: pipe }), run(slow, { stdin: pipe })]);
  assert.equal(first.stdout, '');
  assert.equal(second.stdout, `${200 << 16}\n`);
});

test('a program ends even if the one that reads its output ended before', async () => {
  const pipe = new PassThrough();
  const program = `for (let i = 0; i < 200; i++) process.stdout.write('x'.repeat(1 << 16)); console.error('done')`;
  const [first] = await Promise.all([run(program, { stdoutTo: pipe }), run('process.exit(0)', { stdin: pipe })]);
  assert.equal(first.stderr, 'done\n');
});

test('keeps no more of the output than it is told', async () => {
  const program = `process.stdout.write('a'.repeat(100) + 'b'.repeat(10000) + 'c'.repeat(100))`;
  const { stdout } = await run(program, { kept: { head: 100, tail: 100 } });
  assert.equal(stdout, `${'a'.repeat(100)}\n… 10000 characters left out …\n${'c'.repeat(100)}`);
});

test('an interrupt lets the program end by itself', { skip: process.platform === 'win32' }, async () => {
  const interrupt = new AbortController();
  let output = '';
  const program = `process.on('SIGINT', () => { console.log('report'); process.exit(0); }); console.log('ready'); ${FOREVER}`;
  const running = run(program, { interrupt: interrupt.signal, onOutput: (text) => (output += text) });
  await until(() => output.includes('ready'));
  interrupt.abort();
  const { exitCode, stdout } = await running;
  assert.deepEqual([exitCode, stdout], [0, 'ready\nreport\n']);
});
