import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import type * as Browser from '../../../../src/engine/browser/loadProfile';
import { NodeStore } from '../../../../src/engine/node/nodeStore';
import type { QueryName, QueryParams } from '../../../../src/engine/queries';
import { browserBundle, runInBrowser } from '../../../shared/browserBundle';
import { profileFromText } from '../../../shared/profileFromText';

const STACKS = `
  1 10 | leaf@1 leaf.go:4 ^ inlined leaf.go:9 < mid mid.go:7 < main.main main.go:3 {request=GET}
  2 20 | other@2 leaf.go:14 < mid mid.go:8 < main.main main.go:3 {request=PUT}
  3 30 | mid mid.go:9 < main.main main.go:4`;
const RAW = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks: STACKS, binary: '/bin/app', timeNanos: 1e18 });
const GZIP = gzipSync(RAW);
const neverAborted = new AbortController().signal;

let browser: typeof Browser;
let close: () => void = () => undefined;
before(async () => {
  ({ exports: browser, close } = runInBrowser<typeof Browser>(await browserBundle('engine/browser/loadProfile.ts')));
});
after(() => close());

/** The object as JSON would send it, because objects of another context have other prototypes. */
const plain = (value: unknown): unknown => {
  const asArray = (_: string, each: unknown) => (ArrayBuffer.isView(each) ? [...(each as Uint8Array)] : each);
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value, asArray));
};

const OPTIONS = { granularity: 'functions' } as const;
const QUERIES: { readonly [N in QueryName]?: Omit<QueryParams<N>, 'profile'> } = {
  summary: {},
  files: {},
  fileCosts: { sampleType: 1, files: ['leaf.go', 'mid.go'] },
  lineDetail: { sampleType: 1, file: 'mid.go', line: 7, limit: 5 },
  labels: { sampleType: 1, search: '', limit: 10 },
  flame: { sampleType: 1, root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: 'mid' },
  table: { sampleType: 1, options: OPTIONS, sort: 'flat', direction: 'size', search: '(a|e)', from: 0, limit: 9, find: '' },
  callGraph: { sampleType: 1, refinement: {}, nodeCount: -1, callTree: false, trim: true },
  pprofText: { sampleType: 1, refinement: {}, report: 'traces' },
};

test('a profile answers the same queries in a browser as in Node, without a thread or a module of Node', async () => {
  const store = new NodeStore();
  const summary = await store.answer('load', { source: { kind: 'bytes', bytes: GZIP } }, neverAborted);
  for (const bytes of [GZIP, RAW]) {
    const loaded = await browser.loadProfile(bytes);
    assert.deepEqual(plain(loaded.summary), plain({ ...summary, id: loaded.summary.id }));
    for (const [query, params] of Object.entries(QUERIES) as ['files', object][]) {
      const expected = await store.answer(query, { ...params, profile: summary.id }, neverAborted);
      const withOwnId = query === ('summary' as string) ? { ...expected, id: loaded.summary.id } : expected;
      assert.deepEqual(plain(await loaded.ask(query, params)), plain(withOwnId), query);
    }
  }
});

test('a profile is refined in a browser, with RE2', async () => {
  const { engine, summary } = await browser.loadProfile(GZIP);
  const derived = engine.derive({ profile: summary.id, refinement: { focus: 'oth(er|)' } });
  assert.equal((await engine.ask('summary', { profile: derived })).sampleCount, 1);
  const invalid = engine.derive({ profile: summary.id, refinement: { focus: '(?=x)' } });
  await assert.rejects(engine.ask('summary', { profile: invalid }), { reason: 'badRefinement' });
});

test('a query that is cancelled in a browser rejects, and the next is answered', async () => {
  const { ask } = await browser.loadProfile(GZIP);
  const controller = new AbortController();
  const cancelled = ask('files', {}, controller.signal);
  controller.abort();
  await assert.rejects(cancelled, { name: 'AbortError' });
  assert.equal((await ask('files', {})).length, 3);
});

test('the thread of a browser handles other events while a large profile is read', async () => {
  const stacks = Array.from({ length: 3000 }, (_, i) => `${i + 1} | f${i % 999} a.go:${i} < main m.go:3`).join('\n');
  const bytes = gzipSync(profileFromText({ types: 'cpu/nanoseconds', stacks }));
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const { summary } = await browser.loadProfile(bytes);
  clearInterval(counting);
  assert.equal(summary.sampleCount, 3000);
  assert.ok(turns > 1, `${turns} turns`);
});

test('the error for a damaged profile in a browser is one sentence', async () => {
  const damaged = Buffer.from(GZIP);
  damaged[damaged.length - 6]! ^= 0xff;
  const cases: [Uint8Array, RegExp][] = [
    [GZIP.subarray(0, -9), /^The profile is (cut off: its gzip|damaged).*\.$/],
    [damaged, /^The profile.*gzip stream.*\.$/],
    [RAW.subarray(0, -3), /^[^.]+\.( [^.]+\.)?$/],
    [Buffer.from('hello'), /^[^.]+\.( [^.]+\.)?$/],
  ];
  for (const [bytes, message] of cases) {
    await assert.rejects(browser.loadProfile(bytes), { name: 'EngineError', reason: 'badProfile', message });
  }
});

test('after a profile is closed in a browser, its queries reject and nothing runs on', async () => {
  const { ask, engine } = await browser.loadProfile(GZIP);
  const unanswered = ask('files', {});
  await engine.dispose();
  await assert.rejects(unanswered, { reason: 'notLoaded' });
});

test('a browser refuses what needs a file system', async () => {
  const { engine } = await browser.loadProfile(GZIP);
  const file = engine.ask('load', { source: { kind: 'file', path: '/x.pprof' } });
  await assert.rejects(file, { reason: 'unavailable', message: /is not available in a browser/ });
});
