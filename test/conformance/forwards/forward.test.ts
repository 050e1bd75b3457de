import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';
import { endpointsOf } from '../../../src/live/targets/endpoints';
import { Forward, type ForwardOptions, type ForwardState } from '../../../src/live/targets/forward';
import { repoRoot } from '../../host/paths.mjs';

const FORWARDER = path.join(import.meta.dirname, 'forwarder.mjs');
const { signal } = new AbortController();
const started: Forward[] = [];
after(() => Promise.all(started.map((forward) => forward.end())));

/** A port of this machine that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function start(port: number, options: readonly string[], others: Partial<ForwardOptions> = {}) {
  const states: ForwardState[] = [];
  const deaths: string[] = [];
  const printed: string[] = [];
  const forward = new Forward({
    words: [process.execPath, FORWARDER, String(port), ...options],
    endpoints: endpointsOf([`127.0.0.1:${port}`]),
    cwd: repoRoot,
    env: Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ''])),
    onOutput: (text) => printed.push(text),
    onState: (state) => states.push(state),
    onDeath: (reason, isStartedAgain) => deaths.push(`${isStartedAgain} ${reason}`),
    ...others,
  });
  started.push(forward);
  return { forward, states, deaths, printed };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    assert.ok(tries < 400, what);
    await pause(50);
  }
}

const answers = async (port: number) => fetch(`http://127.0.0.1:${port}/`).then(({ ok }) => ok, () => false);

test('a forward is ready when its port accepts connections, and its end ends what it started', async () => {
  const port = await freePort();
  const { forward, printed } = start(port, ['--late', '400', '--child']);
  await forward.ready(signal);
  assert.ok(await answers(port));
  assert.match(printed.join(''), /^\$ .*forwarder\.mjs \d+ --late 400 --child\n[^]*Forwarding from/);
  const child = Number(/child (\d+)/.exec(printed.join(''))![1]);
  assert.ok(isAlive(child));
  await forward.end();
  assert.ok(!(await answers(port)));
  await until('the child ends', () => !isAlive(child));
  await assert.rejects(forward.ready(signal), /was ended/);
});

test('a forward that dies is started again, and says why it died', async () => {
  const port = await freePort();
  const { forward, deaths } = start(port, ['--dies', '700'], { pausesMs: [50, 50] });
  await forward.ready(signal);
  await until('a death', () => deaths.length > 0);
  await forward.ready(signal);
  assert.ok(await answers(port));
  assert.match(deaths[0]!, /^true .* ended with status 1: error: lost connection to pod\.$/);
});

test('a forward that dies again and again is given up', async () => {
  const { forward, deaths } = start(await freePort(), ['--dies', '400'], { pausesMs: [20] });
  await until('the end', () => forward.isOver);
  assert.deepEqual(deaths.map((text) => text.split(' ', 1)[0]), ['true', 'false']);
  await assert.rejects(forward.ready(signal), { name: 'CaptureError', message: /ended 2 times in a row/ });
});

test('a forward that finds its port in use when it is started again says so, and its secrets are not printed', async () => {
  const port = await freePort();
  const { forward, deaths, printed } = start(port, ['--dies', '300', '--token', 's3cret'], { pausesMs: [400] });
  await forward.ready(signal);
  await until('a death', () => deaths.length > 0);
  const other = createServer().listen(port, '127.0.0.1');
  await until('the end', () => forward.isOver);
  other.close();
  assert.match(deaths[1]!, new RegExp(`^false Another program already accepts connections on port ${port}: end it`));
  assert.match(printed[0]!, /--token …\n$/);
});

test('a command that cannot work says why: what it printed, or that it is not there, or too slow', async () => {
  const failure = async (options: readonly string[], others: Partial<ForwardOptions> = {}): Promise<string> => {
    const { forward } = start(await freePort(), options, others);
    return forward.ready(signal).then(() => 'ready', (error: Error) => error.message);
  };
  assert.match(await failure(['--fails']), /ended with status 1 before port \d+ accepted connections: error: pods "api" not found\.$/);
  assert.match(await failure(['--background']), /with status 0 before .* goes to the background, as ssh -f does, cannot be used\.$/);
  assert.match(await failure(['--late', '9999'], { limitMs: 500 }), /runs, but nothing accepts connections on port \d+/);
  assert.equal(await failure([], { words: ['no-such-kubectl', 'port-forward'] }), 'no-such-kubectl was not found: install it, or put its folder on the PATH.');
  assert.match(await failure(['--exits', '127']), /forwarder\.mjs \d+ ended with status 127 before port \d+ accepted connections: sh: 1: relay: not found\.$/);
  assert.match(await failure([], { words: [path.join(repoRoot, 'package.json')] }), /package\.json cannot be run: you have no permission to execute it\.$/);
  assert.equal(await failure([], { words: ['tool'], cwd: '/no such folder' }), 'tool cannot run in /no such folder: there is no such folder.');
});

test('a port that another program uses is named before the command runs', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const { forward, printed } = start(port, []);
  await assert.rejects(forward.ready(signal), new RegExp(`Another program already accepts connections on port ${port}: end it`));
  assert.deepEqual(printed, []);
  other.close();
});

test('waiting for a forward can be cancelled, and the forward goes on', async () => {
  const port = await freePort();
  const { forward } = start(port, ['--late', '600']);
  await assert.rejects(forward.ready(AbortSignal.timeout(100)), { name: 'TimeoutError' });
  await forward.ready(signal);
});

test('a forward does not outlive a window that is killed', { skip: process.platform === 'win32' }, async () => {
  const port = await freePort();
  const window = await windowWith(port);
  let text = '';
  window.stdout!.on('data', (piece: Buffer) => (text += piece.toString()));
  await until('the forward is ready', () => /ready/.test(text));
  const child = Number(/child (\d+)/.exec(text)![1]);
  assert.ok(await answers(port) && isAlive(child));
  window.kill('SIGKILL');
  await until('the child ends', () => !isAlive(child));
  assert.ok(!(await answers(port)));
});

/** A process that keeps a forward, as a window of VS Code does. */
async function windowWith(port: number): Promise<ChildProcess> {
  const contents = `
    import { Forward } from './src/live/targets/forward';
    const forward = new Forward({
      words: [process.execPath, ${JSON.stringify(FORWARDER)}, '${port}', '--child'],
      endpoints: [{ host: '127.0.0.1', port: ${port} }],
      cwd: '.', env: process.env, onState() {}, onDeath() {},
      onOutput: (text) => process.stdout.write(text),
    });
    forward.ready(new AbortController().signal).then(() => process.stdout.write('ready'));
    setInterval(() => {}, 1000);
  `;
  const { outputFiles: [{ text }] } = await build({
    stdin: { contents, resolveDir: repoRoot, loader: 'ts' }, bundle: true, write: false, platform: 'node', format: 'cjs',
  });
  return spawn(process.execPath, ['-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('a command that cannot be started ends the wait for its port at once, and a cancelled wait leaves nothing behind', async () => {
  const port = await freePort();
  const { forward } = start(port, ['--late', '60000']);
  for (let turn = 0; turn < 3; turn++) {
    await assert.rejects(forward.ready(AbortSignal.abort()), { name: 'AbortError' });
    const cancelled = new AbortController();
    const waiting = forward.ready(cancelled.signal);
    cancelled.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    assert.equal(getEventListeners(cancelled.signal, 'abort').length, 0);
  }
  const unstarted = start(port, [], { cwd: path.join(repoRoot, 'no such folder') }).forward;
  await assert.rejects(unstarted.ready(signal), { failure: 'unreachable' });
});
