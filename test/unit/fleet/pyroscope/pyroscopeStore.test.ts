import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FleetQuery } from '../../../../src/fleet/fleetQuery';
import type { FleetProfile } from '../../../../src/fleet/fleetStore';
import type { PyroscopeStore } from '../../../../src/fleet/pyroscope/pyroscopeStore';
import { failureOf } from '../../../shared/fetchFailure';
import { profileFromText } from '../../../shared/profileFromText';
import { connectError, withPyroscope } from '../connectServer';

const HOUR = 3_600_000;
const NOW = Date.now();
const QUERY: FleetQuery = {
  type: 'process_cpu:cpu:nanoseconds:cpu:nanoseconds',
  service: 'api',
  filters: [],
  range: { from: NOW - HOUR, to: NOW },
};
const PROFILE = profileFromText({ types: 'cpu/nanoseconds', stacks: '5 | leaf a.go:1 < main.main a.go:2' });
const { signal } = new AbortController();
const LIMITS = { signal, maxUnpackedBytes: 1 << 20 };

/** The only profile of an answer; undefined if there is none. */
async function merge(store: PyroscopeStore, query: Partial<FleetQuery> = {}, limits = {}) {
  let last: FleetProfile | undefined;
  for await (const profile of store.merge({ ...QUERY, ...query }, { ...LIMITS, ...limits })) {
    assert.equal(last, undefined);
    last = profile;
  }
  return last;
}

test('a merge is asked in milliseconds with escaped matchers, and its bytes are returned with what is not known', () => {
  const filters = [
    { name: 'zone', operator: '=~', value: 'a|b' },
    { name: 'app.version', operator: '!=', value: 'say "x"\\\n' },
  ] as const;
  return withPyroscope(() => PROFILE, async (store, asked) => {
    const answer = await merge(store, { filters });
    assert.deepEqual(Buffer.from(answer?.bytes ?? []), Buffer.from(PROFILE));
    assert.deepEqual(answer?.unknown, { period: true, duration: true, time: true });
    assert.deepEqual(answer?.notes, []);
    const [{ method, message, headers } = { method: '', message: {}, headers: {} }] = asked;
    assert.equal(method, 'SelectMergeProfile');
    assert.deepEqual(message, {
      profile_typeID: QUERY.type,
      label_selector: '{service_name="api",zone=~"a|b","app.version"!="say \\"x\\"\\\\\\n"}',
      start: QUERY.range.from,
      // Some versions of the server include the end.
      end: QUERY.range.to - 1,
    });
    assert.equal(headers['content-type'], 'application/proto');
    assert.equal(headers['connect-protocol-version'], '1');
  });
});

test('headers, the tenant and credentials are sent, below the path of a data source of Grafana', () => {
  const connection = { headers: { Authorization: 'Bearer s3cret', 'X-Scope-OrgID': 'team' } };
  return withPyroscope(() => PROFILE, async (store, asked) => {
    await merge(store);
    assert.equal(asked[0]?.method, 'SelectMergeProfile');
    assert.equal(asked[0]?.headers.authorization, 'Bearer s3cret');
    assert.equal(asked[0]?.headers['x-scope-orgid'], 'team');
  }, { connection, path: '/api/datasources/proxy/uid/abc' });
});

test('an empty answer is undefined', () =>
  withPyroscope(() => new Uint8Array(), async (store) => {
    assert.equal(await merge(store), undefined);
  }).then(() => withPyroscope(() => profileFromText({ types: 'cpu/nanoseconds', stacks: '' }), async (store) => {
    assert.equal(await merge(store), undefined);
  })));

test('the newer method is asked only if the server does not have the older one, and then first', async () => {
  for (const status of [404, 501]) {
    await withPyroscope(
      ({ method }) => method === 'SelectMergeProfile'
        ? connectError(status, 'unimplemented', 'not here')
        : { pprof: { profile: PROFILE } },
      async (store, asked) => {
        assert.deepEqual(Buffer.from((await merge(store))?.bytes ?? []), Buffer.from(PROFILE));
        await merge(store);
        const [, second] = asked;
        assert.deepEqual(asked.map(({ method }) => method), ['SelectMergeProfile', 'SelectMergeStacktraces', 'SelectMergeStacktraces']);
        assert.equal(second?.message['format'], 4);
      },
    );
  }
});

