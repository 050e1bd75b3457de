import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type SetOptions, type TakenSet, takeSet } from '../../../../src/live/set/takeSet';
import { takeSets } from '../../../../src/live/set/takeSets';
import type { Instance } from '../../../../src/live/targets/instances';
import { parseAddress } from '../../../../src/live/pprofAddress';

const PROFILE = [0x0a, 4, 8, 1, 16, 2];
const profileCalled = (name: string): Buffer => gzipSync(Buffer.from([...PROFILE, ...Buffer.from(name)]));
const { signal } = new AbortController();

interface Service {
  readonly at: (path: string) => Instance;
  /** Paths with their queries, in the order of requests. */
  readonly requested: string[];
}

/** Runs `body` with a service, and ends all of its connections. */
async function withService(listener: RequestListener, body: (service: Service) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url!);
    listener(request, response);
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await body({ requested, at: (path) => ({ name: path, ...parseAddress(`http://${host}${path}`), connection: {} }) });
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  }
}

const take = (instance: Instance, options: Partial<SetOptions> = {}): Promise<TakenSet> =>
  takeSet(instance, { seconds: 1, signal, ...options });
const labelsOf = ({ parts }: Pick<TakenSet, 'parts'>): string[] => parts.map(({ label }) => label);
const linkTo = (name: string): string => `<tr><td>3<td><a href='${name}?debug=1'>${name}</a></tr>`;
const listOf = (...names: readonly string[]): string => names.map(linkTo).join('\n');

/** Answers each profile at once, as Go before 1.15, with a list of them. */
function oldService(...names: readonly string[]): RequestListener {
  return ({ url }, response) => {
    const { pathname } = new URL(url!, 'http://host');
    const name = pathname.split('/debug/pprof/')[1];
    if (name === '') response.end(listOf(...names));
    else if (names.includes(name)) response.end(profileCalled(name));
    else response.writeHead(404).end();
  };
}

test('what an old service counts is fetched before and after, and memory in use only once', () =>
  withService(oldService('profile', 'heap', 'allocs', 'goroutine', 'mutex'), async ({ at, requested }) => {
    const set = await take(at('/debug/pprof/'));
    assert.deepEqual(labelsOf(set), ['cpu', 'heap', 'allocs', 'goroutine', 'mutex']);
    assert.deepEqual(set.parts.filter(({ before }) => before).map(({ label }) => label), ['allocs', 'mutex']);
    assert.ok(set.to - set.from >= 990);
    const timesOf = (name: string) => requested.filter((url) => url.split('/').at(-1)!.split('?')[0] === name).length;
    assert.deepEqual(['heap', 'goroutine', 'allocs', 'mutex'].map(timesOf), [1, 1, 2, 2]);
  }));

test('without allocs, the allocations of the heap profile are taken', () =>
  withService(oldService('profile', 'heap'), async ({ at }) => {
    const set = await take(at('/debug/pprof/'));
    assert.deepEqual(set.parts.map(({ label, types }) => `${label} ${types ?? ''}`), ['cpu ', 'heap inuse_', 'allocs alloc_']);
  }));

test('a service that refuses to make a difference is asked before and after', () => {
  const refusing: RequestListener = (request, response) => {
    if (!/allocs\?seconds/.test(request.url!)) return oldService('profile', 'allocs')(request, response);
    response.writeHead(400, { 'X-Go-Pprof': '1' }).end("profile duration exceeds server's WriteTimeout\n");
  };
  return withService(refusing, async ({ at }) => {
    const set = await take(at('/debug/pprof/'));
    assert.deepEqual(set.missing, []);
    assert.ok(set.parts.find(({ label }) => label === 'allocs')?.before);
  });
});

test('the difference that the service makes is not fetched again', () => {
  const delta: RequestListener = (request, response) => {
    if (!/allocs\?seconds/.test(request.url!)) return oldService('allocs')(request, response);
    setTimeout(() => response.end(profileCalled('delta')), 1000);
  };
  return withService(delta, async ({ at, requested }) => {
    const { parts: [{ before }] } = await take(at('/debug/pprof/'));
    assert.equal(before, undefined);
    assert.deepEqual(requested, ['/debug/pprof/', '/debug/pprof/allocs?seconds=1']);
  });
});

