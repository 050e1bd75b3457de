import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Connection } from '../../../src/http/connection';
import { fetchLeaks, type ServiceLeaks } from '../../../src/live/leaksRequest';

async function fetched(answer: RequestListener, connection?: Connection): Promise<ServiceLeaks> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const index = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/debug/pprof/?token=s3cret`);
    return await fetchLeaks(index, new AbortController().signal, connection);
  } finally {
    server.close();
  }
}

test('a service looks until two searches in a row find as many leaked goroutines', async () => {
  const totals = [1, 3, 3, 9];
  const asked: string[] = [];
  const found = await fetched(({ url = '' }, response) => {
    asked.push(url);
    response.end(url.endsWith('debug=1') ? `goroutineleak profile: total ${totals.shift()}\n` : 'goroutine 1 [running]:\n');
  });
  assert.deepEqual([found.count, new TextDecoder().decode(found.text)], [3, 'goroutine 1 [running]:\n']);
  const [counts, stacks] = ['/debug/pprof/goroutineleak?debug=1', '/debug/pprof/goroutineleak?debug=2'];
  assert.deepEqual(asked, [counts, counts, counts, stacks]);
});

test('a service whose Go does not look for leaks, or that answers something else, is told apart', async () => {
  await assert.rejects(
    fetched((_, response) => response.writeHead(404).end('Unknown profile\n')),
    /127\.0\.0\.1:\d+ does not look for leaked goroutines: build it with Go 1\.27 or newer, or with Go 1\.26 and GOEXPERIMENT=goroutineleakprofile\.$/,
  );
  await assert.rejects(fetched((_, response) => response.end('hello')), /answered something else than leaked goroutines\.$/);
  await assert.rejects(fetched((_, response) => response.writeHead(500).end('no')), /500/);
});

test('a service that is saved with a token is asked with it, and no message repeats it', async () => {
  const seen: (string | undefined)[] = [];
  const connection = { headers: { authorization: 'Bearer t0psecret' } };
  const answer: RequestListener = ({ headers: { authorization } }, response) => {
    seen.push(authorization);
    response.writeHead(500).end(`no: ${authorization}`);
  };
  await assert.rejects(fetched(answer, connection), (error: Error) => /500/.test(error.message) && !error.message.includes('t0psecret'));
  assert.deepEqual(seen, ['Bearer t0psecret']);
});

test('a service that is busy is asked again when it wants to be', async () => {
  let isBusy = true;
  const found = await fetched(({ url = '' }, response) => {
    if (!isBusy) return response.end(url.endsWith('debug=1') ? 'goroutineleak profile: total 2\n' : 'goroutine 1 [running]:\n');
    isBusy = false;
    return response.writeHead(503, { 'retry-after': '0' }).end();
  });
  assert.equal(found.count, 2);
});