test('an answer of another type than the one that was asked for is an error that names both', () =>
  withPyroscope(() => profileFromText({ types: 'alloc_space/bytes', stacks: '5 | leaf a.go:1' }), async (store) => {
    const sentence = 'notAProfile: HOST answered with alloc_space/bytes, and not with cpu/nanoseconds, which was asked for.';
    assert.equal(await failureOf(merge(store)), sentence);
  }));

test('each status is one sentence that quotes the server and says what to do, without secrets', async () => {
  const failure = async (status: number, code: string, message: string, headers: Record<string, string> = {}) => {
    let text = '';
    const connection = { headers: { authorization: 'Bearer s3cret-token' } };
    const body = async (store: PyroscopeStore): Promise<void> => void (text = await failureOf(merge(store)));
    await withPyroscope(() => connectError(status, code, message, headers), body, { connection });
    return text.replace(/^httpStatus: /, '');
  };
  assert.equal(
    await failure(401, 'unauthenticated', 'no org id'),
    'HOST wants the header X-Scope-OrgID with the tenant (no org id): edit the store to give it.',
  );
  assert.equal(
    await failure(401, 'unauthenticated', 'bad token s3cret-token.'),
    'HOST wants credentials (bad token …): edit the store to give it.',
  );
  assert.equal(await failure(403, 'permission_denied', 'not yours'), 'HOST does not allow this with the credentials of the store (not yours).');
  assert.equal(
    await failure(429, 'resource_exhausted', 'slow down', { 'retry-after': '90' }),
    'HOST responded with 429: it is too busy, and asks to come back in 90 s.',
  );
  assert.equal(await failure(500, 'internal', 'broken\npipe'), 'HOST responded with 500 Internal Server Error: broken pipe.');
  assert.equal(
    await failure(504, 'deadline_exceeded', 'too slow'),
    'HOST was not ready in time (504, too slow): ask for a shorter time or add a filter.',
  );
  assert.equal(
    await failure(404, 'not_found', 'x'),
    'HOST/querier.v1.QuerierService/SelectMergeStacktraces does not exist (404): check that the address is that of Pyroscope.',
  );
});

test('a web page, another type of answer and a damaged answer are one sentence each', async () => {
  const page = await failureOfBody('text/html', Buffer.from('<!doctype html><title>Log in'));
  assert.equal(page, 'notAProfile: HOST sent a web page, perhaps to log in, not an answer of Pyroscope: check the address and the credentials.');
  const json = await failureOfBody('application/json', Buffer.from('{}'));
  assert.equal(json, 'notAProfile: HOST sent application/json, not an answer of Pyroscope: check the address and the credentials.');
  const nothing = await failureOfBody('', new Uint8Array());
  assert.equal(nothing, 'notAProfile: HOST sent nothing, not an answer of Pyroscope: check the address and the credentials.');
  for (const length of [1, 3, PROFILE.length - 1]) {
    assert.match(
      await failureOfBody('application/proto', PROFILE.subarray(0, length)),
      /^notAProfile: The profile that HOST sent is (?:cut off|not a profile): try again\.$/,
    );
  }
  const hostile = Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x7f]);
  assert.equal(await failureOfBody('application/proto', hostile), 'notAProfile: The profile that HOST sent is cut off: try again.');
});

async function failureOfBody(type: string, bytes: Uint8Array): Promise<string> {
  let text = '';
  await withPyroscope(
    () => (response) => void response.writeHead(200, { 'content-type': type }).end(bytes),
    async (store) => void (text = await failureOf(merge(store))),
  );
  return text;
}

test('a stream that is cut in the middle says so', () =>
  withPyroscope(
    () => (response) => {
      response.writeHead(200, { 'content-type': 'application/proto', 'content-length': '1000' });
      response.write(PROFILE, () => response.destroy());
    },
    async (store) => {
      assert.equal(await failureOf(merge(store)), `closed: HOST closed the connection after ${PROFILE.length} bytes, before the answer was complete.`);
    },
  ));

