import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import type { ServiceClick, ServiceParts } from '../../../../src/features/fetch/profileService';
import type { ServiceLoad } from '../../../../src/features/fetch/serviceLoad';
import { sumOfParts } from '../../../../src/engine/node/sumOfParts';
import { mergedBytes } from '../../../../src/engine/node/exportToFile';
import { readProfile } from '../../../../src/engine/node/readProfile';
import { encodeProfile } from '../../../../src/profile/wire/encode';
import type { ServiceTarget } from '../../../../src/live/targets/serviceTarget';
import { instancesOf } from '../../../../src/live/targets/instances';
import { until } from '../../../shared/until';
import { profileFromText } from '../../../shared/profileFromText';
import { fakeOutput } from '../../../shared/fakeOutput';
import { logged, parts as fetchParts, records, user, vscode, withService } from '../../../shared/fetchUser';

const { signal } = new AbortController();
const statusBar: string[] = [];
Object.assign(vscode.window, { setStatusBarMessage: (text: string) => statusBar.push(text) });

const engine = {
  ask: async (query: string, params: never) => {
    if (query === 'serviceProfile') return sumOfParts(params, signal);
    if (query === 'mergedBytes') return mergedBytes(params, signal);
    return { file: '', buildId: '' };
  },
};
/** The bytes of each profile, by its label. */
const taken = new Map<string, Uint8Array>();
const captures = {
  drafts: {
    keep: async (take: (inProgress: object) => Promise<object>) => {
      const inProgress = {
        take: async ({ label }: { label: string }, bytes: Uint8Array) => void taken.set(label, bytes),
        profiles: () => [],
      };
      const captured = await take(inProgress);
      records.push(captured);
      return captured;
    },
  },
};

async function profile(
  addresses: readonly string[],
  more: Partial<ServiceTarget> = {},
  click: ServiceClick = {},
): Promise<CaptureRecord> {
  const { profileService } = await import('../../../../src/features/fetch/profileService');
  const targets: Omit<ServiceParts['targets'], 'list'> = {
    use: async (service, _, work) => work(await instancesOf(service, { password: 's3cret' }, '')),
    tellProfiled: () => undefined,
  };
  const target: ServiceTarget = { id: 'one', name: 'api', addresses, seconds: 1, ...more };
  taken.clear();
  statusBar.length = 0;
  const parts = { ...fetchParts, engine, captures, targets, output: fakeOutput(logged) } as never;
  await profileService(target, parts, click);
  return records.at(-1) as CaptureRecord;
}

const CPU = 'samples/count cpu/nanoseconds\n1 10 | main.work w.go:3';
const HEAP = 'alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes\n3 300 1 100 | main.work w.go:3';
const EMPTY = 'contentions/count delay/nanoseconds';
function bytesOf(text: string): Buffer {
  const [types, ...stacks] = text.split('\n');
  return gzipSync(profileFromText({ types, stacks: stacks.join('\n') }));
}

/** A service, by what it answers for the names of its profiles. */
function serving(profiles: Readonly<Record<string, string>>, count = 3): RequestListener {
  return ({ url }, response) => {
    const name = new URL(url!, 'http://host').pathname.split('/').at(-1)!;
    if (name === '') response.end(Object.keys(profiles).map((each) => `<td>${count}<td><a href='${each}?debug=1'>${each}</a>`).join(''));
    else if (profiles[name]) response.end(bytesOf(profiles[name]));
    else response.writeHead(404).end();
  };
}

test('a service becomes one capture with all kinds that have samples', () =>
  withService(serving({ profile: CPU, heap: HEAP, mutex: EMPTY, block: EMPTY }, 0), async (host) => {
    const { title, subject, service } = await profile([host]);
    assert.deepEqual([...taken.keys()], ['cpu', 'heap']);
    assert.deepEqual([title, subject], ['api', 'one']);
    assert.deepEqual({ ...service, notes: [] }, { target: 'one', name: 'api', seconds: 1, instances: [{ name: host, address: host }], notes: [] });
    assert.match(service!.notes!.join(' '), /mutex and block are not enabled in the service.*SetMutexProfileFraction\(10\) and runtime\.SetBlockProfileRate/);
    assert.ok(!user.shown.some((text) => /without/.test(text)), 'no message');
    assert.match(statusBar.join(), /allocs has no samples/);
    const { sampleTypes, defaultSampleType } = await readProfile({ kind: 'bytes', bytes: taken.get('heap')! }, signal);
    assert.deepEqual(sampleTypes.map(({ type }) => type), ['inuse_objects', 'inuse_space']);
    assert.equal(sampleTypes[defaultSampleType]!.type, 'inuse_space', 'as of the whole profile');
  }));

