import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { CaptureError } from '../../../../src/common/captureError';
import { type LoadOptions, type LoadRun, runLoad } from '../../../../src/live/load/runLoad';
import { isRunning } from '../../../shared/processes';
import { until } from '../../../shared/until';
import { HEY014_CSV, HEY015, VEGETA_ERRORS_JSON, WRK } from './outputs';

const folder = mkdtempSync(path.join(tmpdir(), 'load-'));
after(() => rmSync(folder, { recursive: true }));

const ENV = { PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` };
const POSIX = { skip: process.platform === 'win32' };

function load(words: readonly string[], options: Partial<LoadOptions> = {}): Promise<LoadRun> {
  return runLoad({ words, cwd: folder, env: ENV, signal: new AbortController().signal, ...options });
}

/** Runs a Node program given as text. */
const node = (program: string, options?: Partial<LoadOptions>) => load([process.execPath, '-e', program], options);
const prints = (text: string, stream = 'stdout') => `process.${stream}.write(${JSON.stringify(text)});`;

/** Makes a program in the folder that is on PATH. */
function install(name: string, program: string): void {
  writeFileSync(path.join(folder, name), `#!${process.execPath}\n${program}`);
  chmodSync(path.join(folder, name), 0o755);
}

async function failureOf(run: Promise<unknown>): Promise<CaptureError> {
  const error: unknown = await run.then(() => assert.fail('no failure'), (reason: unknown) => reason);
  assert.ok(error instanceof CaptureError);
  return error;
}

test('runs a command, passes its output on, and reads its report', async () => {
  let passed = '';
  const before = Date.now();
  const { exitCode, output, result, startedAt, endedAt } = await node(`${prints('warm\n', 'stderr')}${prints(HEY015)}`, {
    onOutput: (text) => (passed += text),
  });
  assert.deepEqual([exitCode, result?.tool, result?.printedRate], [0, 'hey', '27801.9363']);
  assert.ok(output.includes('warm') && output.includes(HEY015) && passed.includes(HEY015) && passed.includes('warm'));
  assert.ok(before <= startedAt && startedAt <= endedAt && endedAt <= Date.now());
});

test('reads a report that is printed to the standard error', async () => {
  assert.equal((await node(prints(WRK, 'stderr'))).result?.tool, 'wrk');
});

test('a command without a report has no result', async () => {
  assert.equal((await node(prints('done'))).result, undefined);
});

test('reads the report at the end of an output that is too long to keep', async () => {
  const { output, result } = await node(`process.stdout.write('x'.repeat(99) + '\\n' + 'y\\n'.repeat(4e6)); ${prints(WRK)}`);
  assert.equal(result?.requests, 112205);
  assert.ok(output.length < 3e6);
});

test('counts all rows of hey -o csv, however many', async () => {
  const [heading, ...rows] = HEY014_CSV.trim().split('\n');
  const many = `process.stdout.write(${JSON.stringify(`${heading}\n`)}); const rows = ${JSON.stringify(`${rows.join('\n')}\n`)};
    for (let i = 0; i < 5000; i++) process.stdout.write(rows);`;
  const { result } = await node(many);
  assert.deepEqual([result?.tool, result?.requests, result?.statuses?.['503']], ['hey', 100_000, 20_000]);
  assert.equal(result?.latency?.p50, 300e3);
});

test('a failed command says how it ended, with its last line, and more of them as detail', async () => {
  const program = `${prints('first\nunable to connect to 127.0.0.1:1 Connection refused.\n', 'stderr')} process.exitCode = 1`;
  const { failure, message, detail } = await failureOf(node(program));
  assert.match(message, /^node(?:js)? failed with exit code 1: unable to connect to 127\.0\.0\.1:1 Connection refused\.$/);
  assert.deepEqual([failure, detail], ['failed', 'first\nunable to connect to 127.0.0.1:1 Connection refused.']);
  assert.match((await failureOf(node('process.exitCode = 3'))).message, /failed with exit code 3 without a message\.$/);
});

test('a report counts although the command failed after it', async () => {
  const { exitCode, result } = await node(`${prints(WRK)} process.exitCode = 99`);
  assert.deepEqual([exitCode, result?.tool], [99, 'wrk']);
});