test('an answer over the limit is refused', () =>
  withPyroscope(() => PROFILE, async (store) => {
    const failure = await failureOf(merge(store, {}, { maxUnpackedBytes: 10 }));
    assert.equal(failure, 'notAProfile: The response from HOST is larger than 10 bytes, which is the limit: ask for a shorter time or add a filter.');
  }));

test('a shorter limit of the server is read from its words, and labels are asked again in pieces of it', () =>
  withPyroscope(
    ({ message }) => {
      const { start, end } = message as { start: number; end: number };
      if (end - start <= 6 * HOUR) return { names: ['b', `${start % 3}`, '__name__'] };
      return connectError(400, 'invalid_argument', 'the query time range exceeds the limit (max_query_length, actual: 24h0m0s, limit: 6h)');
    },
    async (store, asked) => {
      assert.equal(store.maxRangeMs, 24 * HOUR);
      const range = { from: NOW - 24 * HOUR, to: NOW };
      const names = await store.labelNames({ ...QUERY, range }, signal);
      assert.equal(names.at(-1), 'b');
      assert.ok(!names.includes('__name__'));
      assert.equal(store.maxRangeMs, 6 * HOUR);
      assert.equal(asked.length, 5);
    },
  ).then(() => withPyroscope(
    () => connectError(400, 'invalid_argument', 'the query time range exceeds the limit (max_query_length, actual: 1h0m0s, limit: 1m30s)'),
    async (store) => {
      assert.equal(await failureOf(merge(store)), 'httpStatus: HOST allows 90 s for one question (max_query_length): ask for a shorter time.');
    },
  )));

test('a range before the age that the server keeps, and a clock that is wrong, are noted', () =>
  withPyroscope(
    () => (response) => void response.writeHead(200, {
      'content-type': 'application/proto', date: new Date(Date.now() - 5 * 60_000).toUTCString(),
    }).end(PROFILE),
    async (store) => {
      const { notes = [] } = (await merge(store, { range: { from: NOW - 200 * HOUR, to: NOW } })) ?? {};
      assert.equal(notes.length, 2);
      assert.match(notes[0] ?? '', /^Pyroscope leaves out what is older than 7 days/);
      assert.match(notes[1] ?? '', /^The clock of .* is 5 min behind that of this machine: the last minutes may be missing\.$/);
    },
  ));

test('an empty answer for a range before the age that the server keeps is noted; data show another limit', () => {
  const range = { from: NOW - 200 * HOUR, to: NOW - 190 * HOUR };
  return withPyroscope(() => new Uint8Array(), async (store) => {
    const notes: string[] = [];
    assert.equal(await merge(store, { range }, { onNote: (note: string) => notes.push(note) }), undefined);
    assert.match(notes.join(), /^Pyroscope leaves out what is older than 7 days/);
  }).then(() => withPyroscope(() => PROFILE, async (store) => {
    assert.deepEqual((await merge(store, { range }))?.notes, []);
  }));
});

test('services are asked from the list of types without matchers, other values with them', () =>
  withPyroscope(
    ({ method }) => method === 'Series'
      ? {
        labels_set: [['api', QUERY.type], ['db', QUERY.type], ['api', QUERY.type], ['ui', 'other']].map(([service, type]) => ({
          labels: [{ name: '__profile_type__', value: type }, { name: 'service_name', value: service }],
        })),
      }
      : { names: ['eu', 'us'] },
    async (store, asked) => {
      assert.deepEqual(await store.labelValues('service_name', QUERY, signal), ['api', 'db']);
      assert.deepEqual(await store.labelValues('zone', { ...QUERY, filters: [{ name: 'zone', operator: '=', value: 'x' }] }, signal), ['eu', 'us']);
      assert.deepEqual(asked[0]?.message['label_names'], ['__profile_type__', 'service_name']);
      assert.equal(asked[0]?.message['matchers'], undefined);
      assert.equal(asked[1]?.message['name'], 'zone');
      assert.deepEqual(asked[1]?.message['matchers'], [`{__profile_type__="${QUERY.type}"}`, '{service_name="api"}']);
    },
  ));

