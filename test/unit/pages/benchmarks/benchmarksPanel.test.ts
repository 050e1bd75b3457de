import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { RowsAnswer } from '../../../../src/bench/comparison/answers';
import type { QueryEngine } from '../../../../src/engine/client';
import type { BENCHMARKS_PAGE, BenchmarksChart, BenchmarksMemory } from '../../../../src/pages/protocol/benchmarksPage';
import type { HostMessage } from '../../../../src/pages/protocol/pageProtocol';
import type { BenchmarksPanel, RestoredSources } from '../../../../src/pages/benchmarks/benchmarksPanel';
import type { ResultSource } from '../../../../src/captures/loaded/resultSources';
import { FakePanel } from '../../../shared/fakePanel';
import { asked, ordered } from '../../../shared/pageMessages';
import { storeEngine } from '../../../shared/storeEngine';
import { withVscode } from '../../../shared/withVscode';
import { isAbort } from '../../../../src/profile/common/guard';
import { times } from '../../bench/comparison/inputs';

type Sent = HostMessage<typeof BENCHMARKS_PAGE>;

/** The panel's messages to its page, and the actions that it requested. */
const seen = {
  sent: [] as Sent[], copied: '', exported: '', opened: [] as unknown[], panels: 0, asked: {} as object,
  failures: [] as string[],
};
let page: FakePanel<Sent>;
const store = storeEngine();
/** The function that is called before a query is answered, by the name of the query. */
const hooks = new Map<string, (signal?: AbortSignal) => void>();
const beforeAnswer = (query: string, hook: (signal?: AbortSignal) => void) => hooks.set(query, hook);
/** What a query waits for before it is answered. */
const duringQuery = (query: string, waiting: Promise<unknown>) => waits.set(query, waiting);
const waits = new Map<string, Promise<unknown>>();
const engine: QueryEngine = {
  ask: async (query, params, signal) => {
    hooks.get(query)?.(signal);
    await waits.get(query);
    return store.ask(query, params, signal);
  },
};
let lastResultId = 0;
let restoreSources: () => Promise<RestoredSources>;

function openPanel(): FakePanel<Sent> {
  seen.panels++;
  return (page = new FakePanel((message) => void seen.sent.push(message)));
}

withVscode({
  Uri: { joinPath: (...parts: string[]) => parts.join('/') },
  ViewColumn: { Active: -1 },
  window: { createWebviewPanel: openPanel },
  workspace: { isTrusted: false },
  env: { clipboard: { writeText: async (text: string) => void (seen.copied = text) } },
});

let Panel: typeof BenchmarksPanel;
let panel: BenchmarksPanel;
before(async () => {
  Panel = (await import('../../../../src/pages/benchmarks/benchmarksPanel')).BenchmarksPanel;
});
beforeEach(() => {
  Object.assign(seen, { sent: [], copied: '', exported: '', opened: [], panels: 0, failures: [] });
  hooks.clear();
  waits.clear();
  restoreSources = async () => ({ sources: [source('kept', 1)], remarks: ['One capture was deleted.'] });
  panel = new Panel({
    extensionUri: '/extension' as never,
    engine,
    showFailure: (error) => void (isAbort(error) || seen.failures.push((error as Error).message)),
    pick: async () => undefined,
    fetch: async () => undefined,
    dropped: async () => undefined,
    restore: () => restoreSources(),
    openCode: async (...args) => seen.opened.push(args),
    trends: () => async ({ names, ...of }) => {
      seen.asked = of;
      return names.map(() => [1, 2]);
    },
    export: async ({ text }) => (seen.exported = new TextDecoder().decode(text)),
  });
});

/** A source with one result of BenchmarkJoin. */
function source(name: string, ns: number, overrides: Partial<ResultSource> = {}): ResultSource {
  const text = ['pkg: example.com/join', ...times('Join-8', ns), ''].join('\n');
  const bytes = new SharedArrayBuffer(text.length);
  Buffer.from(bytes).write(text);
  return { id: name, kind: 'capture', name, origin: name, results: ++lastResultId, bytes, count: 1, skipped: [], skippedCount: 0, ...overrides };
}

/** The next state sent after an action. */
async function stateAfter(action: () => unknown) {
  seen.sent = [];
  action();
  for (;;) {
    const last = seen.sent.at(-1);
    if (last?.kind === 'state') return last as typeof last & { memory: BenchmarksMemory };
    await new Promise(setImmediate);
  }
}

