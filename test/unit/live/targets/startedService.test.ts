import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../../../src/live/targets/freePort';
import { StartedService, type StartOptions } from '../../../../src/live/targets/startedService';
import { isRunning } from '../../../shared/processes';
import { until } from '../../../shared/until';

const { signal } = new AbortController();

/** A service that runs a program for Node, to which the port is `PORT`. */
async function options(script: string, limitMs?: number): Promise<StartOptions> {
  const port = await freePort(new Set());
  const env = { ...(process.env as Record<string, string>), PORT: String(port) };
  const url = new URL(`http://localhost:${port}/debug/pprof/`);
  return { name: 'api', file: process.execPath, args: ['-e', script], cwd: import.meta.dirname, env, url, ...(limitMs && { limitMs }) };
}

const SERVING = `require('node:http').createServer((_, response) => response.writeHead(404).end(String(process.pid)))
  .listen(Number(process.env.PORT), '127.0.0.1');`;

async function pidOf({ url }: StartOptions): Promise<number> {
  return Number(await (await fetch(url)).text());
}

test('a service is ready when it answers, with any status, and ends when it is ended', async () => {
  const known = await options(`setTimeout(() => { ${SERVING} }, 200)`);
  const service = await StartedService.start(known, signal);
  const pid = await pidOf(known);
  assert.deepEqual([isRunning(pid), service.failure], [true, undefined]);
  await service.end();
  assert.deepEqual([isRunning(pid), service.failure], [false, undefined]);
});

test('a service that ends before it answers is the error, with what it printed last', async () => {
  const { url, ...rest } = await options(`console.error('starting'); console.error('no DSN.'); process.exit(3)`);
  await assert.rejects(StartedService.start({ url, ...rest }, signal), {
    name: 'CaptureError',
    failure: 'unreachable',
    message: `api ended with status 3 before it answered at ${url.host}. It printed: no DSN.`,
    detail: 'starting\nno DSN.',
  });
});

test('a service that never answers is ended, and the error says how it gets its port', async () => {
  const known = await options(`console.log(process.pid); setInterval(() => {}, 1000)`, 1500);
  const error = await StartedService.start(known, signal).catch((reason: Error) => reason);
  const [, pid] = /It printed: (\d+)\.$/.exec((error as Error).message) ?? assert.fail(String(error));
  assert.match(String(error), /api runs, but does not answer at localhost:\d+ after 2 s: give it this port as \$\{port\} in its arguments, or let it read the variable PORT\./);
  assert.equal(isRunning(Number(pid)), false);
});

test('a program that is not there, and one that ends while it is measured, are said', async () => {
  const missing = { ...(await options('')), file: '/nowhere/api' };
  await assert.rejects(StartedService.start(missing, signal), /^CaptureError: api cannot be started \(.*ENOENT\) before it answered/);
  const known = await options(`${SERVING} setTimeout(() => { console.log('panic: late'); process.exit(2) }, 600)`);
  const service = await StartedService.start(known, signal);
  await until(() => service.failure !== undefined);
  assert.equal(service.failure!.message, 'api ended with status 2 while it was measured. It printed: panic: late.');
  await service.end();
});

test('cancelling ends a service that does not answer yet', async () => {
  const known = await options(`setInterval(() => {}, 1000)`);
  await assert.rejects(StartedService.start(known, AbortSignal.timeout(300)), /abort/i);
});
