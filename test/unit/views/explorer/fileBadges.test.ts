import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { FileChanges } from '../../../../src/profile/answers/changes';
import { FIRM_CHANGE, NOISE } from '../../../../src/profile/answers/changes';
import type { Active, Session } from '../../../../src/captures/session';
import type { Sources } from '../../../../src/documents/sources';
import { FakeEngine } from '../../../shared/fakeEngine';
import { FakeEmitter, FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { lineChanges } from '../../../shared/lineChanges';
import { plainSpaces } from '../../../shared/plainSpaces';
import { until } from '../../../shared/until';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
Object.assign(vscode.module, {
  FileDecoration: class {
    constructor(readonly badge: string, readonly tooltip: string, readonly color?: { readonly id: string }) {}
  },
  ColorThemeKind: { Dark: 2, HighContrast: 3 },
});
const themeChanged = new FakeEmitter<void>();
const colors = { activeColorTheme: { kind: 2 }, onDidChangeActiveColorTheme: themeChanged.event };
Object.assign((vscode.module as unknown as { window: object }).window, colors);
withVscode(vscode.module);

const SUMMARY = { id: 1, sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }, { type: 'wall', unit: 'nanoseconds' }] };

function activeOf(more: Partial<Active> = {}): Active {
  const capture = { id: 'A', title: 'BenchmarkX', sources: new Map(), capturedAt: 0 };
  const profile = { summary: SUMMARY, label: 'cpu' };
  return { queryId: 1, sampleType: 0, profile, capture, refinement: {}, ...more } as unknown as Active;
}

const BASELINE = {
  capture: { id: 'B', title: 'before', capturedAt: 0, sources: new Map() },
  profile: { summary: { ...SUMMARY, id: 2 } },
  mode: 'total',
};
const COMPARED = { baseline: BASELINE };

/** Judges a change as noise in files whose name says so, and as firm in others. */
const judged = ({ files }: { readonly files: readonly string[] }) => files.map((file): FileChanges => {
  const change = lineChanges([1], [file.includes('noise') ? NOISE : FIRM_CHANGE]);
  return { ...change, moves: [], removed: lineChanges() };
});

/** A total of 1000 ms, of which files of the workspace cause these parts, in milliseconds. */
async function scene(context: TestContext, costs: Readonly<Record<string, number>>, active = activeOf()) {
  const engine = new FakeEngine();
  const files = Object.keys(costs);
  engine.answers.files = () => [...files, '/lib/l.go'];
  engine.answers.fileCharges = ({ files: asked }) => {
    return { total: 1e9, charged: Float64Array.from(asked, (file) => costs[file]! * 1e6) };
  };
  const sources = {
    pathsOf: (_: Active, names: readonly string[]) =>
      Promise.resolve(new Map(names.map((name) => [name, { path: name, isInWorkspace: name.startsWith('/w/') }]))),
    onDidChange: new FakeEmitter<void>().event,
  };
  const changed = new FakeEmitter<void>();
  const session = { active: active as Active | undefined, onDidChange: changed.event };
  const { FileBadges } = await import('../../../../src/views/explorer/fileBadges');
  const badges = new FileBadges(session as unknown as Session, engine.asEngine(), sources as unknown as Sources);
  context.after(() => badges.dispose());
  const at = (path: string) => badges.provideFileDecoration(FakeUri.file(path) as never);
  const activate = (next: Active | undefined) => {
    session.active = next;
    changed.fire();
  };
  return { engine, at, activate, onDidChange: badges.onDidChangeFileDecorations };
}

test('files and folders have the percentage that they cause, and files outside the workspace have none', async (context) => {
  const { at } = await scene(context, { '/w/a/x.go': 431, '/w/a/b/y.go': 62, '/w/z.go': 4, '/w/all.go': 997 });
  await until(() => at('/w/a/x.go') !== undefined);
  const paths = ['/w/a/x.go', '/w/a/b/y.go', '/w/a/b', '/w/a', '/w', '/w/z.go', '/w/all.go', '/lib/l.go'];
  const shown = paths.map((path) => at(path)?.badge);
  assert.deepEqual(shown, ['43', '6', '6', '49', undefined, undefined, '99', undefined]);
  const { tooltip = '' } = at('/w/a/x.go') ?? {};
  assert.equal(plainSpaces(tooltip), 'Linecost: 43.1 % of cpu is caused here, 431 ms (BenchmarkX)');
});