test('types say what they measure, and whether it lasts', () =>
  withPyroscope(
    () => ({
      profile_types: [
        { ID: 'memory:inuse_space:bytes:space:bytes', name: 'memory', sample_type: 'inuse_space', sample_unit: 'bytes' },
        { ID: 'memory:alloc_space:bytes:space:bytes', name: 'memory', sample_type: 'alloc_space', sample_unit: 'bytes' },
        { ID: QUERY.type, name: 'process_cpu', sample_type: 'cpu', sample_unit: 'nanoseconds' },
      ],
    }),
    async (store) => {
      const types = await store.profileTypes(QUERY.range, signal);
      assert.deepEqual(types.map(({ name, sampleType, unit, isDelta }) => [name, sampleType, unit, isDelta]), [
        ['memory', 'alloc_space', 'bytes', true],
        ['memory', 'inuse_space', 'bytes', false],
        ['process_cpu', 'cpu', 'nanoseconds', true],
      ]);
    },
  ));

test('the cost over a longer range is joined from pieces, each point once, in order and where its step begins', () =>
  withPyroscope(
    ({ message }) => {
      const { start, end } = message as { start: number; end: number };
      const labels = [{ name: 'zone', value: 'eu' }];
      const points = [{ value: 1.5, timestamp: start }, { value: end - start, timestamp: start + HOUR }];
      return { series: [{ labels, points }] };
    },
    async (store, asked) => {
      const from = NOW - 48 * HOUR;
      const options = { stepSeconds: 3600, groupBy: 'zone' };
      const series = await store.series({ ...QUERY, range: { from, to: NOW } }, options, signal);
      assert.deepEqual(series, [{
        labels: { zone: 'eu' },
        points: [
          { at: from, value: 1.5 }, { at: from + HOUR, value: 23 * HOUR },
          { at: from + 24 * HOUR, value: 1.5 }, { at: from + 25 * HOUR, value: 24 * HOUR - 1 },
        ],
      }]);
      assert.equal(asked[0]?.message['step'], 3600);
      assert.deepEqual(asked[0]?.message['group_by'], ['zone']);
    },
  ));

test('the request ends after the current step, also if a young server counts steps from its first data', () =>
  withPyroscope(
    ({ message }) => {
      const { start, end } = message as { start: number; end: number };
      // The first data is 20 minutes after the beginning of the request.
      const first = start + HOUR / 3;
      const ends = [first, first + HOUR].filter((at) => at <= end);
      return { series: [{ labels: [], points: ends.map((timestamp, i) => ({ value: i + 1, timestamp })) }] };
    },
    async (store) => {
      const hour = Math.floor(Date.now() / HOUR) * HOUR;
      const range = { from: hour - HOUR, to: hour + HOUR / 2 };
      const [series] = await store.series({ ...QUERY, range }, { stepSeconds: 3600 }, signal);
      assert.deepEqual(series?.points.map(({ value }) => value), [1, 2]);
    },
  ));

test('the test names the version only if the server says it', async () => {
  const answers = (version: object) => ({ method }: { method: string }) => method === '/api/v1/status/buildinfo'
    ? Buffer.from(JSON.stringify(version))
    : { profile_types: [{ ID: QUERY.type, name: 'process_cpu', sample_type: 'cpu', sample_unit: 'nanoseconds' }] };
  await withPyroscope(answers({ status: 'success', data: { version: '2.2.0' } }), async (store) => {
    assert.deepEqual(await store.test(signal), { server: 'Pyroscope 2.2.0', notes: [] });
  });
  await withPyroscope(answers({ data: null }), async (store) => {
    assert.deepEqual(await store.test(signal), { server: 'Pyroscope', notes: [] });
  });
});

test('a cancelled question throws the reason', () =>
  withPyroscope(() => () => undefined, async (store) => {
    const controller = new AbortController();
    const asking = merge(store, {}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await assert.rejects(asking, { name: 'AbortError' });
  }));