test('profiles under names that are not Go\'s are taken too, but no trace and no search for leaks', () => {
  const names = ['profile', 'fgprof', 'trace', 'goroutineleak', 'pets', 'example.com/app/handles'];
  return withService(oldService(...names), async ({ at, requested }) => {
    assert.deepEqual(labelsOf(await take(at('/internal/prof/debug/pprof/'))), ['cpu', 'fgprof', 'pets', 'example.com/app/handles']);
    assert.ok(requested.includes('/internal/prof/debug/pprof/fgprof?seconds=1'));
    assert.ok(!requested.some((url) => /trace|leak/.test(url)));
  });
});

test('links to other places of the host, and those without a count of records, are not followed', () => {
  const more = [
    '<tr><td>2<td><a href="/admin/quitquitquit">quitquitquit</a></tr>', '<tr><td>1<td><a href="/debug/vars">vars</a></tr>',
    '<a href="freeosmemory">freeosmemory</a>', '<tr><td>9<td><a href="pets">pets</a></tr>',
  ];
  const page: RequestListener = (request, response) => {
    if (request.url === '/debug/pprof/') return void response.end([listOf('profile'), ...more].join('\n'));
    oldService('profile', 'pets')(request, response);
  };
  return withService(page, async ({ at, requested }) => {
    assert.deepEqual(labelsOf(await take(at('/debug/pprof/'))), ['cpu', 'pets']);
    assert.ok(!requested.some((url) => /quit|vars|memory/.test(url)));
  });
});

test('while the CPU profile waits for another client, nothing else is measured', () => {
  let refusals = 2;
  const busy: RequestListener = (request, response) => {
    const isCpu = request.url!.includes('/profile');
    if (!isCpu) return oldService('profile', 'allocs')(request, response);
    if (refusals-- > 0) {
      response.writeHead(500, { 'X-Go-Pprof': '1' }).end('Could not enable CPU profiling: cpu profiling already in use\n');
    } else setTimeout(() => response.end(profileCalled('cpu')), 1000);
  };
  return withService(busy, async ({ at, requested }) => {
    const set = await take(at('/debug/pprof/'), { patienceMs: 10_000 });
    assert.deepEqual(labelsOf(set), ['cpu', 'allocs']);
    const names = requested.map((url) => url.split('/').at(-1)!.split('?')[0]);
    assert.deepEqual(names.slice(0, 4), ['', 'profile', 'profile', 'profile']);
  });
});

test('without a list, the usual profiles are tried, and those that are not there do not count as failures', () => {
  const unlisted: RequestListener = (request, response) => {
    if (request.url!.endsWith('/debug/pprof/') || request.url!.endsWith('/debug/pprof')) return void response.writeHead(404).end();
    oldService('profile', 'heap')(request, response);
  };
  return withService(unlisted, async ({ at }) => {
    const set = await take(at('/api/v1/debug/pprof/'));
    assert.deepEqual(labelsOf(set), ['cpu', 'heap']);
    assert.deepEqual(set.missing.map(({ label, isNotOffered }) => `${label} ${isNotOffered}`), [
      'allocs true', 'goroutine true', 'mutex true', 'block true', 'threadcreate true',
    ]);
  });
});

test('a list that names what is not served, or a page without a list, costs only what is not there', () => {
  const lying: RequestListener = (request, response) => {
    if (request.url!.endsWith('/debug/pprof/')) return void response.end(listOf('profile', 'heap', 'goroutine'));
    oldService('profile', 'heap')(request, response);
  };
  return withService(lying, async ({ at }) => {
    const set = await take(at('/debug/pprof/'));
    assert.deepEqual(set.missing.map(({ label, error, isNotOffered }) => `${label} ${isNotOffered} ${error.message.includes('404')}`), ['goroutine false true']);
  });
});

test('another CPU profile leaves the rest of the set', () => {
  const busy: RequestListener = (request, response) => {
    if (!request.url!.includes('/profile')) return oldService('profile', 'heap')(request, response);
    response.writeHead(500, { 'X-Go-Pprof': '1' }).end('Could not enable CPU profiling: cpu profiling already in use\n');
  };
  return withService(busy, async ({ at }) => {
    const set = await take(at('/debug/pprof/'));
    assert.deepEqual(labelsOf(set), ['heap', 'allocs']);
    assert.equal(set.missing[0].error.failure, 'profilerInUse');
  });
});

