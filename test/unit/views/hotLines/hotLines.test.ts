import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FileChanges, FIRM_CHANGE, FIRM_IN_TURNS, MOVED, NOISE } from '../../../../src/profile/answers/changes';
import type { FrameSource } from '../../../../src/profile/answers/flame';
import type { HotLines as Answer } from '../../../../src/profile/answers/lines';
import type { Active, Session } from '../../../../src/captures/session';
import type { HotRow } from '../../../../src/views/hotLines/hotLinesText';
import type { HotTree } from '../../../../src/views/hotLines/hotLines';
import type { LandingColumn, LinePlace } from '../../../../src/ui/openLocation';
import type { FoundPath, Sources } from '../../../../src/documents/sources';
import { FakeEngine } from '../../../shared/fakeEngine';
import { fakeOutput } from '../../../shared/fakeOutput';
import { fakeVscode } from '../../../shared/fakeVscode';
import { fileCosts } from '../../../shared/fileCosts';
import { lineChanges } from '../../../shared/lineChanges';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
Object.assign(vscode.module, {
  TreeItem: class {
    constructor(readonly label: string) {}
  },
});
withVscode(vscode.module);

/** A promise, `passed`, that `open` resolves. */
function gate<T = void>() {
  let open!: (value: T) => void;
  const passed = new Promise<T>((resolve) => (open = resolve));
  return { open, passed };
}

const ANSWER: Answer = {
  total: 400e6,
  samplesInFiles: 2,
  samplesElsewhere: 0,
  lines: [
    { file: 'p/x_test.go', line: 3, function: 'p.BenchmarkX', charged: 100e6, flat: 0, cum: 100e6 },
    { file: 'p/p.go', line: 7, function: 'p.f', charged: 50e6, flat: 50e6, cum: 50e6 },
  ],
};

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['/w/p/x_test.go', 'package p\n\n\trun(text)\n'], ['/w/p/p.go', 'package p\n\n\n\n\n\n\tsum  += f(x)'],
]);

const SETUP = { function: 'BenchmarkX', file: 'x_test.go', lines: [[2, 4]], timed: [] };

/** The list of hot lines, and an engine whose answers the test can change. `shown` returns the rows as texts. */
async function scene(overrides: Partial<Active> = {}) {
  const profile = { summary: { id: 1, sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }] } };
  const capture = { sources: new Map(), setup: SETUP };
  const active = { queryId: 1, sampleType: 0, profile, capture, form: 'total', ...overrides } as unknown as Active;
  const engine = new FakeEngine();
  engine.answers.files = () => ['p/x_test.go', 'p/p.go'];
  engine.answers.hotLines = () => ANSWER;
  engine.answers.fileCosts = () => [];
  const foundPaths = (files: readonly string[]) =>
    new Map(files.map((file) => [file, { path: `/w/${file}`, isInWorkspace: true } as unknown as FoundPath]));
  const opened: string[] = [];
  const logged: string[] = [];
  const sources = {
    pathsOf: (_: Active, files: readonly string[]) => Promise.resolve(foundPaths(files)),
    unfoundOf: async (_: Active, files: readonly string[]) => files.map((name) => ({ name, matches: 0 })),
    textOf: async (_: Active, path: string): Promise<string | undefined> => TEXTS.get(path),
    placesNow: async (_: Active, _path: string, lines: readonly number[]): Promise<readonly LinePlace[] | undefined> =>
      lines.map((line) => ({ line, state: 'same' })),
    open: async (_: Active, { file, line }: FrameSource, { keepFocus = false }: LandingColumn = {}) =>
      void opened.push(`${file}:${line}${keepFocus ? ' without focus' : ''}`),
  };
  const { HotLines } = await import('../../../../src/views/hotLines/hotLines');
  const view: { visible: boolean; description?: string; message?: string } = { visible: false };
  const tree = { view, changed: () => undefined } as unknown as HotTree;
  const found = sources as unknown as Sources;
  const session = { active };
  const lines = new HotLines(session as Session, engine.asEngine(), found, tree, fakeOutput(logged));
  const shown = async () =>
    (await lines.nodes()).map(({ item }) => `${String(item.label).replace(/^[\u2007\u2008]+/, '')}: ${String(item.description)}`);
  /** The words above the rows, after they are listed. */
  const above = async () => {
    await lines.nodes();
    return [view.description, view.message].filter(Boolean).join(': ');
  };
  return { session, lines, engine, sources, opened, logged, found: foundPaths, shown, above, view };
}

