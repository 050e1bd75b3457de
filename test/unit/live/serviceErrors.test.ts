import assert from 'node:assert/strict';
import dns from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { mock, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fetchGoroutines } from '../../../src/live/goroutinesRequest';
import { fetchProgressText } from '../../../src/live/profileRequest';
import { parseAddress } from '../../../src/live/pprofAddress';
import { readIndex } from '../../../src/live/pprofIndex';
import { failureOf, fetch } from '../../shared/fetchFailure';

const PROFILE = gzipSync(Buffer.from([0x0a, 4, 8, 1, 16, 2]));
const NOT_HERE = { skip: !hasIpv6() && 'this machine has no IPv6' };

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).flat().some((each) => each?.address === '::1');
}

async function listening(server: Server, host: string, body: (port: number) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  try {
    await body((server.address() as AddressInfo).port);
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  }
}

const serving = (listener: RequestListener, body: (host: string) => Promise<void>): Promise<void> =>
  listening(createServer(listener), '127.0.0.1', (port) => body(`127.0.0.1:${port}`));
const heapOf = (host: string): URL => parseAddress(`http://${host}/debug/pprof/heap`).url;

for (const [what, value] of [['seconds', () => '1'], ['a date', () => new Date(Date.now() + 1900).toUTCString()]] as const) {
  test(`a service that is too busy is asked once more when it wants, after ${what}`, () => {
    let times = 0;
    const told: string[] = [];
    const busy: RequestListener = (_, response) => {
      if (times++ > 0) response.end(PROFILE);
      else response.writeHead(times % 2 ? 503 : 429, { 'retry-after': value() }).end();
    };
    return serving(busy, async (host) => {
      const begin = performance.now();
      await fetch(heapOf(host), { onProgress: (state) => told.push(fetchProgressText(state)) });
      assert.equal(times, 2);
      assert.ok(performance.now() - begin >= (what === 'seconds' ? 950 : 400));
      assert.match(told.join('\n'), /the service is busy: asks again in [12] s/);
    });
  });
}

test('a service that stays busy, or asks for more patience, says so', () => {
  let times = 0;
  let after = '1';
  const busy: RequestListener = (_, response) => {
    times++;
    response.writeHead(429, { 'retry-after': after }).end();
  };
  return serving(busy, async (host) => {
    const failure = 'httpStatus: HOST/debug/pprof/heap responded with 429 Too Many Requests: it is too busy, and asks to come back in';
    assert.equal(await failureOf(fetch(heapOf(host))), `${failure} 1 s.`);
    assert.equal(times, 2);
    after = '600';
    assert.equal(await failureOf(fetch(heapOf(host))), `${failure} 10 min.`);
    assert.equal(times, 3);
    const index = readIndex(parseAddress(host).url, new AbortController().signal);
    assert.match(await failureOf(index), /429 Too Many Requests: it is too busy, and asks to come back in 10 min\.$/);
  });
});

test('waiting for a busy service can be cancelled', () =>
  serving((_, response) => void response.writeHead(503, { 'retry-after': '9' }).end(), async (host) => {
    const controller = new AbortController();
    const begin = performance.now();
    const fetching = fetch(heapOf(host), {
      signal: controller.signal,
      onProgress: ({ retryInMs }) => (retryInMs === undefined ? undefined : controller.abort()),
    });
    await assert.rejects(fetching, { name: 'AbortError' });
    assert.ok(performance.now() - begin < 5000);
  }));

test('a server that accepts and never answers, and one that dies in the middle, each have their sentence', async () => {
  await listening(createTcpServer(() => undefined), '127.0.0.1', async (port) => {
    const failure = await failureOf(fetch(heapOf(`127.0.0.1:${port}`), { timeoutMs: 200 }));
    assert.match(failure, /^timedOut: HOST did not respond within 0\.2 s/);
  });
  const dying = createTcpServer((socket) => socket.once('data', () => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly this');
  }));
  await listening(dying, '127.0.0.1', async (port) => {
    assert.match(await failureOf(fetch(heapOf(`127.0.0.1:${port}`))), /^closed: HOST closed the connection after 9 bytes, before the profile was complete/);
  });
});

test('IPv6 addresses are fetched from, and localhost that only IPv6 serves', NOT_HERE, () =>
  listening(createServer((_, response) => void response.end(PROFILE)), '::1', async (port) => {
    for (const host of [`[::1]:${port}`, `localhost:${port}`]) {
      assert.deepEqual(Buffer.from((await fetch(heapOf(host))).bytes), PROFILE, host);
    }
    assert.match(await failureOf(fetch(heapOf('[::1]:1'))), /Nothing is listening on \[::1\]:1/);
  }));

test('each request asks for the address of its host anew', () =>
  serving((_, response) => void response.end(PROFILE), async (host) => {
    const port = host.split(':')[1];
    const answers = ['127.0.0.2', '127.0.0.1'];
    const asked: string[] = [];
    type Done = (error: null, found: unknown, family?: number) => void;
    const answer = (name: string, options: dns.LookupOptions, done: Done): void => {
      asked.push(name);
      const address = answers.shift()!;
      queueMicrotask(() => (options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4)));
    };
    const lookup = mock.method(dns, 'lookup', answer as never);
    try {
      assert.match(await failureOf(fetch(heapOf(`moved.example:${port}`))), /Nothing is listening on moved\.example/);
      await fetch(heapOf(`moved.example:${port}`));
      assert.deepEqual(asked, ['moved.example', 'moved.example']);
    } finally {
      lookup.mock.restore();
    }
  }));

