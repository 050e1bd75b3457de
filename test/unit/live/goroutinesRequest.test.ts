import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import {
  CUT_BYTES, fetchGoroutines, type GoroutinesOptions, MANY_GOROUTINES, type ServiceGoroutines,
} from '../../../src/live/goroutinesRequest';

const STACKS = 'goroutine 1 [running]:\nmain.main()\n\t/app/main.go:3 +0x1\n';
const COUNTS = 'goroutine profile: total 1\n1 @ 0x1\n#\t0x1\tmain.main+0x1\t/app/main.go:3\n';

async function fetched(answer: RequestListener, options: Partial<GoroutinesOptions> = {}): Promise<ServiceGoroutines> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const index = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/debug/pprof/?token=s3cret`);
    return await fetchGoroutines({ index, signal: new AbortController().signal, ...options });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const text = ({ text: bytes }: ServiceGoroutines) => new TextDecoder().decode(bytes);
const isStacks = (url: string | undefined) => url?.includes('debug=2') ?? false;

test('the goroutines are counted first, then fetched with their stacks, with the parameters of the address', async () => {
  const asked: string[] = [];
  const counted: number[] = [];
  const before = Date.now();
  const found = await fetched(({ url = '' }, response) => {
    if (!url.includes('cmdline')) asked.push(url);
    response.end(isStacks(url) ? STACKS : COUNTS);
  }, { onCounted: (total) => counted.push(total) });
  assert.deepEqual([text(found), found.total, found.lack, counted], [STACKS, 1, undefined, [1]]);
  assert.ok(found.takenAt >= before && found.takenAt <= Date.now());
  // This server does not answer with its own command line, as one that forwards.
  assert.equal(found.process, undefined);
  assert.deepEqual(asked, ['/debug/pprof/goroutine?debug=1&token=s3cret', '/debug/pprof/goroutine?debug=2&token=s3cret']);
});

test('very many goroutines are only counted, so that the service does not stop', async () => {
  const many = COUNTS.replace('total 1', `total ${MANY_GOROUTINES}`);
  const found = await fetched(({ url }, response) => response.end(isStacks(url) ? assert.fail() : many));
  assert.deepEqual([text(found), found.total, found.lack], [many, MANY_GOROUTINES, 'many']);
  const answer: RequestListener = ({ url }, response) => response.end(isStacks(url) ? assert.fail() : COUNTS);
  const sizes: number[] = [];
  const hasRoom = (bytes: number): boolean => sizes.push(bytes) === 0;
  const wanted = await fetched(answer, { hasRoom });
  assert.deepEqual([text(wanted), wanted.lack, sizes], [COUNTS, 'noRoom', [1024]]);
});

test('stacks that are cut at 64 MB, refused or no stacks leave the counts', async () => {
  const cut = Buffer.alloc(CUT_BYTES, STACKS);
  assert.deepEqual(await lackOf((_, response) => response.end(cut)), 'cut');
  assert.match(await lackOf((_, response) => response.writeHead(403).end('no')), /403 Forbidden: add credentials/);
  assert.match(await lackOf((_, response) => response.end(COUNTS)), /answered no stacks for debug=2\.$/);
  assert.match(await lackOf(({ socket }) => socket.destroy()), /closed the connection without a response\.$/);
});

async function lackOf(answer: RequestListener): Promise<string> {
  const found = await fetched((request, response) =>
    (isStacks(request.url) ? answer(request, response) : response.end(COUNTS)));
  assert.equal(text(found), COUNTS);
  return typeof found.lack === 'object' ? found.lack.message : String(found.lack);
}

test('a server without pprof, one that answers something else, and one that needs a password say so, without secrets', async () => {
  const failed = (answer: RequestListener, message: RegExp) => assert.rejects(fetched(answer), (error: Error) =>
    message.test(error.message) && !error.message.includes('s3cret'));
  await failed((_, response) => response.writeHead(404).end('404 page not found\n'), /^127\.0\.0\.1:\d+\/debug\/pprof\/ has no goroutines: does the program import net\/http\/pprof/);
  await failed((_, response) => response.end('<html>s3cret</html>'), /answered something else than goroutines: check the address\.$/);
  await failed((_, response) => response.writeHead(401).end(), /401 Unauthorized/);
});

test('a fetch of a service that hangs can be cancelled', async () => {
  const controller = new AbortController();
  const fetching = fetched(() => controller.abort(), { signal: controller.signal });
  await assert.rejects(fetching, { name: 'AbortError' });
});