test('instances under one name are added up, each sample with its instance as a label', () =>
  withService(serving({ profile: CPU }), (first) =>
    withService(serving({ profile: CPU }), async (second) => {
      const { service } = await profile([first, second]);
      assert.deepEqual(service!.instances.map(({ name }) => name).sort(), [first, second].sort());
      const { labels, strings, values, sampleCount } = await readProfile({ kind: 'bytes', bytes: taken.get('cpu')! }, signal);
      assert.deepEqual([sampleCount, [...values[1]]], [2, [10, 10]]);
      const pairs = [...labels.key].map((key, i) => `${strings.get(key)}=${strings.get(labels.str[i])}`);
      assert.deepEqual(pairs.sort(), [`instance=${first}`, `instance=${second}`].sort());
    })));

test('one sentence says which instances failed, and the rest is shown', () =>
  withService(serving({ profile: CPU }), async (host) => {
    const { service } = await profile([host, '127.0.0.1:1']);
    assert.deepEqual(service!.instances.map(({ name }) => name), [host]);
    assert.ok(user.shown.some((text) => /^1 of 2 instances of api were profiled; 1 failed: 127\.0\.0\.1:1\. Nothing is listening on 127\.0\.0\.1:1/.test(text)));
  }));

test('a service that refuses, or is not there, is offered to be edited', () =>
  withService((_, response) => void response.writeHead(401).end(), async (host) => {
    for (const address of [host, '127.0.0.1:1']) {
      user.offered.length = 0;
      await profile([address]);
      assert.ok(user.offered.includes('Edit Service…'), user.offered.join());
    }
  }));

test('a CPU profile of another client leaves the rest, and a shorter one is offered that waits for a gap', () => {
  let isFree = false;
  const requested: string[] = [];
  const busy: RequestListener = (request, response) => {
    requested.push(request.url!);
    if (isFree || !request.url!.includes('profile')) return serving({ profile: CPU, heap: HEAP })(request, response);
    isFree = requested.filter((url) => url.includes('profile')).length > 1;
    response.writeHead(500, { 'X-Go-Pprof': '1' }).end('Could not enable CPU profiling: cpu profiling already in use\n');
  };
  return withService(busy, async (host) => {
    user.buttons = ['Take 4 s Instead'];
    await profile([host]);
    assert.deepEqual([...taken.keys()], ['heap']);
    assert.ok(user.shown.some((text) => /^api was profiled without cpu: Another CPU profile of .* is being taken/.test(text)));
    await until(() => records.length > 1);
    assert.ok(taken.has('cpu'));
    assert.equal((records.at(-1) as CaptureRecord).service?.seconds, 4);
  });
});

test('a restart between two moments is said, and nothing is subtracted', () => {
  let times = 0;
  const allocs = (value: number): string => `alloc_objects/count alloc_space/bytes\n${value} ${value} | main.work w.go:3`;
  const restarted: RequestListener = (request, response) => {
    if (!request.url!.includes('allocs')) return serving({ profile: CPU, allocs: CPU })(request, response);
    response.end(bytesOf(allocs(times++ === 0 ? 100 : 7)));
  };
  return withService(restarted, async (host) => {
    await profile([host]);
    assert.deepEqual([...taken.keys()], ['cpu']);
    assert.ok(user.shown.some((text) => text === `api was profiled without allocs: ${host} was restarted in the middle: it has counted less than before.`));
  });
});

/** A profile of a build, taken at a time of the service's clock. */
async function ofBuild(buildId: string, text = CPU, time = Date.now()): Promise<Buffer> {
  const profile = await readProfile({ kind: 'bytes', bytes: bytesOf(text) }, signal);
  const mapping = { start: 0, limit: 0, offset: 0, file: '/srv/api', buildId };
  const exactTimeNanos = BigInt(time) * 1_000_000n;
  const times = { exactTimeNanos, timeNanos: Number(exactTimeNanos) };
  return gzipSync(encodeProfile({ ...profile, mappings: [mapping as never], ...times }));
}

function answering(answers: Readonly<Record<string, () => Promise<Buffer>>>): RequestListener {
  const offered = Object.fromEntries(Object.keys(answers).map((name) => [name, CPU]));
  return (request, response) => {
    const name = new URL(request.url!, 'http://host').pathname.split('/').at(-1)!;
    if (answers[name]) void answers[name]().then((bytes) => response.end(bytes));
    else serving(offered)(request, response);
  };
}

test('a deployment between two moments is said, and nothing is subtracted across it', () => {
  const allocs = 'alloc_objects/count alloc_space/bytes\n5 50 | main.work w.go:3';
  let times = 0;
  const answers = { profile: () => ofBuild('old'), allocs: () => ofBuild(times++ === 0 ? 'old' : 'new', allocs) };
  return withService(answering(answers), async (host) => {
    await profile([host]);
    assert.deepEqual([...taken.keys()], ['cpu']);
    const said = `api was profiled without allocs: Another build of ${host} was deployed in the middle.`;
    assert.ok(user.shown.includes(said), user.shown.join('\n'));
  });
});

