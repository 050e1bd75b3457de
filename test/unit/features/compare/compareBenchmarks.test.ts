import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { type CaptureRecord } from '../../../../src/captures/disk/captureStore';
import { parseBenchmarks } from '../../../shared/inOneStep';
import type { BENCHMARKS_PAGE, BenchmarksMemory } from '../../../../src/pages/protocol/benchmarksPage';
import type { HostMessage } from '../../../../src/pages/protocol/pageProtocol';
import type * as Commands from '../../../../src/features/compare/compareBenchmarks';
import { fakeOutput } from '../../../shared/fakeOutput';
import { asked, ordered } from '../../../shared/pageMessages';
import { FakePanel } from '../../../shared/fakePanel';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { storeEngine } from '../../../shared/storeEngine';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

interface ListItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly picked?: boolean;
}

const folder = mkdtempSync(path.join(tmpdir(), 'linecost-compare-'));
after(() => rmSync(folder, { recursive: true }));
const fake = fakeVscode(folder);
/** What was sent to the page, the items of the last list, and the file that was opened. */
type Sent = HostMessage<typeof BENCHMARKS_PAGE>;

const seen = { sent: [] as Sent[], items: [] as ListItem[], shown: '' };
/** What the user picks, and the URL that the user enters. */
const user = { picks: (item: ListItem) => item.picked === true, url: '' };
let panel: FakePanel<Sent> | undefined;

function openPanel(): FakePanel<Sent> {
  return (panel = new FakePanel((message) => void seen.sent.push(message)));
}

const { window, workspace } = fake.module as { readonly window: object; readonly workspace: { readonly fs: object } };
Object.assign(window, {
  createWebviewPanel: openPanel,
  showInputBox: async () => user.url,
  showQuickPick: async (items: readonly ListItem[], { canPickMany = false }: { readonly canPickMany?: boolean }) => {
    seen.items = [...items];
    return canPickMany ? items.filter((item) => user.picks(item)) : items[0];
  },
  showTextDocument: async ({ fileName }: { readonly fileName: string }) => {
    seen.shown = path.relative(folder, fileName);
    return { revealRange: () => undefined };
  },
});
Object.assign(workspace.fs, {
  writeFile: async ({ fsPath }: FakeUri, bytes: Uint8Array) => writeFileSync(fsPath, bytes),
});
withVscode(fake.module);

let commands: typeof Commands;
before(async () => {
  commands = await import('../../../../src/features/compare/compareBenchmarks');
});

let stored: CaptureRecord[] = [];
/** How often the captures were listed. */
let listings = 0;
const output = fakeOutput();
const parts = () => ({
  captures: { records: async () => (listings++, stored) },
  engine: storeEngine(),
  output,
  extensionUri: FakeUri.file(folder),
}) as unknown as Commands.CompareBenchmarksParts;

beforeEach(() => {
  Object.assign(seen, { sent: [], items: [], shown: '' });
  Object.assign(user, { picks: (item: ListItem) => item.picked === true, url: '' });
  fake.setTrusted(true);
  stored = [];
});
afterEach(() => panel?.dispose());

const resultsOf = (name: string, ns: number) => parseBenchmarks(`${name}-8 \t 10\t ${ns} ns/op\nPASS\n`).results;

function record(id: string, name: string, capturedAt: number, more: Partial<CaptureRecord> = {}): CaptureRecord {
  const target = { file: path.join(folder, 'join_test.go'), name };
  return { id, title: name, capturedAt, profiles: [], results: resultsOf(name, capturedAt), target, ...more };
}

const row = (capture: CaptureRecord) => ({ kind: 'capture', record: capture }) as const;

/** The comparison that the page gets after `act`, with the labels of its inputs and the rows of its first table. */
async function compared(act: () => Promise<unknown>) {
  seen.sent = [];
  await act();
  panel!.receive({ kind: 'ready' });
  const state = () => seen.sent.findLast((message) => message.kind === 'state');
  await until(() => state() !== undefined);
  const last = state()!;
  const [first] = last.state.tables;
  return {
    labels: last.state.inputs.map(({ label }) => label),
    rows: first?.rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.center)]),
    ...last,
    memory: last.memory as BenchmarksMemory,
  };
}

test('captures of one benchmark are columns, the oldest first', async () => {
  const [old, now] = [record('a', 'BenchmarkJoin', 100), record('b', 'BenchmarkJoin', 200)];
  const { rows, memory } = await compared(() => commands.compareBenchmarks(parts(), [row(now), row(old), row(old)]));
  assert.deepEqual(rows, [['Join-8', '100\u202fns', '200\u202fns']]);
  assert.deepEqual(memory.captures, ['a', 'b']);
});

