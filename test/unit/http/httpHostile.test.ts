import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { CaptureError } from '../../../src/common/captureError';
import { isSameServer } from '../../../src/http/httpGet';
import { readIndex } from '../../../src/live/pprofIndex';
import { until } from '../../shared/until';
import { failureOf, fetch } from '../../shared/fetchFailure';

type Body = (base: URL) => Promise<void>;

const PROFILE = gzipSync(Buffer.from([0x0a, 4, 8, 1, 16, 2]));
const MEMBER = gzipSync(Buffer.alloc(64 << 20));
/** A gzip stream of many members, which unpacks to ten gigabytes. */
const BOMB = Buffer.concat(Array<Buffer>(160).fill(MEMBER));

async function withServer(server: Server, body: Body): Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/debug/pprof/heap`));
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  }
}

const withHttp = (listener: RequestListener, body: Body) => withServer(createServer(listener), body);

/** Runs `body` with a server that writes `head` and `bytes` to every connection, and then closes the connection. */
const withBytes = (head: string, bytes: Uint8Array, body: Body) =>
  withServer(
    createTcpServer((socket) =>
      socket.once('data', () => {
        socket.write(`${head}\r\n\r\n`);
        socket.end(bytes);
      }),
    ),
    body,
  );

const headOf = (encoding: string, bytes: Uint8Array) =>
  `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}`;

test('a response without a length is unpacked up to a limit, to check that it is complete', () =>
  withBytes('HTTP/1.0 200 OK', BOMB, async (base) => {
    const sentence = 'notAProfile: The response from HOST unpacks to more than 64 MB: raise linecost.limits.memory if it is a profile.';
    assert.equal(await failureOf(fetch(base, { maxUnpackedBytes: 64 << 20 })), sentence);
  }));

test('if an index page is too large, the advice is to write the path of a profile', async () => {
  const advice = ': write the path of a profile, such as /debug/pprof/heap.';
  const read = (base: URL) => failureOf(readIndex(base, new AbortController().signal));
  await withBytes('HTTP/1.0 200 OK', MEMBER, async (base) => {
    assert.equal(await read(base), `notAProfile: The response from HOST unpacks to more than 4 MB${advice}`);
  });
  await withBytes(headOf('gzip', MEMBER), MEMBER, async (base) => {
    assert.equal(await read(base), `notAProfile: The response from HOST is larger than 4 MB${advice}`);
  });
});

test('cancelling stops unpacking a response of any encoding', async () => {
  const brotli = brotliCompressSync(Buffer.alloc(256 << 20), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const cases: [string, Uint8Array][] = [
    ['HTTP/1.0 200 OK', BOMB],
    [headOf('gzip', BOMB), BOMB],
    [headOf('br', brotli), brotli],
  ];
  for (const [head, bytes] of cases) {
    await withBytes(head, bytes, async (base) => {
      const controller = new AbortController();
      let received = 0;
      const onProgress = (progress: { receivedBytes: number }): void => void (received = progress.receivedBytes);
      const limits = { maxBytes: 2 ** 40, maxUnpackedBytes: 2 ** 40 };
      const fetching = fetch(base, { signal: controller.signal, onProgress, ...limits });
      const outcome = fetching.then(() => 'complete', (error: Error) => error.name);
      await Promise.race([until(() => received > 0), outcome]);
      controller.abort();
      assert.equal(await outcome, 'AbortError', head);
    });
  }
});

test('the time limit applies while a response is unpacked', () =>
  withBytes('HTTP/1.0 200 OK', BOMB, async (base) => {
    const failure = await failureOf(fetch(base, { timeoutMs: 500, maxUnpackedBytes: 2 ** 40 }));
    assert.match(failure, /^timedOut: HOST did not finish within /);
  }));

test('every encoding that servers use is decoded up to the limit, and a false Content-Encoding is ignored', async () => {
  const raw = Buffer.from([0x0a, 4, 8, 1, 16, 2]);
  const zeros = Buffer.alloc(1 << 20);
  const encodings: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ];
  for (const [name, encode] of encodings) {
    const small = encode(raw);
    await withBytes(headOf(name, small), small, async (base) => {
      assert.deepEqual([...(await fetch(base)).bytes], [...raw], name);
    });
    const large = encode(zeros);
    await withBytes(headOf(name, large), large, async (base) => {
      const sentence = 'notAProfile: The response from HOST is larger than 50000 bytes, too large for a profile.';
      assert.equal(await failureOf(fetch(base, { maxBytes: 50_000 })), sentence, name);
    });
  }
  await withBytes(headOf('gzip', raw), raw, async (base) => assert.deepEqual([...(await fetch(base)).bytes], [...raw]));
});

test('an unknown encoding, a damaged response and a truncated response have different messages', async () => {
  const messageFor = async (head: string, bytes: Uint8Array) => {
    let failure = '';
    await withBytes(head, bytes, async (base) => void (failure = await failureOf(fetch(base))));
    return failure.replace(/^notAProfile: HOST /, '');
  };
  const garbage = Buffer.alloc(30, 0xff);
  assert.equal(await messageFor(headOf('zstd', garbage), garbage), 'sent a response with Content-Encoding zstd, which Linecost cannot read: turn off compression on the server.');
  assert.equal(await messageFor(headOf('br', garbage), garbage), 'sent a response with Content-Encoding br that cannot be unpacked: turn off compression on the server.');
  const half = MEMBER.subarray(0, 1000);
  assert.equal(await messageFor(headOf('gzip', half), half), 'closed: HOST closed the connection after 1000 bytes, before the profile was complete.');
});

test('the body of an error response is read up to 64 kB and for two seconds, and the status is reported', async () => {
  const endless: RequestListener = (_request, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' });
    const piece = Buffer.from('over capacity\n'.repeat(4096));
    const write = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', write);
    write();
  };
  const sentence = 'httpStatus: HOST/debug/pprof/heap responded with 500 Internal Server Error';
  await withHttp(endless, async (base) => assert.equal(await failureOf(fetch(base)), `${sentence}: over capacity.`));
  const hanging: RequestListener = (_request, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' }).write('over capacity\n');
  };
  await withHttp(hanging, async (base) => assert.equal(await failureOf(fetch(base)), `${sentence}: over capacity.`));
  const head = 'HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\n';
  const packedHead = `${head}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}`;
  await withBytes(packedHead, BOMB, async (base) => assert.equal(await failureOf(fetch(base)), `${sentence}.`));
  const truncated = `${head}Content-Length: 100`;
  await withBytes(truncated, Buffer.from('too busy'), async (base) => assert.equal(await failureOf(fetch(base)), `${sentence}: too busy.`));
  const unread = `${head}Content-Encoding: zstd`;
  await withBytes(unread, Buffer.from('x'), async (base) => assert.equal(await failureOf(fetch(base)), `${sentence}.`));
});

test('the time limit ends a response that arrives slowly, also after redirects', async () => {
  const advice = 'if the connection is slow, save the profile with curl and open the file';
  const trickle: RequestListener = (_request, response) => {
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  };
  const limit = { timeoutMs: 1000 };
  await withHttp(trickle, async (base) => {
    const failure = (await failureOf(fetch(base, limit))).replace(/\d+ bytes/, 'N bytes');
    assert.equal(failure, `timedOut: HOST did not finish within 1 s (N bytes received): ${advice}.`);
    const index = await failureOf(readIndex(base, new AbortController().signal, 1000));
    assert.match(index, /bytes received\): write the path of a profile, such as \/debug\/pprof\/heap\.$/);
  });
  const silent = 'timedOut: HOST did not respond within 1 s: check that the program is running, and not paused in a debugger.';
  const slowRedirects: RequestListener = (_request, response) => {
    setTimeout(() => response.writeHead(302, { location: '/x' }).end(), 200);
  };
  await withHttp(slowRedirects, async (base) => assert.equal(await failureOf(fetch(base, limit)), silent));
  const head = createTcpServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('X-A: b\r\n'), 50);
    socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
  });
  await withServer(head, async (base) => assert.equal(await failureOf(fetch(base, limit)), silent));
});

test('a redirect is followed without waiting for its body', () =>
  withHttp(
    (request, response) => {
      if (request.url === '/ok') response.end(PROFILE);
      else response.writeHead(302, { location: '/ok' }).write('moved');
    },
    async (base) => assert.equal((await fetch(base)).bytes.length, PROFILE.length),
  ));

test('the message for a redirect to an invalid address does not repeat its secrets', () => {
  const targets: Record<string, string> = {
    stray: 'http://u%:s3cret@127.0.0.1/x',
    none: 'http://u:s3cret@h:99999/x',
    other: 'ftp://u:s3cret@h/x?token=s3cret',
    data: 'data:text/plain,s3cret',
  };
  return withHttp(
    (request, response) => {
      response.writeHead(302, { location: targets[request.url?.split('/').at(-1) ?? ''] }).end();
    },
    async (base) => {
      const failureAt = (path: string) => failureOf(fetch(new URL(path, base)));
      assert.equal(await failureAt('stray'), 'httpStatus: HOST redirects to an address whose user name or password has a stray %.');
      assert.equal(await failureAt('none'), 'httpStatus: HOST redirects to an invalid address.');
      assert.equal(await failureAt('other'), 'httpStatus: HOST redirects to ftp://h/x, which is not a web address.');
      assert.equal(await failureAt('data'), 'httpStatus: HOST redirects to data:, which is not a web address.');
    },
  );
});

test('no server may redirect to a socket of this machine, and a socket only to itself', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'socket-'));
  const socket = path.join(folder, 'api.sock');
  const host = encodeURIComponent(socket);
  const locations: Record<string, string> = {
    '/to-socket': `http+unix://${host}/heap`,
    '/to-none': 'http+unix://%FF/heap',
    '/to-itself': `http+unix://${host.replaceAll('%2F', '%2f')}/heap`,
    '/to-other': 'http+unix://%2Frun%2Fother.sock/heap',
  };
  const listener: RequestListener = ({ url = '' }, response) => {
    const location = locations[url];
    if (location === undefined) response.end(PROFILE);
    else response.writeHead(302, { location }).end();
  };
  const ofSocket = createServer(listener);
  await new Promise<void>((resolve) => ofSocket.listen(socket, resolve));
  try {
    await withHttp(listener, async (base) => {
      assert.match(await failureOf(fetch(new URL('/to-socket', base))), /^httpStatus: HOST redirects to http\+unix:.*, which is not a web address\.$/);
      assert.match(await failureOf(fetch(new URL('/to-none', base))), /^httpStatus: HOST redirects to http\+unix:\/\/%FF\/heap, which is not/);
    });
    const own = (name: string): URL => new URL(`http+unix://${host}/${name}`);
    assert.equal((await fetch(own('to-itself'))).bytes.length, PROFILE.length);
    assert.match(await failureOf(fetch(own('to-other'))), /other\.sock\/heap, which is not a web address/);
    assert.equal(isSameServer(new URL('http://api/x'), new URL('http+unix://api/x')), false);
  } finally {
    await new Promise((resolve) => ofSocket.close(resolve));
    rmSync(folder, { recursive: true });
  }
});

test('secrets that a server repeats are not shown', () =>
  withHttp(
    (request, response) => {
      const words = `no ${request.headers.authorization} and ${request.url} and s3 cret`;
      if (request.url?.startsWith('/debug')) response.writeHead(403, { 'content-type': 'text/plain', 'x-go-pprof': '1' });
      response.end(words);
    },
    async (base) => {
      for (const path of ['heap?token=t0ken', '/x?token=t0ken']) {
        const url = new URL(path, base);
        Object.assign(url, { username: 'me', password: 's3 cret' });
        const failure: CaptureError = await fetch(url).then(() => assert.fail(), (error: CaptureError) => error);
        assert.match(failure.message, /no Basic … and/);
        assert.doesNotMatch(`${failure.message} ${failure.detail}`, /s3.{0,3}cret|t0ken|bWU6/);
      }
    },
  ));