test('an older list whose paths arrive late does not cancel a newer list', async () => {
  const { lines, engine, sources, found, shown, view } = await scene();
  const olderPaths = gate<ReturnType<typeof found>>();
  const answered = gate();
  const olderPathsRequested = gate();
  const { pathsOf } = sources;
  sources.pathsOf = () => (olderPathsRequested.open(), olderPaths.passed);
  const linesRequested = [gate(), gate()];
  engine.answers.hotLines = async (_, signal) => {
    linesRequested[engine.asked.get('hotLines')! - 1]!.open();
    await answered.passed;
    signal?.throwIfAborted();
    return ANSWER;
  };
  const older = shown();
  await olderPathsRequested.passed;
  sources.pathsOf = pathsOf;
  lines.orderBy('flat');
  const newer = shown();
  await linesRequested[0]!.passed;
  olderPaths.open(found(['p/p.go']));
  await linesRequested[1]!.passed;
  answered.open();
  const texts = await newer;
  assert.equal(texts.length, 2);
  assert.equal(view.description, 'cpu · flat · in this workspace');
  assert.deepEqual(await older, texts);
});

test('a line in the setup of a benchmark is labeled', async () => {
  const { lines, shown } = await scene();
  assert.deepEqual(await shown(), [
    '25\u202f%  run(text): x_test.go:3 · BenchmarkX · setup',
    '12.5\u202f%  sum += f(x): p.go:7 · f',
  ]);
  const [row, other] = await lines.nodes();
  assert.match(String(row!.item.tooltip), /\nSetup: this line is not timed, [^\n]+\n/);
  assert.match(row!.item.accessibilityInformation!.label, /, in p\.BenchmarkX, .*, setup$/);
  assert.doesNotMatch(String(other!.item.tooltip), /Setup/);
});

test('garbage collection in the background is a row above the lines that cost less, which opens the line that allocates most', async () => {
  const memory = { summary: { id: 2, sampleTypes: [{ type: 'alloc_space', unit: 'bytes' }] } };
  const capture = { sources: new Map(), profiles: [memory] } as never;
  const { lines, engine, opened, shown } = await scene({ capture });
  engine.answers.backgroundWork = () => ({ cost: 152e6, total: 400e6 });
  const [row, first] = await shown();
  assert.match(row!, /^38\s% {2}GC in the background: 152\sms$/);
  assert.match(first!, /run\(text\): x_test\.go:3/);
  const [node] = await lines.nodes();
  await lines.open(node!.item.command!.arguments![0] as HotRow);
  assert.deepEqual(opened, ['p/x_test.go:3 without focus']);
  engine.answers.backgroundWork = () => ({ cost: 60e6, total: 400e6 });
  lines.orderBy('flat');
  lines.orderBy('charged');
  assert.deepEqual((await shown()).map((text) => text.slice(0, text.indexOf('%') - 1).trim()), ['25', '15', '12.5']);
});

test('a line of few samples is marked, and lines are listed without marks if their samples are unknown', async () => {
  const { lines, engine, shown } = await scene();
  engine.answers.fileSamples = ({ files }) => files.map((file) =>
    fileSamples(file === 'p/p.go' ? [7] : [3], file === 'p/p.go' ? 4 : 5));
  assert.deepEqual(await shown(), [
    '25\u202f%  run(text): x_test.go:3 · BenchmarkX · setup',
    '~ 12.5\u202f%  sum += f(x): p.go:7 · f',
  ]);
  engine.answers.fileSamples = () => undefined;
  lines.orderBy('charged');
  assert.match((await shown())[1]!, /^12\.5\s% {2}sum/);
});

test('a step continues after the last opened line in a further round of the profile, and starts again in another one', async () => {
  const { session, lines, engine, opened } = await scene();
  await lines.step(1);
  engine.answers.hotLines = () => ({ ...ANSWER, lines: [...ANSWER.lines].reverse() });
  const round = { ...session.active.profile, summary: { ...session.active.profile.summary, id: 9 } };
  session.active = { ...session.active, profile: round } as Active;
  lines.forget();
  await lines.step(-1);
  assert.deepEqual(opened, ['p/x_test.go:3', 'p/p.go:7']);
  session.active = { ...session.active, capture: { ...session.active.capture, id: 'other' } } as Active;
  lines.forget();
  await lines.step(-1);
  assert.deepEqual(opened.slice(2), ['p/x_test.go:3']);
});