test('in a dark high contrast theme, which counts errors without a color, a share is a bar', async (context) => {
  const { at, onDidChange } = await scene(context, { '/w/a/some.go': 431, '/w/b/few.go': 62, '/w/c/most.go': 507 });
  await until(() => at('/w/a/some.go') !== undefined);
  const { window } = vscode.module as unknown as { window: typeof colors };
  context.after(() => (window.activeColorTheme = { kind: 2 }));
  let changes = 0;
  onDidChange(() => changes++);
  window.activeColorTheme = { kind: 3 };
  themeChanged.fire();
  assert.equal(changes, 1);
  assert.deepEqual(['/w/a/some.go', '/w/b/few.go', '/w/c/most.go'].map((path) => at(path)?.badge), ['▄', '▁', '▅']);
});

test('badges leave the color of a name to errors and to git', async (context) => {
  const compared = activeOf(COMPARED as unknown as Partial<Active>);
  const { engine, at, activate } = await scene(context, { '/w/hot.go': 920, '/w/less.go': -200 });
  engine.answers.fileChanges = judged;
  for (const active of [activeOf(), compared]) {
    activate(active);
    await until(() => at('/w/hot.go') !== undefined);
    for (const path of ['/w/hot.go', '/w/less.go']) assert.equal(at(path)?.color, undefined, path);
  }
});

test('badges of another sample type or capture go at once, and a profile is asked about once', async (context) => {
  const { engine, at, activate } = await scene(context, { '/w/x.go': 431 });
  await until(() => at('/w/x.go') !== undefined);
  for (let i = 0; i < 1000; i++) at(`/w/other${i}.go`);
  assert.equal(engine.asked.get('fileCharges'), 1);
  activate(activeOf({ sampleType: 1 }));
  assert.equal(at('/w/x.go'), undefined);
  await until(() => at('/w/x.go') !== undefined);
  assert.match(at('/w/x.go')!.tooltip!, /of wall/);
  activate(undefined);
  assert.equal(at('/w/x.go'), undefined);
});

test('the badges of an earlier round of a profile stay until those of the next one are known', async (context) => {
  const { engine, at, activate } = await scene(context, { '/w/x.go': 431 });
  await until(() => at('/w/x.go') !== undefined);
  engine.answers.fileCharges = () => ({ total: 1e9, charged: Float64Array.of(2e8) });
  activate(activeOf({ queryId: 2 }));
  assert.equal(at('/w/x.go')?.badge, '43');
  await until(() => at('/w/x.go')?.badge === '20');
});

test('a late answer about another sample type is not shown', async (context) => {
  const { engine, at, activate } = await scene(context, { '/w/x.go': 431 });
  let answer: (charges: { total: number; charged: Float64Array }) => void = () => undefined;
  engine.answers.fileCharges = ({ sampleType }) => {
    if (sampleType === 1) return { total: 1e9, charged: Float64Array.of(2e8) };
    return new Promise((resolve) => (answer = resolve));
  };
  await until(() => engine.asked.get('fileCharges') === 1);
  activate(activeOf({ sampleType: 1 }));
  answer({ total: 1e9, charged: Float64Array.of(9e8) });
  await until(() => at('/w/x.go') !== undefined);
  assert.equal(at('/w/x.go')?.badge, '20');
});

test('a share that rests on fewer than five samples has no badge', async (context) => {
  const summary = { ...SUMMARY, weights: [1e7, undefined] };
  const profile = { summary, label: 'cpu' } as unknown as Active['profile'];
  const { at } = await scene(context, { '/w/four.go': 40, '/w/five.go': 50 }, activeOf({ profile }));
  await until(() => at('/w/five.go') !== undefined);
  assert.equal(at('/w/four.go'), undefined);
});

test('in a comparison, arrows mark files with a firm change, and their folders', async (context) => {
  const active = activeOf(COMPARED as unknown as Partial<Active>);
  const costs = { '/w/a/less.go': -122, '/w/a/more.go': 30, '/w/a/noise.go': -200 };
  const { engine, at, activate } = await scene(context, costs, active);
  engine.answers.fileChanges = judged;
  activate(active);
  await until(() => at('/w/a/less.go') !== undefined);
  const badges = ['/w/a/less.go', '/w/a/more.go', '/w/a/noise.go', '/w/a'].map((path) => at(path)?.badge);
  assert.deepEqual(badges, ['▼▼', '▲', undefined, '▼▼']);
  const { tooltip = '' } = at('/w/a/less.go') ?? {};
  assert.equal(plainSpaces(tooltip), 'Linecost: cpu caused here −122 ms, −12.2 % of the total (BenchmarkX vs before)');
});