test('the captures are listed once for the lines of all rows of a comparison', async () => {
  stored = [record('a', 'BenchmarkJoin', 100), record('b', 'BenchmarkJoin', 200)];
  const figuresOf = async (name: string, version: number | undefined) => {
    seen.sent = [];
    panel!.receive(asked('trends', { table: 0, names: [name] }, version));
    const reply = () => seen.sent.find((message) => message.kind === 'reply');
    await until(() => reply() !== undefined);
    const { ok } = reply() as { readonly ok?: number[][] };
    return ok!.map((values) => values.map((seconds) => Math.round(seconds * 1e9)));
  };
  const first = await compared(() => commands.compareBenchmarks(parts(), stored.map(row)));
  listings = 0;
  assert.deepEqual(await figuresOf('Join-8', first.version), [[100, 200]]);
  assert.deepEqual(await figuresOf('Sum-8', first.version), [[]]);
  assert.equal(listings, 1);
  stored = [...stored, record('c', 'BenchmarkJoin', 300)];
  seen.sent = [];
  await commands.compareBenchmarks(parts(), stored.slice(1).map(row));
  const versions = () => seen.sent.flatMap((message) => (message.kind === 'state' ? [message.version] : []));
  await until(() => versions().length > 0);
  assert.deepEqual(await figuresOf('Join-8', versions()[0]), [[100, 200, 300]]);
});

test('captures of several benchmarks make two columns: the newest of each benchmark, and the one before it', async () => {
  const records = [
    record('a', 'BenchmarkA', 100), record('b', 'BenchmarkB', 101), record('c', 'BenchmarkA', 200), record('d', 'BenchmarkB', 201),
  ];
  const { rows, memory, labels } = await compared(() => commands.compareBenchmarks(parts(), records.map(row)));
  assert.deepEqual(rows, [['B-8', '101\u202fns', '201\u202fns'], ['A-8', '100\u202fns', '200\u202fns']]);
  assert.deepEqual(memory.captures, ['b|a', 'd|c']);
  assert.match(labels[0]!, /^2 benchmarks /);
  stored = records;
  panel!.dispose();
  const turns = await compared(() => commands.restoreBenchmarks(parts(), openPanel() as never, { memory }));
  assert.deepEqual(turns.rows, rows);
});

test('captures of one suite make one column, even if a later suite has no capture of a benchmark', async () => {
  const [old, now] = [{ name: 'package join', startedAt: 50 }, { name: 'package join', startedAt: 150 }];
  // In the second suite, B failed.
  const records = [
    record('a', 'BenchmarkA', 100, { suite: old }), record('b', 'BenchmarkB', 101, { suite: old }),
    record('c', 'BenchmarkA', 200, { suite: now }),
  ];
  const { rows, labels } = await compared(() => commands.compareBenchmarks(parts(), records.map(row)));
  assert.deepEqual(rows, [['A-8', '100\u202fns', '200\u202fns'], ['B-8', '101\u202fns', undefined]]);
  assert.match(labels[0]!, /^package join /);
});

test('the list offers a suite as one item', async () => {
  const suite = { name: 'package join', startedAt: 150 };
  stored = [record('c', 'BenchmarkC', 300), record('b', 'BenchmarkB', 201, { suite }), record('a', 'BenchmarkA', 200, { suite })];
  user.picks = ({ label }) => label.includes('package join');
  const { memory } = await compared(() => commands.compareBenchmarks(parts(), []));
  assert.deepEqual(seen.items.filter(({ label }) => label.includes('package join')).length, 1);
  assert.deepEqual(memory.captures, ['b|a']);
});