const fileSamples = (lines: readonly number[], count: number) => {
  const counts = Float64Array.from(lines, () => count);
  return { lines: Uint32Array.from(lines), flat: counts, cum: counts };
};

const BASELINE = { capture: {}, moved: [] } as unknown as Active['baseline'];

/** The changes of a file with one line. */
function changed(line: number, flat: number, cum: number, removed = lineChanges()): FileChanges {
  return { ...lineChanges([line], [flat], [cum], [9, 9]), moves: [], removed };
}

test('in a comparison, the view counts the lines that lead to the change, which come first, and rows mark noise', async () => {
  const { lines, engine, shown, above } = await scene({ baseline: BASELINE });
  engine.answers.fileChanges = () => [changed(3, NOISE, NOISE), changed(7, FIRM_CHANGE, FIRM_CHANGE)];
  const [first, second] = await shown();
  assert.equal(await above(), '1 line leads to the change · cpu Δ · caused here · in this workspace');
  assert.match(first!, /^▲ \+50\sms {2}sum \+= f\(x\): p\.go:7 · f$/);
  assert.match(second!, /^~ \+100\sms {2}run\(text\): x_test\.go:3 /);
  lines.orderBy('cum');
  engine.answers.fileChanges = () => [changed(3, NOISE, FIRM_CHANGE), changed(7, FIRM_CHANGE, NOISE)];
  assert.match(await above(), /^1 line leads /, 'of the rows, by cum');
  const [, node] = await lines.nodes();
  assert.match(String(node!.item.tooltip), /\ncum within the noise\n/);
  assert.match(node!.item.accessibilityInformation!.label, /, within the noise/);
});

test('in a comparison, garbage collection within the noise is below the lines that lead to the change', async () => {
  const { lines, engine, shown } = await scene({ baseline: BASELINE });
  engine.answers.fileChanges = () => [changed(3, NOISE, NOISE), changed(7, FIRM_CHANGE, FIRM_CHANGE)];
  const order = async (judgement: number) => {
    const change = { now: 152e6, before: 0, totalNow: 400e6, totalBefore: 400e6, judged: { judgement } };
    engine.answers.backgroundWork = () => ({ cost: 152e6, total: 400e6, change } as never);
    lines.forget();
    return (await shown()).map((text) => /GC|sum|run/.exec(text)![0]);
  };
  assert.deepEqual(await order(NOISE), ['sum', 'GC', 'run']);
  assert.deepEqual(await order(FIRM_CHANGE), ['GC', 'sum', 'run']);
});

test('if no line changed beyond noise, the view says so; if the changes are unknown, it does not mention noise', async () => {
  const { lines, engine, shown, above } = await scene({ baseline: BASELINE });
  engine.answers.fileChanges = () => [changed(3, NOISE, NOISE), changed(7, NOISE, NOISE)];
  assert.match(await above(), /^no line changed · .*: No line changed beyond noise\.$/);
  engine.answers.fileChanges = () => Promise.reject(new Error('too large'));
  lines.forget();
  assert.equal((await shown()).length, 2);
  assert.equal(await above(), 'cpu Δ · caused here · in this workspace');
});

test('lines that call what changed, as runs in turns showed, are not said to be none', async () => {
  const { lines, engine, shown, above } = await scene({ baseline: BASELINE });
  engine.answers.fileChanges = () => [changed(3, NOISE, FIRM_IN_TURNS), changed(7, NOISE, NOISE)];
  const [first] = await shown();
  assert.match(await above(), /^1 line leads to the change · .*: Code that 1 line calls changed beyond noise\.$/);
  assert.match(first!, /^▲ \+100\sms {2}run/);
  engine.answers.fileChanges = () => [changed(3, NOISE, FIRM_CHANGE), changed(7, NOISE, FIRM_IN_TURNS)];
  lines.forget();
  assert.doesNotMatch(await above(), /calls/, 'a firm line says more');
});