test('instances of different builds are added up, and the capture says which is of another build', () =>
  withService(answering({ profile: () => ofBuild('old'), heap: () => ofBuild('old', HEAP) }), (first) =>
    withService(answering({ profile: () => ofBuild('new') }), async (second) => {
      const { service } = await profile([first, second]);
      const note = `${second} is of another build than the rest: where the two differ, lines may be off.`;
      assert.ok(service!.notes?.includes(note), service!.notes?.join('\n'));
    })));

test('a service whose clock is wrong is profiled, and the capture says by how much', () =>
  withService(answering({ profile: () => ofBuild('one', CPU, Date.now() - 3 * 3600_000) }), async (host) => {
    const { service } = await profile([host]);
    assert.match(service!.notes!.join(' '), new RegExp(`The clock of ${host} is 3 h behind: times are those of this machine`));
  }));

/** Does work in which a notification of progress is cancelled when it shows such a stage. */
async function cancellingAt(stage: RegExp, work: () => Promise<void>): Promise<void> {
  const original = vscode.window.withProgress;
  let cancel = (): void => undefined;
  const cancelling: typeof original = async (_, task) => task({
    report: ({ message }: { message: string }) => void (stage.test(message) && setImmediate(() => cancel())),
  }, { onCancellationRequested: (listener: () => void) => {
    cancel = listener;
    return { dispose: () => undefined };
  } } as never);
  vscode.window.withProgress = cancelling;
  user.buttons = ['Keep What Came'];
  try {
    await work();
  } finally {
    vscode.window.withProgress = original;
  }
}

test('Cancel offers to keep the instances that are complete, and the rest is said to be missing', () =>
  withService(serving({ profile: CPU }), (quick) =>
    withService(() => undefined, (silent) => cancellingAt(/^1 of 2/, async () => {
      const { service } = await profile([quick, silent]);
      assert.deepEqual(service!.instances.map(({ name }) => name), [quick]);
      assert.ok(user.shown.includes('1 of 2 instances of api were profiled before it was cancelled.'));
      const rest = `1 of 2 instances of api were profiled; 1 failed: ${silent}. It was cancelled before these had answered.`;
      assert.ok(user.shown.some((text) => text.startsWith(rest)), user.shown.join('\n'));
      user.buttons = [];
      await assert.rejects(profile([quick, silent]), /abort/i);
    }))));

/** A load that measures, and goes on until it is stopped. */
const load: ServiceLoad = {
  around: async (measure, { signal, stop = signal, report }) => {
    const measured = await measure();
    report('load: waiting for its end');
    await once(stop, 'abort');
    return { measured, notes: [] };
  },
  actions: {},
};

test('Cancel under load offers to keep what is complete, and keeps nothing if the user does not want it', () =>
  withService(serving({ profile: CPU }), (quick) => cancellingAt(/^load: waiting/, async () => {
    const { service } = await profile([quick], {}, { load });
    assert.deepEqual(service!.instances.map(({ name }) => name), [quick]);
    assert.ok(user.shown.includes('api was profiled before it was cancelled.'));
    const { length } = records;
    user.buttons = [];
    await assert.rejects(profile([quick], {}, { load }), /abort/i);
    assert.equal(records.length, length);
  })));

test('Cancel under load keeps the instances that are complete, without costs per request, and asks once', () =>
  withService(serving({ profile: CPU }), (quick) =>
    withService(() => undefined, (silent) => cancellingAt(/^1 of 2/, async () => {
      const around: ServiceLoad['around'] = async (measure) => {
        return { measured: await measure(), requests: { count: 5, perSecond: 5, seconds: 1 }, notes: [] };
      };
      const { service } = await profile([quick, silent], {}, { load: { ...load, around } });
      assert.deepEqual(service!.instances.map(({ name }) => name), [quick]);
      assert.ok(service!.notes!.includes('Costs per request are not known, because some instances were not profiled.'));
      assert.equal(user.shown.filter((text) => text.endsWith('before it was cancelled.')).length, 1);
    }))));

test('the password of a service is sent, and never shown or logged', () => {
  const guarded: RequestListener = (request, response) => {
    if (request.headers.authorization !== 'Bearer s3cret') return void response.writeHead(401).end('Bearer s3cret is wrong');
    serving({ profile: CPU })(request, response);
  };
  return withService(guarded, async (host) => {
    await profile([host], { authorization: { kind: 'bearer' } });
    assert.deepEqual([...taken.keys()], ['cpu']);
    assert.doesNotMatch(JSON.stringify([records, logged, user.shown]), /s3cret/);
  });
});