/** Sends a message from the page, and waits until the panel has handled it. */
async function receive(message: object): Promise<void> {
  page.receive(message);
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
}

const labels = ({ state }: Awaited<ReturnType<typeof stateAfter>>) => state.inputs.map(({ label }) => label);

async function open(...sources: ResultSource[]) {
  panel.open(sources);
  return stateAfter(() => page.receive({ kind: 'ready' }));
}

test('the page gets the comparison once it is ready, and a saved state with the inputs that can be read again', async () => {
  const message = await open(source('a', 1), source('b', 2, { kind: 'file' }), source('c', 3, { kind: 'text' }));
  assert.deepEqual(labels(message), ['a', 'b', 'c']);
  assert.deepEqual(message.memory, { captures: ['a'], files: ['b'], order: ['a', 'b'], ignoresProcs: false });
  assert.equal(message.state.canFetch, false, 'the workspace is not trusted');
});

test('one source is added to the shown sources, several replace them, and a source is not shown twice', async () => {
  await open(source('a', 1));
  assert.deepEqual(labels(await stateAfter(() => panel.open([source('b', 2)]))), ['a', 'b']);
  const updated = await stateAfter(() => panel.open([source('b', 5)]));
  assert.deepEqual(labels(updated), ['a', 'b']);
  assert.equal(updated.state.tables[0]!.rows[0]!.cells[1]!.center, '5\u202fns');
  assert.deepEqual(labels(await stateAfter(() => panel.open([source('c', 1), source('d', 2)]))), ['c', 'd']);
  assert.equal(seen.panels, 1);
});

test('the page can choose the base, remove inputs and ignore GOMAXPROCS', async () => {
  await open(source('a', 1), source('b', 2), source('c', 3));
  assert.deepEqual(labels(await stateAfter(() => page.receive(ordered('base', { id: 'c' })))), ['c', 'a', 'b']);
  assert.deepEqual(labels(await stateAfter(() => page.receive(ordered('remove', { id: 'a' })))), ['c', 'b']);
  const ignoring = await stateAfter(() => page.receive(ordered('ignoreProcs', { isOn: true })));
  assert.equal(ignoring.state.tables[0]!.rows[0]!.name, 'Join');
});

test('copies are in the chosen format, and the export names the inputs', async () => {
  await open(source('a', 1), source('b', 2));
  await receive(ordered('copy', { format: 'text' }));
  assert.match(seen.copied, /^pkg: example\.com\/join\n +│/);
  await receive(ordered('copy', { format: 'markdown' }));
  assert.match(seen.copied, /\| Join-8 \| 1\.000n ± ∞/);
  await receive(ordered('copy', { format: 'csv' }));
  assert.match(seen.copied, /\nJoin-8,1e-09,∞,2e-09/);
  assert.deepEqual(seen.sent.at(-1), { kind: 'event', event: 'announcement', params: { text: 'Copied as CSV.' } });
  await receive(ordered('export'));
  assert.match(seen.exported, /^input: a\npkg: .*\ninput: b\n/s);
});

/** The answer to the last question; undefined if there is none. */
const lastAnswer = () => {
  const last = seen.sent.at(-1);
  return last?.kind === 'reply' && 'ok' in last ? last.ok : undefined;
};

test('questions for charts and code are answered only about the state that the page shows', async () => {
  const { version } = await open(source('a', 1), source('b', 2));
  const place = { table: 0, row: 0 };
  await receive(asked('chart', place, version));
  const chart = lastAnswer() as BenchmarksChart;
  assert.deepEqual([chart.name, chart.series.length], ['Join-8', 2]);
  await receive(ordered('code', place, version));
  assert.deepEqual(seen.opened, [['Join-8', 'example.com/join', 2]]);
  const count = seen.sent.length;
  await receive(asked('chart', place, version! + 1));
  await receive(ordered('code', place, version! + 1));
  assert.deepEqual([seen.sent.length, seen.opened.length], [count, 1]);
  for (const missing of [{ ...place, row: 1 }, { ...place, table: 7 }]) {
    await receive(asked('chart', missing, version));
    assert.equal(lastAnswer(), undefined);
    await receive(ordered('code', missing, version));
  }
  assert.equal(seen.opened.length, 1);
});