test('a proxy that wants credentials, and one that is not there, are named', async () => {
  await serving((_, response) => void response.writeHead(407).end(), async (host) => {
    assert.match(await failureOf(fetch(heapOf(host))), /407 Proxy Authentication Required: the proxy wants credentials: add them to http\.proxy/);
  });
  const { connectionFailure } = await import('../../../src/http/httpFailure');
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', address: '10.0.0.1', port: 3128 });
  assert.match(connectionFailure(refused, { url: new URL('http://api:6060/'), received: 0 }).message, /^The proxy 10\.0\.0\.1:3128 for api:6060 cannot be reached: check http\.proxy/);
  const unknown = Object.assign(new Error('not found'), { code: 'ENOTFOUND', hostname: 'proxy.corp' });
  assert.match(connectionFailure(unknown, { url: new URL('http://api:6060/'), received: 0 }).message, /^The proxy proxy\.corp for api:6060/);
});

test('no message repeats a secret of the connection', () => {
  const echoing: RequestListener = ({ headers }, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`refused ${headers.authorization} ${headers['x-token']}`);
  };
  return serving(echoing, async (host) => {
    const authorization = `Basic ${Buffer.from('me:s3cret').toString('base64')}`;
    const all: Record<string, string>[] = [{ authorization, 'X-Token': 't0ken-42' }, { Authorization: 'Bearer s3cret' }];
    for (const headers of all) {
      const failure = await fetch(heapOf(host), { connection: { headers } }).catch((error: unknown) => error as Error);
      assert.match(String(failure), /refused …/);
      assert.doesNotMatch(JSON.stringify([failure, String(failure)]), /s3cret|t0ken-42|bWU6/);
    }
  });
});

test('the goroutines of a saved service, its short secret headers and its cookies stay secret in messages too', () => {
  const echoing: RequestListener = ({ url, headers }, response) => {
    if (!url!.includes('debug=2') && headers['x-tenant'] === 'counted') {
      response.end('goroutine profile: total 1\n');
    } else {
      const session = /session=([^;]*)/.exec(headers.cookie ?? '')?.[1];
      response.writeHead(400, { 'content-type': 'text/plain' }).end(`unknown ${headers['x-token']} ${headers['x-pin']} ${session}`);
    }
  };
  return serving(echoing, async (host) => {
    const { signal } = new AbortController();
    const ask = async (tenant: string): Promise<unknown> => {
      const headers = { 'X-Tenant': tenant, 'X-Token': 't0ken-42', 'X-Pin': 'p1n', Cookie: 'a=b; session=abc' };
      const connection = { headers, secretHeaders: ['X-Pin', 'Cookie'] };
      return fetchGoroutines({ index: parseAddress(host).url, connection, signal })
        .then(({ lack }) => lack, (error: unknown) => error);
    };
    for (const failure of [await ask('none'), await ask('counted')]) {
      assert.match(String(failure), /400 Bad Request: unknown … … …/);
      assert.doesNotMatch(JSON.stringify(failure), /t0ken-42|p1n|abc/);
    }
  });
});

test('a saved service that wants other credentials says where they are', () =>
  serving((_, response) => void response.writeHead(401).end(), async (host) => {
    const connection = { headers: { authorization: 'Bearer s3cret' } };
    const { signal } = new AbortController();
    const advice = /401 Unauthorized: "Edit Service…" has its credentials and headers\.$/;
    const { url } = parseAddress(host);
    assert.match(await failureOf(fetch(heapOf(host), { connection })), advice);
    assert.match(await failureOf(fetchGoroutines({ index: url, connection, signal })), advice);
    assert.match(await failureOf(readIndex(url, signal, undefined, connection)), advice);
  }));

test('the goroutines of a service that is too busy are asked for once more', () => {
  let times = 0;
  const busy: RequestListener = ({ url }, response) => {
    if (url!.includes('debug=1') && times++ === 0) response.writeHead(503, { 'retry-after': '0' }).end();
    else response.end(url!.includes('debug=1') ? 'goroutine profile: total 1\n' : 'goroutine 1 [running]:\n');
  };
  return serving(busy, async (host) => {
    const { signal } = new AbortController();
    assert.equal((await fetchGoroutines({ index: parseAddress(host).url, signal })).lack, undefined);
  });
});

test('a header that cannot be sent, and a certificate that is none, have their sentence', async () => {
  assert.match(await failureOf(fetch(heapOf('localhost:1'), { connection: { headers: { 'x-a': 'a\nb' } } })), /A header for localhost:1 has a character/);
  const url = new URL('https://localhost:1/debug/pprof/heap');
  const connection = { certificate: 'no certificate', key: 'no key' };
  assert.match(await failureOf(fetch(url, { connection })), /The certificate or key for localhost:1 cannot be used/);
});
