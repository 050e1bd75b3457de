import assert from 'node:assert/strict';
import { before as beforeAll, beforeEach, test } from 'node:test';
import type { QueryEngine } from '../../../src/engine/client';
import type { BenchmarksHostMessage, BenchmarksMemory } from '../../../src/protocol/benchmarksMessages';
import type { BenchmarksPanel, RestoredSources } from '../../../src/views/benchmarksPanel';
import type { BenchmarkSource } from '../../../src/workbench/benchmarkSources';
import { FakePanel } from '../../shared/fakePanel';
import { storeEngine } from '../../shared/storeEngine';
import { withVscode } from '../../shared/withVscode';
import { times } from '../bench/comparison/inputs';

/** The panel's messages to its page, and the actions that it requested. */
const record = {
  sent: [] as BenchmarksHostMessage[], copied: '', exported: '', opened: [] as unknown[], panels: 0,
  failures: [] as string[],
};
let page: FakePanel<BenchmarksHostMessage>;
const store = storeEngine();
/** By query: a function that is called before the query is answered. */
const hooks = new Map<string, (signal?: AbortSignal) => void>();
const before = (query: string, hook: (signal?: AbortSignal) => void) => hooks.set(query, hook);
const engine: QueryEngine = {
  ask: async (query, params, signal) => {
    hooks.get(query)?.(signal);
    return store.ask(query, params, signal);
  },
};
let lastResult = 0;
let restored: () => Promise<RestoredSources>;

function openPanel(): FakePanel<BenchmarksHostMessage> {
  record.panels++;
  return (page = new FakePanel((message) => void record.sent.push(message)));
}

withVscode({
  Uri: { joinPath: (...parts: string[]) => parts.join('/') },
  ViewColumn: { Active: -1 },
  window: { createWebviewPanel: openPanel },
  workspace: { isTrusted: false },
  env: { clipboard: { writeText: async (text: string) => void (record.copied = text) } },
});

let Panel: typeof BenchmarksPanel;
let panel: BenchmarksPanel;
beforeAll(async () => {
  Panel = (await import('../../../src/views/benchmarksPanel')).BenchmarksPanel;
});
beforeEach(() => {
  Object.assign(record, { sent: [], copied: '', exported: '', opened: [], panels: 0, failures: [] });
  hooks.clear();
  restored = async () => ({ sources: [source('kept', 1)], remarks: ['One capture was deleted.'] });
  panel = new Panel({
    extensionUri: '/extension' as never,
    engine,
    reporting: async (act) => {
      await act().catch((error: Error) => record.failures.push(error.message));
    },
    pick: async () => undefined,
    fetch: async () => undefined,
    dropped: async () => undefined,
    restore: () => restored(),
    openCode: async (...args) => record.opened.push(args),
    export: async ({ text }) => (record.exported = new TextDecoder().decode(text)),
  });
});

function source(name: string, ns: number, more: Partial<BenchmarkSource> = {}): BenchmarkSource {
  const text = ['pkg: example.com/join', ...times('Join-8', ns), ''].join('\n');
  const bytes = new SharedArrayBuffer(text.length);
  Buffer.from(bytes).write(text);
  return { id: name, kind: 'capture', name, origin: name, results: ++lastResult, bytes, count: 1, skipped: [], skippedCount: 0, ...more };
}

/** The next state sent after an action. */
async function stateAfter(action: () => unknown) {
  record.sent = [];
  action();
  for (;;) {
    const last = record.sent.at(-1);
    if (last?.kind === 'benchmarks') return last;
    await new Promise(setImmediate);
  }
}

async function receive(message: object): Promise<void> {
  page.receive(message);
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
}

const labels = ({ state }: Awaited<ReturnType<typeof stateAfter>>) => state.inputs.map(({ label }) => label);

async function open(...sources: BenchmarkSource[]) {
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
  const again = await stateAfter(() => panel.open([source('b', 5)]));
  assert.deepEqual(labels(again), ['a', 'b']);
  assert.equal(again.state.tables[0]!.rows[0]!.cells[1]!.center, '5.000n');
  assert.deepEqual(labels(await stateAfter(() => panel.open([source('c', 1), source('d', 2)]))), ['c', 'd']);
  assert.equal(record.panels, 1);
});

test('the page chooses the base, removes inputs and joins GOMAXPROCS', async () => {
  await open(source('a', 1), source('b', 2), source('c', 3));
  assert.deepEqual(labels(await stateAfter(() => page.receive({ kind: 'base', id: 'c' }))), ['c', 'a', 'b']);
  assert.deepEqual(labels(await stateAfter(() => page.receive({ kind: 'remove', id: 'a' }))), ['c', 'b']);
  const joined = await stateAfter(() => page.receive({ kind: 'ignoreProcs', isOn: true }));
  assert.equal(joined.state.tables[0]!.rows[0]!.name, 'Join');
});