test('rows have the line numbers of today, and a row whose line was deleted says so', async () => {
  const { lines, sources, shown, opened } = await scene();
  sources.placesNow = async (_, path) => (path.endsWith('p.go') ? [{ line: 5, state: 'removed' }] : [{ line: 9, state: 'edited' }]);
  const [first, second] = await shown();
  assert.match(first!, /: x_test\.go:9 /);
  assert.match(second!, /: p\.go: line removed · f$/);
  const [edited, gone] = (await lines.nodes()).map(({ item }) => `${item.tooltip as string} | ${item.accessibilityInformation!.label}`);
  assert.match(edited!, /^run\(text\)\n\/w\/p\/x_test\.go:9\n.*Edited after the capture: the figures are those of the earlier text\./s);
  assert.match(gone!, /Removed after the capture: it was line 7 of the measured text\..* \| .*, p\.go, line removed, /s);
  // The line of the capture is opened, because the editor knows where it is now.
  await lines.step(1);
  assert.deepEqual(opened, ['p/x_test.go:3']);
  sources.placesNow = async () => undefined;
  assert.match((await shown())[0]!, /: x_test\.go:3 /, 'without a captured text');
});

/** The judgements on two places with removed lines, of which one changed firmly. */
const FIRM_REMOVED = lineChanges([2, 4], [NOISE, FIRM_CHANGE]);

test('the view says if only removed lines, or also removed lines, changed beyond noise', async () => {
  const { lines, engine, above } = await scene({ baseline: BASELINE });
  engine.answers.fileChanges = () => [changed(3, NOISE, NOISE), changed(7, NOISE, NOISE, FIRM_REMOVED)];
  assert.match(await above(), /^removed lines lead to the change · .*: Only removed lines changed beyond noise\.$/);
  engine.answers.fileChanges = () => [changed(3, NOISE, FIRM_CHANGE), changed(7, NOISE, NOISE, FIRM_REMOVED)];
  lines.forget();
  assert.match(await above(), /^1 line leads to the change · .*: Removed lines changed beyond noise, too\.$/);
});

/**
 * A comparison in which lines 5 and 6 of p.go, 70 ms together, were removed below line 4, and line 9 below line 6.
 * @param other the judgement on line 9
 */
async function sceneOfRemoved(judgement: number, other = NOISE) {
  const moves = [{ from: 1, to: 1, count: 4 }, { from: 7, to: 5, count: 2 }, { from: 10, to: 7, count: Infinity }];
  const profile = { summary: { id: 2 } };
  const old = { sources: new Map([['/w/p/p.go', '\n\n\n\n\tkept = append(kept, x)\n\tkept = kept[1:]\n']]) };
  const baseline = { profile, capture: old, moved: [{ file: 'p/p.go', moves }] } as unknown as Active['baseline'];
  const all = await scene({ baseline, refinement: {} });
  const { engine } = all;
  const removed = lineChanges([4, 6], [judgement, other]);
  engine.answers.fileChanges = () => [changed(3, FIRM_CHANGE, FIRM_CHANGE), changed(7, NOISE, NOISE, removed)];
  const costs = { ...fileCosts([5, 7]), flat: Float64Array.of(30e6, 0), cum: Float64Array.of(70e6, 80e6) };
  engine.answers.fileCosts = ({ profile, files }) => (profile === 1 ? [] : files.map((file) => ({ ...costs, file })));
  const inBaseline = (line: number, charged: number) =>
    ({ file: 'p/p.go', line, function: `p.f${line}`, charged, flat: 0, cum: charged });
  const inBaselineOnly = [inBaseline(6, 40e6), inBaseline(5, 20e6), inBaseline(9, 80e6)];
  const before = { ...ANSWER, lines: [...inBaselineOnly, inBaseline(7, 9e6)] };
  engine.answers.hotLines = ({ profile, removedFrom }) => {
    if (profile !== 1) return before;
    assert.deepEqual(removedFrom, ['p/p.go']);
    return ANSWER;
  };
  return all;
}

test('removed lines whose cost is more than noise have a row, which opens the line above them', async () => {
  const { lines, engine, opened, shown } = await sceneOfRemoved(FIRM_CHANGE);
  const [first, second, third] = await shown();
  assert.match(first!, /^▲ \+100\sms {2}run/);
  assert.equal(second, '▼ −60\u202fms  removed: kept = kept[1:]: p.go:4 · f6');
  assert.match(third!, /^~ \+50\sms {2}sum/);
  assert.equal(engine.derived.size, 0, 'the derived baselines are released');
  const { item } = (await lines.nodes())[1]!;
  assert.match(String(item.tooltip), /^kept = kept\[1:\]\n\/w\/p\/p\.go:4\np\.f6\n[^]*\nRemoved below this line since the baseline: /);
  assert.match(item.accessibilityInformation!.label, /^caused here −60\sms, removed, kept = kept\[1:\], below p\.go line 4, in p\.f6, /);
  await lines.open(item.command!.arguments![0] as HotRow);
  await lines.step(1);
  await lines.step(-1);
  assert.deepEqual(opened, ['p/p.go:4 without focus', 'p/p.go:7', 'p/p.go:4']);
});

