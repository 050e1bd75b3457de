import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureRecord } from '../../../../src/captures/disk/captureStore';
import { parseBenchmarks } from '../../../shared/inOneStep';
import { Session } from '../../../../src/captures/session';
import type { LoadedCaptures } from '../../../../src/captures/loaded/loadedCaptures';
import { FakeEngine } from '../../../shared/fakeEngine';
import { fakeVscode } from '../../../shared/fakeVscode';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);
Object.assign(vscode.module, {
  TreeItem: class {
    constructor(readonly label: string, readonly collapsibleState: number) {}
  },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  ThemeIcon: class {
    constructor(readonly id: string) {}
  },
});

const { results } = parseBenchmarks('BenchmarkA-8 \t 10\t 3 ns/op\nPASS\n');
const MEASURED: CaptureRecord = {
  id: 'a', title: 'BenchmarkA', capturedAt: 1e12, target: { file: '/w/a_test.go', name: 'BenchmarkA' }, profiles: [], results,
};

async function itemOf(record: CaptureRecord, isUnsaved = false, isListed = false) {
  const { ProfilesRows } = await import('../../../../src/views/profiles/profilesRows');
  const files = { all: () => [] };
  const flags = { isUnsaved: () => isUnsaved, isGrowing: () => false };
  const fields = { records: async () => [record], files, newerCount: 0, ...flags };
  const captures = fields as unknown as LoadedCaptures;
  const rows = new ProfilesRows(new Session(new FakeEngine()), captures);
  if (isListed) await rows.getChildren();
  return rows.getTreeItem({ kind: 'capture', record });
}

test('the capture of a service that is watched says so', async () => {
  const { ProfilesRows } = await import('../../../../src/views/profiles/profilesRows');
  const fields = { isUnsaved: () => false, isGrowing: (id: string) => id === 'a' };
  const rows = new ProfilesRows(new Session(new FakeEngine()), fields as unknown as LoadedCaptures);
  const record: CaptureRecord = { id: 'a', title: 'api', capturedAt: 1e12, subject: 'watch api', profiles: [], results: [] };
  assert.match(rows.getTreeItem({ kind: 'capture', record }).description as string, /^watched/);
});

test('the row of a capture without profiles shows its results, says that it has no profiles, and names its suite', async () => {
  const { label, description, tooltip, contextValue, collapsibleState } = await itemOf({
    ...MEASURED, suite: { name: 'package a', startedAt: 1 },
  });
  assert.match(String(label), /^3\u202fns\/op · /);
  assert.deepEqual([description, contextValue, collapsibleState], ['timing only', 'linecost.results.go', 0]);
  assert.match(String(tooltip), /\ntiming only: measured without profiles\nmeasured with all benchmarks of package a\n/);
  assert.equal((await itemOf({ ...MEASURED, isPinned: true })).contextValue, 'linecost.results.go.pinned');
});

test('the row of a capture with profiles can be expanded, and its tooltip names the profiles', async () => {
  const profiles = ['cpu', 'memory'].map((label) => ({ label, fileName: `${label}.pprof` }));
  const { description, contextValue, collapsibleState, tooltip } = await itemOf({ ...MEASURED, profiles });
  assert.deepEqual([description, contextValue, collapsibleState], ['', 'linecost.capture.go', 1]);
  assert.match(String(tooltip), /\ncpu, memory\n/);
});

test('the row of a profile has its total, with its type unless the label says it', async () => {
  const { ProfilesRows } = await import('../../../../src/views/profiles/profilesRows');
  const rows = new ProfilesRows(new Session(new FakeEngine()), {} as LoadedCaptures);
  const total = (type: string, unit: string, value: number) => ({ type, unit, value });
  const figures = [['cpu', total('cpu', 'nanoseconds', 78e8)], ['memory', total('alloc_space', 'bytes', 2 ** 30)]] as const;
  const descriptions = figures.map(([label, of]) => {
    const profile = { label, fileName: `${label}.pprof`, total: of };
    return rows.getTreeItem({ kind: 'profile', record: MEASURED, profile }).description;
  });
  assert.deepEqual(descriptions, ['7.80\u202fs', '1\u202fGiB alloc_space']);
});

test('the last row says how many captures a newer version of Linecost stored', async () => {
  const { ProfilesRows } = await import('../../../../src/views/profiles/profilesRows');
  const fields = { records: async () => [MEASURED], files: { all: () => [] }, newerCount: 2 };
  const captures = fields as unknown as LoadedCaptures;
  const rows = new ProfilesRows(new Session(new FakeEngine()), captures);
  const nodes = await rows.getChildren();
  assert.deepEqual(nodes.map(({ kind }) => kind), ['group', 'newer']);
  const { label, tooltip } = rows.getTreeItem(nodes[1]!);
  assert.equal(label, '2 captures of a newer Linecost');
  assert.match(String(tooltip), /Update Linecost to see them\.$/);
});

test('the row of a capture that could not be saved says so', async () => {
  const { description, tooltip } = await itemOf(MEASURED, true);
  assert.equal(description, 'not saved · timing only');
  assert.match(String(tooltip), /^BenchmarkA\ncould not be saved: lost when this window closes\n/);
});

test('the tooltip of a capture whose program could not be stored says why', async () => {
  const { tooltip } = await itemOf({ ...MEASURED, noProgram: 'The disk is full.' });
  assert.match(String(tooltip), /\nwithout its program, which could not be stored: The disk is full\.(\n|$)/);
});

test('the context value of a row says whether it can be profiled or fetched again', async () => {
  const other = { ...MEASURED, target: undefined };
  const contexts = [MEASURED, { ...other, subject: 'http://h/debug/pprof/heap' }, other].map(async (record) => {
    return (await itemOf({ ...record, profiles: [{ label: 'cpu', fileName: 'cpu.pprof' }] })).contextValue;
  });
  assert.deepEqual(await Promise.all(contexts), ['linecost.capture.go', 'linecost.capture.fetched', 'linecost.capture']);
});

test('the row of a capture of a benchmark says what changed in its code', async () => {
  const { ProfilesRows } = await import('../../../../src/views/profiles/profilesRows');
  const git = { commit: 'a'.repeat(40), subject: 'Add A', changes: { files: 1, added: 2, removed: 1, named: ['a/lru.go'] } };
  const record = { ...MEASURED, conditions: { git } };
  const flags = { isUnsaved: () => false, isGrowing: () => false };
  const fields = { records: async () => [record], files: { all: () => [] }, newerCount: 0, ...flags };
  const rows = new ProfilesRows(new Session(new FakeEngine()), fields as unknown as LoadedCaptures);
  await rows.getChildren();
  const { description, tooltip } = rows.getTreeItem({ kind: 'capture', record });
  assert.equal(description, 'timing only · working tree: +2 −1 in lru.go');
  assert.match(String(tooltip), /\nAt aaaaaaa: Add A\nDiffers from the commit by \+2 −1 in a\/lru\.go\.$/);
});

test('the tooltip of a benchmark names its commit once, with its subject', async () => {
  const git = { commit: '1a2b3c4'.padEnd(40, '0'), subject: 'Use a builder' };
  const { tooltip } = await itemOf({ ...MEASURED, conditions: { goVersion: 'go1.26.8', git } }, false, true);
  assert.equal(String(tooltip).split('1a2b3c4').length - 1, 1);
  assert.match(String(tooltip), /\ngo1\.26\.8\nAt 1a2b3c4: Use a builder$/);
});