test('says how to install a tool that is missing, also one that a script needs', async () => {
  const missing = await failureOf(load(['bombardier', 'x'], { env: { PATH: folder } }));
  assert.deepEqual([missing.failure, missing.message.split(':')[0]], ['toolNotFound', 'bombardier was not found on PATH']);
});

test('names the tool that a script needs and does not find', POSIX, async () => {
  const { failure, message } = await failureOf(load(['/bin/sh', '-c', 'wrk -d1s x'], { env: { PATH: folder } }));
  assert.equal(failure, 'toolNotFound');
  assert.match(message, /^wrk was not found on PATH: to install it, run apt install wrk/);
});

test('says that the folder is missing', async () => {
  const { message } = await failureOf(node('', { cwd: path.join(folder, 'none') }));
  assert.match(message, /there is no such folder\.$/);
});

test('reads the binary results of vegeta attack with vegeta report', POSIX, async () => {
  install('vegeta', `
    if (process.argv[2] === 'attack') process.stdout.write(Buffer.alloc(1 << 22, 7));
    else {
      let bytes = 0;
      process.stdin.on('data', (data) => { bytes += data.length; }).on('end', () => {
        console.error(process.argv.slice(2).join(' '), bytes);
        ${prints(VEGETA_ERRORS_JSON)}
      });
    }`);
  const { result, output } = await load(['vegeta', 'attack', '-rate=5']);
  assert.deepEqual([result?.tool, result?.requests], ['vegeta', 200]);
  assert.ok(output.includes(`report -type=json ${1 << 22}`) && !output.includes('\u0007'));
});

test('vegeta report is not run if the attack fails, or writes to a file', POSIX, async () => {
  install('vegeta', `
    if (process.argv[2] === 'report') require('node:fs').writeFileSync('reported', '');
    else if (process.argv[3] === '-bad') { console.error('flag provided but not defined: -bad'); process.exitCode = 1; }
    else ${prints('written')}`);
  const { message } = await failureOf(load(['vegeta', 'attack', '-bad']));
  assert.equal(message, 'vegeta failed with exit code 1: flag provided but not defined: -bad.');
  for (const words of [['-output=a.bin'], ['-output', 'a.bin']]) {
    assert.equal((await load(['vegeta', 'attack', ...words])).output, 'written');
  }
  assert.throws(() => chmodSync(path.join(folder, 'reported'), 0o600), { code: 'ENOENT' });
});

test('a failure of vegeta report is that of the load', POSIX, async () => {
  install('vegeta', `
    if (process.argv[2] === 'attack') process.stdout.write(Buffer.alloc(1 << 22));
    else { console.error('encode: can\\'t detect encoding'); process.exitCode = 1; }`);
  const { message } = await failureOf(load(['vegeta', 'attack']));
  assert.equal(message, "vegeta failed with exit code 1: encode: can't detect encoding.");
});

test('an interrupt lets the tool print its report', POSIX, async () => {
  const interrupt = new AbortController();
  let output = '';
  const running = node(`process.on('SIGINT', () => { ${prints(WRK)} process.exit(130); }); ${prints('ready')} setInterval(() => {}, 1000)`, {
    interrupt: interrupt.signal,
    onOutput: (text) => (output += text),
  });
  await until(() => output.includes('ready'));
  interrupt.abort();
  assert.equal((await running).result?.tool, 'wrk');
});

test('cancelling ends the command and all that it started', POSIX, async () => {
  const controller = new AbortController();
  let output = '';
  const program = `const { spawn } = require('node:child_process'); const child = spawn('sleep', ['1000']);
    child.on('spawn', () => console.log('pids', process.pid, child.pid)); setInterval(() => {}, 1000)`;
  const running = node(program, { signal: controller.signal, onOutput: (text) => (output += text) });
  const failed = assert.rejects(running, { name: 'AbortError' });
  await until(() => /pids \d+ \d+\n/.test(output));
  controller.abort();
  await failed;
  assert.deepEqual((output.match(/\d+/g) ?? []).map(Number).filter(isRunning), []);
});