test('earlier captures are those of the package and the unit of the table, by names with or without procs', async () => {
  const { version } = await open(source('a', 1), source('b', 2));
  await receive(asked('trends', { table: 0, names: ['Join-8'] }, version));
  assert.deepEqual(lastAnswer(), [[1, 2]]);
  assert.deepEqual(seen.asked, { pkg: 'example.com/join', unit: 'sec/op', ignoresProcs: false });
});

test('questions for rows and counts are answered only about the state that the page shows', async () => {
  const { version } = await open(source('a', 1), source('b', 2));
  const params = { filter: 'join', table: 0, from: 0, to: 10, find: [] };
  await receive(asked('rows', params, version));
  const { rows, count } = lastAnswer() as RowsAnswer;
  assert.deepEqual([count, rows[0]!.row.name], [1, 'Join-8']);
  await receive(asked('counts', { filter: 'x' }, version));
  assert.deepEqual(lastAnswer(), [0]);
  const sentCount = seen.sent.length;
  await receive(asked('rows', params, version! + 1));
  await receive(asked('counts', { filter: '' }, version! + 1));
  assert.equal(seen.sent.length, sentCount);
});

test('a question during a comparison is answered about the new state only, or if the comparison fails', async () => {
  const { version } = await open(source('a', 1));
  let fail: ((error: Error) => void) | undefined;
  duringQuery('compareBenchmarks', new Promise((_resolve, reject) => (fail = reject)));
  panel.add([source('b', 2)]);
  await receive(asked('counts', { filter: '' }, version));
  assert.equal(lastAnswer(), undefined, 'the comparison runs');
  fail!(new Error('too large'));
  while (lastAnswer() === undefined) await new Promise(setImmediate);
  assert.deepEqual(lastAnswer(), [1]);
});

test('if several comparisons run at the same time, only the last is shown, and the others are cancelled', async () => {
  const signals: AbortSignal[] = [];
  const last = await stateAfter(async () => {
    await open(source('a', 1));
    seen.sent = [];
    beforeAnswer('compareBenchmarks', (signal) => void signals.push(signal!));
    for (const name of ['b', 'c', 'd']) panel.add([source(name, 1)]);
  });
  while (labels(last).length < 4 && seen.sent.at(-1) === last) await new Promise(setImmediate);
  const states = seen.sent.filter(({ kind }) => kind === 'state');
  assert.deepEqual(labels(states.at(-1) as typeof last), ['a', 'b', 'c', 'd']);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, true, false]);
});

test('an input that cannot be compared is removed, and the earlier comparison can still be used', async () => {
  const { version } = await open(source('a', 1));
  beforeAnswer('compareBenchmarks', () => {
    throw new Error('too large');
  });
  panel.add([source('b', 2)]);
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
  beforeAnswer('compareBenchmarks', () => undefined);
  assert.deepEqual(seen.failures, ['too large']);
  await receive(asked('counts', { filter: '' }, version));
  assert.deepEqual(lastAnswer(), [1]);
  assert.deepEqual(labels(await stateAfter(() => panel.add([source('c', 3)]))), ['a', 'c']);
});

test('a reload restores the inputs, and the remarks name inputs that no longer exist', async () => {
  const memory: BenchmarksMemory = { captures: ['kept', 'gone'], files: [], ignoresProcs: true };
  await panel.restore(openPanel() as never, { memory });
  const message = await stateAfter(() => page.receive({ kind: 'ready' }));
  assert.deepEqual([labels(message), message.state.remarks, message.memory.ignoresProcs], [['kept'], ['One capture was deleted.'], true]);
});

test('after a reload, the inputs keep their order', async () => {
  const both = { sources: [source('capture', 1), source('file', 2, { kind: 'file' })], remarks: [] };
  restoreSources = async () => both;
  const memory = { captures: ['capture'], files: ['file'], order: ['file', 'capture'], ignoresProcs: false };
  await panel.restore(openPanel() as never, { memory });
  const message = await stateAfter(() => page.receive({ kind: 'ready' }));
  assert.deepEqual(labels(message), ['file', 'capture']);
});

test('a closed panel forgets its inputs, and invalid messages do nothing', async () => {
  await open(source('a', 1));
  await receive(ordered('remove'));
  page.dispose();
  assert.deepEqual(labels(await open(source('b', 1))), ['b']);
});