test('the change of a folder is that of all its files, and is marked if a file in it changed firmly the same way', async (context) => {
  const active = activeOf(COMPARED as unknown as Partial<Active>);
  const many = Array.from({ length: 200 }, (_, i): [string, number] => [`/w/many/f${i}.go`, -3]);
  const costs = { ...Object.fromEntries(many), '/w/less/firm.go': 30, '/w/less/noise.go': -240, '/w/noise/noise.go': -200 };
  const { engine, at, activate } = await scene(context, costs, active);
  engine.answers.fileChanges = judged;
  activate(active);
  await until(() => at('/w/many') !== undefined);
  const badges = ['/w/many', '/w/many/f1.go', '/w/less/firm.go', '/w/less', '/w/noise'].map((path) => at(path)?.badge);
  assert.deepEqual(badges, ['▼▼', undefined, '▲', undefined, undefined]);
  assert.match(plainSpaces(at('/w/many')!.tooltip!), /caused here −600 ms, −60 % of the total/);
});

test('badges of another refinement, another kind of comparison or another chosen time go at once', async (context) => {
  const compared = (more: object) => activeOf({ baseline: { ...BASELINE, ...more } } as unknown as Partial<Active>);
  const timed = (from: number) => activeOf({ profile: { summary: SUMMARY, label: 'cpu, 1 to 2 s', time: { from, to: 2 } } } as never);
  const views = [
    activeOf(), activeOf({ refinement: { focus: 'json' } }), compared({}), compared({ totals: true }),
    compared({ perSecond: true }), compared({ shares: 'shown' }), compared({ profile: { summary: { ...SUMMARY, id: 3 } } }),
    timed(1), timed(1.001),
  ];
  const { engine, at, activate } = await scene(context, { '/w/x.go': 431 });
  engine.answers.fileChanges = judged;
  for (const [i, view] of views.entries()) {
    activate(view);
    assert.equal(at('/w/x.go'), undefined, `view ${i}`);
    await until(() => at('/w/x.go') !== undefined);
  }
});

test('10 000 files in as many folders get their badges in many short turns', async (context) => {
  const costs = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`/w/a/b/c/d/e/d${i}/f.go`, 0.1]));
  const { at } = await scene(context, costs);
  let turn = 0;
  const count = () => {
    turn++;
    ticking = setImmediate(count);
  };
  let ticking = setImmediate(count);
  context.after(() => clearImmediate(ticking));
  // Each look at the clock is 0.2 ms later.
  let clock = 0;
  context.mock.method(performance, 'now', () => (clock += 0.2));
  const foldersByTurn = new Map<number, number>();
  const { workspace } = vscode.module as unknown as { workspace: { getWorkspaceFolder: (uri: unknown) => unknown } };
  const found = workspace.getWorkspaceFolder;
  context.mock.method(workspace, 'getWorkspaceFolder', (uri: unknown) => {
    foldersByTurn.set(turn, (foldersByTurn.get(turn) ?? 0) + 1);
    return found(uri);
  });
  await until(() => at('/w/a/b') !== undefined);
  assert.equal(at('/w/a/b/c/d/e')?.badge, '99');
  assert.equal([...foldersByTurn.values()].reduce((sum, each) => sum + each, 0), 10_000);
  assert.ok(Math.max(...foldersByTurn.values()) <= 50, `${Math.max(...foldersByTurn.values())} folders in one turn`);
});

test('the setting removes the badges at once, and brings them back', async (context) => {
  const { at } = await scene(context, { '/w/x.go': 431 });
  await until(() => at('/w/x.go') !== undefined);
  context.after(() => vscode.configure('linecost.explorer.badges', undefined));
  vscode.configure('linecost.explorer.badges', false);
  assert.equal(at('/w/x.go'), undefined);
  vscode.configure('linecost.explorer.badges', true);
  await until(() => at('/w/x.go') !== undefined);
});