test('removed lines whose cost is noise, or moved to other lines, have no row, also beside others of their file that have', async () => {
  for (const judgement of [NOISE, MOVED]) {
    const placesBeside = async (other: number) => {
      const { shown } = await sceneOfRemoved(judgement, other);
      return (await shown()).filter((text) => text.includes('removed')).map((text) => /p\.go:(\d+)/.exec(text)?.[1]);
    };
    assert.deepEqual(await placesBeside(judgement), []);
    assert.deepEqual(await placesBeside(FIRM_CHANGE), ['6']);
  }
});

test('if the costs of removed lines fail, the other lines are listed', async () => {
  const { engine, shown } = await sceneOfRemoved(FIRM_CHANGE);
  engine.answers.fileCosts = () => Promise.reject(new Error('too large'));
  assert.equal((await shown()).length, 2);
});

test('the view says if only lines of other files changed', async () => {
  const { engine, sources, found, above } = await scene({ baseline: BASELINE });
  sources.pathsOf = (_, files) => Promise.resolve(found(files.filter((file) => file !== 'p/p.go')));
  engine.answers.hotLines = () => ({ ...ANSWER, lines: ANSWER.lines.slice(0, 1) });
  const changes = [changed(3, NOISE, NOISE), changed(7, NOISE, FIRM_CHANGE)];
  engine.answers.fileChanges = ({ files }) => changes.slice(0, files.length);
  assert.match(await above(), /: No line changed beyond noise, but lines of other files did\.$/);
});

test('if the benchmark changed, but no line firmly, the view says that the profiles cannot tell which', async () => {
  const summary = { sampleTypes: [{ type: 'alloc_space', unit: 'bytes' }], totals: [9], sampleCount: 9 };
  const turns = { function: 'BenchmarkX', changes: [{ type: 'alloc_space', isIncrease: true, evidence: '' }] };
  const baseline = { ...BASELINE, profile: { summary }, turns, operations: { now: 1, before: 1 } } as unknown as Active['baseline'];
  const profile = { summary: { ...summary, sampleCount: 1 } } as unknown as Active['profile'];
  const { engine, above } = await scene({ baseline, profile, refinement: {} });
  engine.answers.fileChanges = () => [changed(3, NOISE, NOISE), changed(7, NOISE, NOISE)];
  assert.match(await above(), /^no line leads to the change · .*: Profiles cannot tell which line changed \(1 stack, baseline 9\)\.$/);
});

test('if the list cannot be computed, the log says why, and a button shows it', async () => {
  const { lines, engine, logged } = await scene();
  engine.answers.files = () => Promise.reject(new Error('The profile reader stopped.'));
  vscode.user = { button: 'Show Linecost Output' };
  assert.deepEqual(await lines.nodes(), []);
  await lines.step(1);
  assert.deepEqual(logged, ['error: Hot Lines: The profile reader stopped.']);
  assert.deepEqual(vscode.executed.at(-1), ['linecost.showOutput']);
});

test('a row leaves the focus in the list, so that keys are not typed into the file; commands give it to the file', async () => {
  const { lines, opened } = await scene();
  const { item } = (await lines.nodes())[1]!;
  await lines.open(item.command!.arguments![0] as HotRow);
  await lines.step(-1);
  assert.deepEqual(opened, ['p/p.go:7 without focus', 'p/x_test.go:3']);
});

test('without a hot line in the workspace, openHottest opens one elsewhere, and openHottestOfWorkspace opens none', async () => {
  const { lines, engine, sources, opened } = await scene();
  engine.answers.hotLines = ({ files = [] }) => (files.length > 0 ? ANSWER : { ...ANSWER, lines: [] });
  assert.equal(await lines.openHottestOfWorkspace(), true);
  assert.deepEqual(opened, ['p/x_test.go:3']);
  const paths = (files: readonly string[]) => new Map(files.map((file) => [file, { path: `/goroot/${file}`, isInWorkspace: false }]));
  sources.pathsOf = (_, files) => Promise.resolve(paths(files) as unknown as Map<string, FoundPath>);
  const messages = vscode.messages.length;
  assert.equal(await lines.openHottestOfWorkspace(), false);
  assert.equal(vscode.messages.length, messages, 'the caller says more than this could');
  assert.equal(opened.length, 1);
  assert.equal(await lines.openHottest(), true);
  assert.equal(opened.length, 2);
});