test('copies are in the chosen format, and the export names the inputs', async () => {
  await open(source('a', 1), source('b', 2));
  await receive({ kind: 'copy', format: 'text' });
  assert.match(record.copied, /^pkg: example\.com\/join\n +│/);
  await receive({ kind: 'copy', format: 'markdown' });
  assert.match(record.copied, /\| Join-8 \| 1\.000n ± ∞/);
  await receive({ kind: 'copy', format: 'csv' });
  assert.match(record.copied, /\nJoin-8,1e-09,∞,2e-09/);
  assert.deepEqual(record.sent.at(-1), { kind: 'announcement', text: 'Copied as CSV.' });
  await receive({ kind: 'export' });
  assert.match(record.exported, /^input: a\npkg: .*\ninput: b\n/s);
});

test('questions for charts and code are answered only about the state that the page shows', async () => {
  const { version } = await open(source('a', 1), source('b', 2));
  const place = { version, table: 0, row: 0 };
  await receive({ kind: 'chart', place });
  const chart = record.sent.at(-1)!;
  assert.ok(chart.kind === 'chart' && chart.chart.name === 'Join-8' && chart.chart.series.length === 2);
  await receive({ kind: 'code', place });
  assert.deepEqual(record.opened, [['Join-8', 'example.com/join', 2]]);
  const count = record.sent.length;
  for (const outdated of [{ ...place, version: version + 1 }, { ...place, row: 1 }, { ...place, table: 7 }]) {
    await receive({ kind: 'chart', place: outdated });
    await receive({ kind: 'code', place: outdated });
  }
  assert.deepEqual([record.sent.length, record.opened.length], [count, 1]);
});

test('questions for rows and counts are answered only about the state that the page shows', async () => {
  const { version } = await open(source('a', 1), source('b', 2));
  const params = { filter: 'join', table: 0, from: 0, to: 10, find: [] };
  await receive({ kind: 'rows', version, params });
  const rows = record.sent.at(-1)!;
  assert.ok(rows.kind === 'rows' && rows.answer.count === 1 && rows.answer.rows[0]!.row.name === 'Join-8');
  await receive({ kind: 'counts', version, filter: 'x' });
  assert.deepEqual(record.sent.at(-1), { kind: 'counts', version, filter: 'x', counts: [0] });
  const count = record.sent.length;
  await receive({ kind: 'rows', version: version + 1, params });
  await receive({ kind: 'counts', version: version + 1, filter: '' });
  assert.equal(record.sent.length, count);
});

test('if several comparisons run at the same time, only the last is shown, and the others are cancelled', async () => {
  const signals: AbortSignal[] = [];
  const last = await stateAfter(async () => {
    await open(source('a', 1));
    record.sent = [];
    before('compareBenchmarks', (signal) => void signals.push(signal!));
    for (const name of ['b', 'c', 'd']) panel.add([source(name, 1)]);
  });
  while (labels(last).length < 4 && record.sent.at(-1) === last) await new Promise(setImmediate);
  const states = record.sent.filter(({ kind }) => kind === 'benchmarks');
  assert.deepEqual(labels(states.at(-1) as typeof last), ['a', 'b', 'c', 'd']);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, true, false]);
});

test('an input that cannot be compared is removed again, and the earlier comparison can still be used', async () => {
  const { version } = await open(source('a', 1));
  before('compareBenchmarks', () => {
    throw new Error('too large');
  });
  panel.add([source('b', 2)]);
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
  before('compareBenchmarks', () => undefined);
  assert.deepEqual(record.failures, ['too large']);
  await receive({ kind: 'counts', version, filter: '' });
  assert.deepEqual(record.sent.at(-1), { kind: 'counts', version, filter: '', counts: [1] });
  assert.deepEqual(labels(await stateAfter(() => panel.add([source('c', 3)]))), ['a', 'c']);
});

test('a reload restores the inputs, and the remarks name inputs that no longer exist', async () => {
  const memory: BenchmarksMemory = { captures: ['kept', 'gone'], files: [], ignoresProcs: true };
  await panel.restore(openPanel() as never, memory);
  const message = await stateAfter(() => page.receive({ kind: 'ready' }));
  assert.deepEqual([labels(message), message.state.remarks, message.memory.ignoresProcs], [['kept'], ['One capture was deleted.'], true]);
});

test('after a reload the columns keep their order, and the first is the base', async () => {
  const both = { sources: [source('capture', 1), source('file', 2, { kind: 'file' })], remarks: [] };
  restored = async () => both;
  const memory = { captures: ['capture'], files: ['file'], order: ['file', 'capture'], ignoresProcs: false };
  await panel.restore(openPanel() as never, memory);
  const message = await stateAfter(() => page.receive({ kind: 'ready' }));
  assert.deepEqual(labels(message), ['file', 'capture']);
});

test('a closed panel forgets its inputs, and invalid messages do nothing', async () => {
  await open(source('a', 1));
  await receive({ kind: 'remove' });
  page.dispose();
  assert.deepEqual(labels(await open(source('b', 1))), ['b']);
});