test('a service without any profile fails as its first one does', () =>
  withService((_, response) => void response.writeHead(404).end(), async ({ at }) => {
    await assert.rejects(take(at('/debug/pprof/')), { failure: 'httpStatus', message: /responded with 404/ });
  }));

test('what belongs to one server is not sent to another one that its list was redirected to', () => {
  const authorizations: (string | undefined)[] = [];
  const other: RequestListener = (request, response) => {
    authorizations.push(request.headers.authorization);
    oldService('heap')(request, response);
  };
  return withService(other, async ({ at }) => {
    const target = at('/debug/pprof/').url.href;
    await withService((_, response) => void response.writeHead(302, { location: target }).end(), async (first) => {
      const instance = { ...first.at('/debug/pprof/'), connection: { headers: { authorization: 'Bearer s3cret' } } };
      assert.deepEqual(labelsOf(await take(instance)), ['heap', 'allocs']);
      assert.ok(authorizations.length > 1 && authorizations.every((value) => value === undefined));
    });
  });
});

test('of 500 instances of which 3 hang, the others are taken side by side', () => {
  const hangs = (path: string): boolean => ['/7/', '/77/', '/477/'].some((each) => path.startsWith(each));
  let now = 0;
  let most = 0;
  const many: RequestListener = (request, response) => {
    most = Math.max(most, ++now);
    response.once('close', () => now--);
    if (hangs(request.url!)) return;
    setTimeout(() => oldService('profile', 'heap')(request, response), request.url!.includes('profile') ? 100 : 5);
  };
  return withService(many, async ({ at }) => {
    const instances = Array.from({ length: 500 }, (_, i) => at(`/${i}/debug/pprof/`));
    const taken: string[] = [];
    const failed = await takeSets(instances, { seconds: 0.2, signal, limitMs: 2000, kinds: ['cpu', 'heap'] }, async ({ name }, set) => {
      assert.deepEqual(labelsOf(set), ['cpu', 'heap']);
      taken.push(name);
    });
    assert.equal(taken.length, 497);
    assert.deepEqual(failed.map(({ instance, error }) => `${instance.name} ${error.failure}`).sort(), [
      '/477/debug/pprof/ timedOut', '/7/debug/pprof/ timedOut', '/77/debug/pprof/ timedOut',
    ]);
    assert.ok(most > 32 && most <= 160, `${most} connections at once`);
  });
});

test('of many instances, each is asked first in a turn of the event loop of its own', async () => {
  const asked: number[] = [];
  let turn = 0;
  const count = (): void => void (turn++, asked.length < 100 && setImmediate(count));
  setImmediate(count);
  const instances = Array.from({ length: 100 }, (_, i): Instance => ({
    name: `${i}`,
    url: new URL('http://127.0.0.1:1/debug/pprof/'),
    connection: {},
    get isIndex(): boolean {
      asked.push(turn);
      throw new Error('not asked');
    },
  }));
  await takeSets(instances, { seconds: 1, signal }, async () => undefined);
  assert.equal(asked.length, 100);
  assert.ok(new Set(asked).size > 50, `in ${new Set(asked).size} turns`);
});

test('an instance that fails in an unexpected way is named, and the others are taken', () =>
  withService(oldService('heap'), async ({ at }) => {
    const odd: Instance = {
      ...at('/odd/debug/pprof/'),
      get isIndex(): boolean {
        throw new URIError('URI malformed');
      },
    };
    const taken: string[] = [];
    const failed = await takeSets([odd, at('/a/debug/pprof/')], { seconds: 1, signal, kinds: ['heap'] }, async ({ name }) => {
      taken.push(name);
    });
    assert.deepEqual(taken, ['/a/debug/pprof/']);
    assert.deepEqual(failed.map(({ error }) => error.message), ['/odd/debug/pprof/ cannot be profiled: URI malformed.']);
  }));

test('an abort ends every request', async () => {
  const controller = new AbortController();
  await withService(() => undefined, async ({ at, requested }) => {
    const taking = takeSets([at('/a/'), at('/b/')], { seconds: 1, signal: controller.signal }, async () => undefined);
    while (requested.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await assert.rejects(taking, { name: 'AbortError' });
  });
});