test('without an active profile, going to the hottest line says what to do first, and offers it', async () => {
  const { HotLines } = await import('../../../../src/views/hotLines/hotLines');
  const tree = { view: { visible: false }, changed: () => undefined } as unknown as HotTree;
  const session = { active: undefined } as Session;
  const lines = new HotLines(session, new FakeEngine().asEngine(), {} as Sources, tree, fakeOutput());
  assert.equal(await lines.openHottest(), false);
  assert.equal(vscode.messages.at(-1)?.text, 'No profile is active: profile a benchmark, or open a profile file.');
  assert.deepEqual(vscode.messages.at(-1)?.buttons, ['Profile Benchmark']);
});

test('the message about a step goes when the profile changes, because its figures are of the one before', async (t) => {
  const { lines } = await scene();
  const shown = new Set<string>();
  const { window } = vscode.module as { window: { setStatusBarMessage: unknown } };
  const original = window.setStatusBarMessage;
  t.after(() => (window.setStatusBarMessage = original));
  window.setStatusBarMessage = (text: string) => {
    shown.add(text);
    return { dispose: () => shown.delete(text) };
  };
  await lines.step(1);
  assert.match([...shown].join(), /^Hot line 1 of 2/);
  lines.forget();
  assert.equal(shown.size, 0);
});

const NOT_HERE = { ...ANSWER, lines: [], samplesInFiles: 0, samplesElsewhere: 2 };

test('if no file was found, the view and the message name the files that were looked for, the heaviest first', async () => {
  vscode.messages.length = 0;
  const { lines, engine, sources, shown, above } = await scene();
  sources.pathsOf = async () => new Map();
  engine.answers.files = () => ['/app/a.go', '/app/b.go', '/app/c.go'];
  engine.answers.hotLines = ({ files }) =>
    files?.length === 0 ? NOT_HERE : { ...ANSWER, lines: [{ ...ANSWER.lines[0]!, file: '/app/b.go' }] };
  assert.deepEqual(await shown(), ['b.go: /app/b.go', 'a.go: /app/a.go', 'c.go: /app/c.go']);
  assert.match(await above(), /which names \/app\/b\.go, \/app\/a\.go and 1 more: they were not found here\. Click one to locate it\.$/);
  await lines.step(1);
  const text = 'No line of this workspace is in a stack of the active profile, which names /app/b.go, /app/a.go and 1 more: they were not found here.';
  assert.deepEqual(vscode.messages.map((message) => message.text), [text]);
});

test('files that may be one of several are said to be so, not to be missing', async () => {
  vscode.messages.length = 0;
  const { lines, engine, sources, shown, above } = await scene();
  sources.pathsOf = async () => new Map();
  sources.unfoundOf = async (_, files) => files.map((name) => ({ name, matches: 2 }));
  engine.answers.files = () => ['/app/a.go'];
  engine.answers.hotLines = ({ files }) =>
    files?.length === 0 ? NOT_HERE : { ...ANSWER, lines: [{ ...ANSWER.lines[0]!, file: '/app/a.go' }] };
  assert.deepEqual(await shown(), ['a.go: 2 files match  /app/a.go']);
  assert.match(await above(), /2 files of this workspace match it\. Click one to choose\.$/);
  await lines.step(1);
  const text = 'The active profile names /app/a.go: 2 files of this workspace match it.';
  assert.deepEqual(vscode.messages.map((message) => message.text), [text]);
});

test('a profile without file names or without lines is said to be so, not to be of other files', async () => {
  vscode.messages.length = 0;
  const { lines, engine, sources } = await scene();
  sources.pathsOf = async () => new Map();
  engine.answers.files = () => [];
  engine.answers.hotLines = () => NOT_HERE;
  await lines.step(1);
  engine.answers.files = () => ['a.go'];
  lines.forget();
  await lines.step(1);
  const texts = ['This profile names no source files.', 'This profile names source files, but no lines.'];
  assert.deepEqual(vscode.messages.map(({ text }) => text), texts);
});