test('a single capture is preselected in the list together with the results of its earlier program', async () => {
  const turns = { base: { id: 'x', capturedAt: 50 }, before: resultsOf('BenchmarkJoin', 50), wanted: 1, notes: [] };
  const capture = record('a', 'BenchmarkJoin', 100, { turns });
  stored = [record('z', 'BenchmarkOther', 300), capture, record('t', 'Test', 1, { results: [] })];
  const { rows, memory } = await compared(() => commands.compareBenchmarks(parts(), [row(capture)]));
  assert.deepEqual(seen.items.map(({ label, picked = false }) => [label.replace(/^\$\(\S+ /, ''), picked]), [
    ['BenchmarkJoin', true], ['BenchmarkJoin', true], ['BenchmarkOther', false], ['Files…', false], ['URL…', false],
  ]);
  assert.match(seen.items[1]!.description!, /, earlier program$/);
  assert.match(seen.items[1]!.detail!, /^1 result of the program of .*, measured in turns with the capture above$/);
  assert.deepEqual(rows, [['Join-8', '50.0\u202fns', '100\u202fns']]);
  assert.deepEqual(memory.captures, ['a/before', 'a']);
});

test('a capture without results is an error', async () => {
  const withoutResults = record('t', 'TestX', 1, { results: [] });
  await assert.rejects(commands.compareBenchmarks(parts(), [row(withoutResults)]), /^PreconditionError: TestX has no benchmark results: compare captures/);
});

test('valid files from the Explorer are compared, and the error names the invalid ones', async () => {
  for (const [name, text] of [['old.txt', 'BenchmarkA 1 1 ns/op\n'], ['new.txt', 'BenchmarkA 1 2 ns/op\n'], ['empty.txt', '']] as const) {
    writeFileSync(path.join(folder, name), text);
  }
  const files = ['old.txt', 'new.txt', 'empty.txt', 'gone.txt'].map((name) => FakeUri.file(path.join(folder, name)));
  const { labels } = await compared(async () => {
    await assert.rejects(commands.compareBenchmarks(parts(), files as never), /^Error: empty\.txt is empty\. .*gone\.txt/);
  });
  assert.deepEqual(labels, ['old.txt', 'new.txt']);
});

test('a file that is already compared is not added again when dropped, even in a remote window', async () => {
  const file = path.join(folder, 'dropped.txt');
  writeFileSync(file, 'BenchmarkA 1 1 ns/op\n');
  await compared(() => commands.compareBenchmarks(parts(), [FakeUri.file(file)] as never));
  const texts = [{ name: 'other.txt', text: 'BenchmarkA 1 2 ns/op\n' }];
  const uris = [`vscode-remote://host:1${FakeUri.file(file).path}`];
  seen.sent = [];
  panel!.receive(ordered('dropped', { files: texts, uris }));
  await until(() => seen.sent.some(({ kind }) => kind === 'state'));
  const last = seen.sent.at(-1)!;
  assert.deepEqual(last.kind === 'state' && last.state.inputs.map(({ label }) => label), ['dropped.txt', 'other.txt']);
});

test('results at a URL are compared without storing its secrets, and only in a trusted workspace', async () => {
  const server = createServer((_, response) => response.end('BenchmarkA 1 7 ns/op\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  user.url = ` http://me:s3cret@127.0.0.1:${(server.address() as AddressInfo).port}/bench.txt?token=s3cret `;
  user.picks = ({ label }) => label.includes('URL…');
  const { rows, memory, state } = await compared(() => commands.compareBenchmarks(parts(), []));
  server.close();
  assert.deepEqual(rows, [['A', '7.00\u202fns']]);
  assert.ok(!JSON.stringify([memory, state]).includes('s3cret'));
  assert.deepEqual([memory.captures, memory.files], [[], []]);
  fake.setTrusted(false);
  await commands.compareBenchmarks(parts(), []);
  assert.deepEqual(seen.items.map(({ label }) => label.replace(/^\$\(\S+ /, '')), ['Files…']);
});

test('a row opens the code of its benchmark in the file of its package', async () => {
  writeFileSync(path.join(folder, 'join_test.go'), 'package join\n\nimport "testing"\n\nfunc BenchmarkJoin(b *testing.B) {}\n');
  const { version } = await compared(() =>
    commands.compareBenchmarks(parts(), [row(record('a', 'BenchmarkJoin', 1)), row(record('b', 'BenchmarkJoin', 2))]));
  panel!.receive(ordered('code', { table: 0, row: 0 }, version));
  await until(() => seen.shown === 'join_test.go');
});

test('the export is written to the chosen file, and the message has the benchstat flags for its inputs', async () => {
  fake.user = { file: path.join(folder, 'all.txt') };
  await compared(() =>
    commands.compareBenchmarks(parts(), [row(record('a', 'BenchmarkJoin', 1)), row(record('b', 'BenchmarkJoin', 2))]));
  panel!.receive(ordered('export'));
  const hasMessage = (command: string) => () => fake.messages.some(({ text }) => text === `Exported to all.txt. This command prints the tables: ${command}`);
  await until(hasMessage('benchstat -col input all.txt'));
  panel!.receive(ordered('ignoreProcs', { isOn: true }));
  await until(() => seen.sent.some((message) => message.kind === 'state' && message.state.ignoresProcs === true));
  panel!.receive(ordered('export'));
  await until(hasMessage('benchstat -col input -ignore /gomaxprocs all.txt'));
  assert.deepEqual(fake.messages.at(-1)!.buttons, ['Open']);
});

test('after a reload, a remark counts deleted captures, and an invalid saved state closes the panel', async () => {
  stored = [record('a', 'BenchmarkJoin', 100)];
  const memory = { captures: ['a', 'gone', 'a|gone', 'gone/before'], files: [], ignoresProcs: false };
  const { state, rows } = await compared(() => commands.restoreBenchmarks(parts(), openPanel() as never, { memory }));
  assert.deepEqual(state.remarks, ['3 captures were deleted.']);
  assert.deepEqual(rows, [['Join-8', '100\u202fns']]);
  let isClosed = false;
  await commands.restoreBenchmarks(parts(), { dispose: () => (isClosed = true) } as never, { memory: { captures: 1 } });
  assert.ok(isClosed);
});
