import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readIndex } from '../../../src/live/pprofIndex';
import type { FetchProgress } from '../../../src/live/profileRequest';
import { until } from '../../shared/until';
import { failureOf, fetch } from '../../shared/fetchFailure';

type Headers = Readonly<Record<string, string>>;

const PROFILE = gzipSync(Buffer.from([0x0a, 4, 8, 1, 16, 2]));

/** Starts a server on a free port of 127.0.0.1, calls `body` with its URL, then closes it and all connections. */
async function withServer(server: Server, body: (base: URL) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/debug/pprof/`));
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  }
}

type Body = (base: URL) => Promise<void>;

const withHttp = (listener: RequestListener, body: Body) => withServer(createServer(listener), body);

/** Runs `body` with a server that writes `bytes` to every connection, and then closes the connection. */
const withBytes = (bytes: string, body: Body) =>
  withServer(createTcpServer((socket) => socket.once('data', () => socket.end(bytes))), body);

function answer(response: ServerResponse, body: string | Uint8Array, headers: Headers = {}, status = 200): void {
  response.writeHead(status, headers).end(body);
}

test('returns the bytes as sent, the final URL and the content type', () =>
  withHttp(
    (_request, response) => answer(response, PROFILE, { 'content-type': 'application/octet-stream' }),
    async (base) => {
      const { bytes, url, contentType } = await fetch(new URL('heap', base));
      assert.deepEqual(Buffer.from(bytes), PROFILE);
      assert.equal(url.pathname, '/debug/pprof/heap');
      assert.equal(contentType, 'application/octet-stream');
    },
  ));

test('sends the seconds, and reports progress while it waits', () => {
  const requested: (string | undefined)[] = [];
  const progress: FetchProgress[] = [];
  return withHttp(
    (request, response) => {
      requested.push(request.url);
      void until(() => progress.length >= 3).then(() => answer(response, PROFILE));
    },
    async (base) => {
      await fetch(new URL('profile?x=1', base), { seconds: 7, onProgress: (update) => progress.push(update) });
      assert.deepEqual(requested, ['/debug/pprof/profile?x=1&seconds=7']);
      assert.ok(progress.every(({ expectedMs }) => expectedMs === 7000));
      assert.equal(progress.at(-1)?.receivedBytes, PROFILE.length);
      assert.deepEqual([...progress].sort((a, b) => a.elapsedMs - b.elapsedMs), progress);
    },
  );
});

test('expects the duration in the URL, by default 30 seconds for a CPU profile and none for other profiles', () =>
  withHttp(
    (_request, response) => answer(response, PROFILE),
    async (base) => {
      const expected = async (path: string) => {
        const progress: FetchProgress[] = [];
        await fetch(new URL(path, base), { onProgress: (update) => progress.push(update) });
        return progress[0].expectedMs;
      };
      assert.equal(await expected('profile'), 30_000);
      assert.equal(await expected('heap?seconds=2'), 2000);
      assert.equal(await expected('heap'), undefined);
    },
  ));

test('follows a limited number of redirects, and none to other schemes', () => {
  const targets: Record<string, string> = { a: 'b', b: '/debug/pprof/heap', loop: 'loop', file: 'file:///etc/passwd' };
  return withHttp(
    (request, response) => {
      const location = targets[request.url?.split('/').at(-1) ?? ''];
      if (location === undefined) answer(response, PROFILE);
      else answer(response, 'moved', { location }, 302);
    },
    async (base) => {
      assert.equal((await fetch(new URL('a', base))).url.pathname, '/debug/pprof/heap');
      assert.equal(await failureOf(fetch(new URL('loop', base))), 'httpStatus: HOST redirects more than 10 times.');
      const other = 'httpStatus: HOST redirects to file:///etc/passwd, which is not a web address.';
      assert.equal(await failureOf(fetch(new URL('file', base))), other);
    },
  );
});

test('sends credentials to the server of the URL, but not to another server that it redirects to', () => {
  const received: string[] = [];
  const record = (name: string, { headers }: IncomingMessage) =>
    received.push(`${name} ${headers.authorization ?? '-'} ${headers.cookie ?? '-'}`);
  return withHttp(
    (request, response) => {
      record('second', request);
      answer(response, PROFILE);
    },
    (second) =>
      withHttp(
        (request, response) => {
          record('first', request);
          const location = request.url === '/debug/pprof/a' ? 'b' : new URL('heap', second).href;
          answer(response, '', { location }, 307);
        },
        async (first) => {
          const url = new URL('a', first);
          Object.assign(url, { username: 'u', password: 'p w' });
          await fetch(url, { headers: { cookie: 'c=1' } });
          const basic = `Basic ${Buffer.from('u:p w').toString('base64')}`;
          assert.deepEqual(received, [`first ${basic} c=1`, `first ${basic} c=1`, 'second - -']);
        },
      ),
  );
});

test('reports the text of an error response, or advice where the text does not help', () => {
  const plain = { 'content-type': 'text/plain; charset=utf-8' };
  const answers: Record<string, [number, Headers, string]> = {
    unknown: [404, { ...plain, 'x-go-pprof': '1' }, 'Unknown profile\n'],
    busy: [500, { ...plain, 'x-go-pprof': '1' }, 'Could not enable CPU profiling: cpu profiling already in use\n'],
    none: [404, plain, '404 page not found\n'],
    auth: [401, { 'content-type': 'text/html' }, '<h1>Log in</h1>'],
    tls: [400, {}, 'Client sent an HTTP request to an HTTPS server.\n'],
    odd: [503, plain, 'over capacity'],
    page: [500, { 'content-type': 'text/html' }, '<h1>Oops</h1>'],
    empty: [204, {}, ''],
  };
  return withHttp(
    (request, response) => {
      const [status, headers, body] = answers[request.url?.split('/').at(-1) ?? ''];
      answer(response, body, headers, status);
    },
    async (base) => {
      const failureAt = async (path: string) =>
        (await failureOf(fetch(new URL(path, base)))).replace('httpStatus: HOST/debug/pprof/', '');
      assert.equal(await failureAt('unknown'), 'unknown responded with 404 Not Found: Unknown profile.');
      assert.equal(
        await failureAt('busy'),
        'profilerInUse: Another CPU profile of HOST is being taken. Try again when it has ended.',
      );
      assert.equal(await failureAt('none'), 'none responded with 404 Not Found: does the program import net/http/pprof and serve it at this path?');
      assert.equal(
        await failureAt('auth'),
        'auth responded with 401 Unauthorized: add credentials, as in http://user:password@host/path.',
      );
      assert.equal(await failureAt('tls'), 'tls responded with 400 Bad Request: use https://.');
      assert.equal(await failureAt('odd'), 'odd responded with 503 Service Unavailable: over capacity.');
      assert.equal(await failureAt('page'), 'page responded with 500 Internal Server Error.');
      assert.equal(await failureAt('empty'), 'empty responded with 204 No Content.');
    },
  );
});

test('gives up on a server that does not respond, or stops halfway', () =>
  withServer(
    createTcpServer((socket) =>
      socket.once('data', (request) => {
        if (request.includes('half')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc');
      }),
    ),
    async (base) => {
      const failure = (path: string) => failureOf(fetch(new URL(path, base), { timeoutMs: 1000 }));
      const [hanging, half] = await Promise.all([failure('heap'), failure('half')]);
      assert.equal(hanging, 'timedOut: HOST did not respond within 1 s: check that the program is running, and not paused in a debugger.');
      const advice = 'if the connection is slow, save the profile with curl and open the file';
      assert.equal(half, `timedOut: HOST did not finish within 1 s (3 bytes received): ${advice}.`);
    },
  ));

test('reports a connection that closes before or during the response', async () => {
  const cases: [string, string][] = [
    ['', 'closed: HOST closed the connection without a response.'],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc',
      'closed: HOST closed the connection after 3 bytes, before the profile was complete.',
    ],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\na',
      'closed: HOST closed the connection after 1 byte, before the profile was complete.',
    ],
    [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
      'closed: HOST closed the connection after 3 bytes, before the profile was complete.',
    ],
  ];
  for (const [bytes, sentence] of cases) {
    await withBytes(bytes, async (base) => assert.equal(await failureOf(fetch(base)), sentence));
  }
});

test('detects a truncated profile in a response without a length', async () => {
  const head = Buffer.from('HTTP/1.0 200 OK\r\n\r\n');
  const truncatedAt = (end: number) =>
    createTcpServer((socket) => socket.once('data', () => socket.end(Buffer.concat([head, PROFILE.subarray(0, end)]))));
  const short = `closed: HOST closed the connection after ${PROFILE.length - 5} bytes, before the profile was complete.`;
  await withServer(truncatedAt(-5), async (base) => assert.equal(await failureOf(fetch(base)), short));
  await withServer(truncatedAt(PROFILE.length), async (base) => {
    assert.deepEqual(Buffer.from((await fetch(base)).bytes), PROFILE);
  });
});

test('distinguishes a closed port, an unknown host and another protocol', async () => {
  let closed = new URL('http://127.0.0.1/');
  await withHttp(() => undefined, async (base) => void (closed = base));
  assert.equal(await failureOf(fetch(closed)), 'unreachable: Nothing is listening on HOST: check the port, and that the program is running.');
  const unknownHost = await failureOf(fetch(new URL('http://no-such-host.invalid:6060/x')));
  assert.match(unknownHost, /^unreachable: (Host|Cannot resolve host) no-such-host\.invalid/);
  await withBytes('SSH-2.0-OpenSSH_9.6\r\n', async (base) => {
    assert.equal(await failureOf(fetch(base)), 'unreachable: HOST is not an HTTP server: check the port, or try https://.');
  });
  await withHttp((_request, response) => answer(response, PROFILE), async (base) => {
    const secure = new URL(base.href.replace('http:', 'https:'));
    assert.equal(await failureOf(fetch(secure)), 'unreachable: HOST does not support HTTPS: use http://.');
  });
});

test('says what a response contains if it is not a profile', () => {
  const bodies: Record<string, [string, string?]> = {
    page: ['<!DOCTYPE html><html></html>', 'text/html'],
    'heap?debug=1': ['heap profile: 1: 2 [3: 4] @ heap/1048576\n', 'text/plain'],
    text: ['hello there\nsecond line', 'text/plain'],
    nothing: [''],
  };
  return withHttp(
    (request, response) => {
      const [body, type] = bodies[request.url?.replace('/debug/pprof/', '') ?? ''];
      answer(response, body, type === undefined ? {} : { 'content-type': type });
    },
    async (base) => {
      const failureAt = async (path: string) =>
        (await failureOf(fetch(new URL(path, base)))).replace('notAProfile: HOST/debug/pprof/', '');
      assert.equal(
        await failureAt('page'),
        'page sends a web page, not a profile: write the path of a profile, such as /debug/pprof/heap.',
      );
      assert.equal(await failureAt('heap?debug=1'), 'heap sends text because of debug=1: remove debug=1.');
      assert.equal(await failureAt('text'), 'text sends text, not a profile: hello there.');
      assert.equal(await failureAt('nothing'), 'nothing sends an empty response.');
    },
  );
});

test('a trace is fetched as it is, and said to be one', () =>
  withHttp(
    (_, response) => answer(response, 'go 1.26 trace\0\0\0\x01'),
    async (base) => {
      const { bytes, isTrace } = await fetch(base);
      assert.deepEqual([bytes.length, isTrace], [17, true]);
    },
  ));

test('accepts raw protobuf, and a response that a proxy compressed again', () =>
  withHttp(
    (request, response) => {
      if (request.url?.endsWith('raw')) answer(response, Buffer.from([0x0a, 4, 8, 1, 16, 2]));
      else answer(response, gzipSync(PROFILE), { 'content-encoding': 'gzip' });
    },
    async (base) => {
      assert.deepEqual([...(await fetch(new URL('raw', base))).bytes], [0x0a, 4, 8, 1, 16, 2]);
      assert.deepEqual(Buffer.from((await fetch(new URL('packed', base))).bytes), PROFILE);
    },
  ));

test('rejects a response above the size limit, compressed or not', () =>
  withHttp(
    (request, response) => {
      const large = Buffer.alloc(100_000, 1);
      if (request.url?.endsWith('packed')) answer(response, gzipSync(large), { 'content-encoding': 'gzip' });
      else answer(response, large);
    },
    async (base) => {
      const sentence = 'notAProfile: The response from HOST is larger than 50000 bytes, too large for a profile.';
      for (const path of ['plain', 'packed']) {
        assert.equal(await failureOf(fetch(new URL(path, base), { maxBytes: 50_000 })), sentence);
      }
    },
  ));

test('stops immediately when aborted, before and during the response', () => {
  const closed: string[] = [];
  return withHttp(
    (request, response) => {
      response.on('close', () => closed.push(request.url ?? ''));
      if (request.url?.endsWith('during')) response.write('abc');
    },
    async (base) => {
      for (const path of ['before', 'during']) {
        const controller = new AbortController();
        let received = 0;
        const fetching = fetch(new URL(path, base), {
          signal: controller.signal,
          onProgress: ({ receivedBytes }) => (received = receivedBytes),
        });
        const rejected = assert.rejects(fetching, { name: 'AbortError' });
        if (path === 'during') await until(() => received > 0);
        controller.abort();
        await rejected;
      }
      await until(() => closed.some((url) => url.endsWith('during')));
      const aborted = fetch(base, { signal: AbortSignal.abort(new Error('early')) });
      await assert.rejects(aborted, /early/);
    },
  );
});

test('reads an index page that is served only without a slash at its end', () =>
  withHttp(
    ({ url }, response) => answer(response, "<a href='heap'>heap</a>", {}, url === '/prof' ? 200 : 404),
    async (base) => {
      const { profiles } = await readIndex(new URL('/prof/', base), new AbortController().signal);
      assert.deepEqual(profiles.map(({ url }) => url.pathname), ['/prof/heap']);
    },
  ));

test('lists the standard profiles if a server has no index page, but not if it denies access', () =>
  withHttp(
    (request, response) => answer(response, 'no', {}, request.url?.startsWith('/app') ? 404 : 403),
    async (base) => {
      const { signal } = new AbortController();
      const { profiles, isListed } = await readIndex(new URL('/app/debug/pprof/', base), signal);
      assert.deepEqual(
        profiles.map(({ name }) => name),
        ['profile', 'heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate'],
      );
      assert.equal(isListed, false);
      assert.equal(profiles[1].url.pathname, '/app/debug/pprof/heap');
      const sentence = 'httpStatus: HOST/debug/pprof/ responded with 403 Forbidden: add credentials, as in http://user:password@host/path.';
      assert.equal(await failureOf(readIndex(base, signal)), sentence);
    },
  ));
