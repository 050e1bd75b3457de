import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test, type TestContext } from 'node:test';
import type { Memento, TextDocument } from 'vscode';
import type { Capture } from '../../../src/captures/loadedCapture';
import { asCaptured } from '../../../src/captures/session';
import { FakeDocument } from '../../shared/fakeEditors';
import { FakeEngine, summaryOf } from '../../shared/fakeEngine';
import { FakeMemento } from '../../shared/fakeStorage';
import { FakeUri, FakeVscode } from '../../shared/fakeVscode';
import { until } from '../../shared/until';
import { withVscode } from '../../shared/withVscode';

// Without a go command, no folder is GOROOT.
const vscode = new FakeVscode([], { 'linecost.go.path': path.join(tmpdir(), 'missing-go') });
withVscode(vscode.module);

const MISSING = '/build/lost/gone.go';
const AMBIGUOUS = '/build/util/same.go';

let folder = '';
const inFolder = (...parts: string[]) => path.join(folder, ...parts);

before(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'linecost-sources-')));
  const files = ['ws/go.mod', 'ws/main.go', 'ws/one/util/same.go', 'ws/two/util/same.go', 'out/lib.go', 'out/other.go'];
  for (const file of files) {
    await mkdir(path.dirname(inFolder(file)), { recursive: true });
    await writeFile(inFolder(file), file === 'ws/go.mod' ? 'module example.com/m\n' : 'package p\n\n\tfunc f() {}\n');
  }
  await symlink(inFolder('out/lib.go'), inFolder('ws/linked.go'));
  vscode.setFolders(inFolder('ws'));
});

after(() => rm(folder, { recursive: true, force: true }));

afterEach(() => {
  vscode.show();
  vscode.setTrusted(true);
  vscode.user = {};
  vscode.messages.length = vscode.picks.length = 0;
});

/** The sources of a profile with these file names. */
async function scene(context: TestContext, names: readonly string[], memento = new FakeMemento()) {
  const { Sources } = await import('../../../src/documents/sources');
  const { OutsideFiles } = await import('../../../src/documents/outsideFiles');
  const { workspaceResolver: resolver } = await import('../../../src/documents/workspaceResolver');
  const engine = new FakeEngine();
  engine.answers.files = () => names;
  engine.answers.filesNamed = ({ basename }) => names.filter((name) => path.basename(name) === basename);
  const outside = new OutsideFiles();
  const lineNow = (_document: TextDocument, line: number) => ({ line: line + 1, state: 'same' as const });
  const host = { outside: async () => outside, resolver };
  const sources = new Sources(engine, memento as unknown as Memento, lineNow, host);
  context.after(() => sources.dispose());
  let changes = 0;
  sources.onDidChange(() => changes++);
  const profile = { summary: summaryOf(1, 'cpu/nanoseconds'), label: 'cpu' };
  const rest = { capturedAt: 0, results: [], sources: new Map<string, string>() };
  const capture: Capture = { id: 'capture', title: 'BenchmarkF', profiles: [profile], ...rest };
  const active = asCaptured({ capture, profile, sampleType: 0 });
  const open = (file: string, line = 1) => sources.open(active, { file, line } as never);
  return { sources, engine, capture, active, open, memento, changes: () => changes };
}

/** The active file, with the 1-based line of the cursor. */
function cursor(): string | undefined {
  const [editor] = vscode.visibleEditors;
  return editor && `${path.relative(folder, editor.document.fileName)}:${editor.selection.active.line + 1}`;
}

const documentOf = (file: string) => new FakeDocument(FakeUri.file(file), []) as unknown as TextDocument;

test('a frame opens its file where its line is now, without asking', async (context) => {
  const { open } = await scene(context, [inFolder('ws/main.go')]);
  await open(inFolder('ws/main.go'), 2);
  assert.equal(cursor(), path.join('ws', 'main.go:3'));
  assert.equal(vscode.visibleEditors[0].selection.active.character, 1, 'the cursor is on the code');
  assert.deepEqual(vscode.messages, []);
});

test('a file that was moved since it was found is looked for again, and can be located where it is now', async (context) => {
  const name = inFolder('ws/moved.go');
  await writeFile(name, 'package p\n');
  const { open } = await scene(context, [name]);
  await open(name);
  vscode.show();
  await rm(name);
  await open(name);
  assert.equal(cursor(), undefined);
  const [message] = vscode.messages;
  assert.match(message!.text, /^No file on this machine matches .*moved\.go/);
  assert.deepEqual(message!.buttons, ['Locate…']);
});

test('a name under -trimpath opens the file in the module of the workspace', async (context) => {
  const { open } = await scene(context, ['example.com/m/main.go']);
  await open('example.com/m/main.go');
  assert.equal(cursor(), path.join('ws', 'main.go:2'));
});

test('if a name could mean several files, the user chooses once, even across windows', async (context) => {
  const first = await scene(context, [AMBIGUOUS]);
  vscode.user = { pick: path.join('two', 'util', 'same.go') };
  await first.open(AMBIGUOUS);
  assert.equal(cursor(), path.join('ws', 'two', 'util', 'same.go:2'));
  assert.deepEqual([vscode.picks.length, vscode.picks[0].length, first.changes()], [1, 2, 1]);
  const second = await scene(context, [AMBIGUOUS], first.memento);
  await second.open(AMBIGUOUS);
  assert.equal(vscode.picks.length, 1);
});

test('opening a file that is one of several that a name may mean asks once, and the choice gives it its costs', async (context) => {
  const { sources, active, changes } = await scene(context, [AMBIGUOUS]);
  vscode.user = { button: 'Choose…', pick: path.join('two', 'util', 'same.go') };
  const document = documentOf(inFolder('ws/two/util/same.go'));
  assert.deepEqual(await sources.filesOf(active, document), []);
  await until(() => changes() === 1);
  assert.deepEqual(await sources.filesOf(active, document), [AMBIGUOUS]);
  assert.deepEqual(await sources.filesOf(active, documentOf(inFolder('ws/one/util/same.go'))), []);
  assert.equal(vscode.messages.length, 1);
  assert.match(vscode.messages[0].text, /^\/build\/util\/same\.go, which the profile names, may be any of 2 files of this workspace/);
});

test('names of files that were not found are listed, but not those of dependencies', async (context) => {
  const dependency = '/go/pkg/mod/example.com/d@v1.0.0/d.go';
  const names = [inFolder('ws/main.go'), dependency, MISSING, AMBIGUOUS];
  const { sources, active } = await scene(context, names);
  const unfound = await sources.unfoundOf(active, names);
  assert.deepEqual(unfound, [{ name: MISSING, matches: 0 }, { name: AMBIGUOUS, matches: 2 }]);
});

test('a dismissed list opens nothing and is shown again', async (context) => {
  const { open } = await scene(context, [AMBIGUOUS]);
  await open(AMBIGUOUS);
  await open(AMBIGUOUS);
  assert.deepEqual([cursor(), vscode.picks.length], [undefined, 2]);
});

test('the message for a missing file lists the searched folders, and the file that the user locates is opened', async (context) => {
  const { open, changes, sources, memento } = await scene(context, [MISSING]);
  vscode.setTrusted(false);
  vscode.user = { button: 'Locate…', file: inFolder('out/other.go') };
  await open(MISSING);
  const [{ severity, text, buttons }] = vscode.messages;
  assert.deepEqual([severity, buttons], ['warning', ['Locate…']]);
  assert.match(text, /Looked in: .*workspace folder ws/);
  assert.equal(cursor(), path.join('out', 'other.go:2'));
  assert.equal(vscode.messages.length, 1, 'a file that the user chose opens without asking');
  assert.equal(changes(), 1);
  assert.ok(memento.keys().length > 0);
  await sources.forgetLocated();
  assert.deepEqual([memento.keys(), changes()], [[], 2]);
});

test('the user is asked once per folder before files outside the workspace open', async (context) => {
  const { open } = await scene(context, [inFolder('out/lib.go'), inFolder('out/other.go')]);
  await open(inFolder('out/lib.go'));
  assert.equal(cursor(), undefined);
  assert.equal(vscode.messages[0].isModal, true);
  assert.ok(vscode.messages[0].detail?.startsWith(inFolder('out/lib.go')));
  vscode.user = { button: 'Open' };
  await open(inFolder('out/lib.go'));
  await open(inFolder('out/other.go'));
  assert.equal(cursor(), path.join('out', 'other.go:2'));
  assert.equal(vscode.messages.length, 2);
});

test('in an untrusted workspace, the user is asked before files open in a folder that only the capture names', async (context) => {
  const { open, capture, active, sources } = await scene(context, ['example.com/out/lib.go']);
  Object.assign(capture, { module: { modulePath: 'example.com/out', moduleDir: inFolder('out') } });
  await open('example.com/out/lib.go');
  assert.deepEqual([cursor(), vscode.messages.length], [path.join('out', 'lib.go:2'), 0]);
  vscode.show();
  vscode.setTrusted(false);
  await sources.open(active, { file: 'example.com/out/lib.go', line: 1 } as never);
  assert.deepEqual([cursor(), vscode.messages.length], [undefined, 1]);
});

test('filesOf returns the names of a document in the profile', async (context) => {
  const { sources, active } = await scene(context, [inFolder('ws/main.go'), 'example.com/m/main.go', '/elsewhere/main.go']);
  const files = await sources.filesOf(active, documentOf(inFolder('ws/main.go')));
  assert.deepEqual(files.slice(0, 2), [inFolder('ws/main.go'), 'example.com/m/main.go']);
  assert.deepEqual(await sources.filesOf(active, documentOf(inFolder('ws/one/util/same.go'))), []);
});

test('pathsOf resolves paths without asking, and says whether they are in the workspace', async (context) => {
  const names = [inFolder('ws/main.go'), inFolder('out/lib.go'), MISSING];
  const { sources, active } = await scene(context, names);
  assert.deepEqual(await sources.pathsOf(active, names), new Map([
    [inFolder('ws/main.go'), { path: inFolder('ws/main.go'), isInWorkspace: true }],
    [inFolder('out/lib.go'), { path: inFolder('out/lib.go'), isInWorkspace: false }],
  ]));
  assert.deepEqual(await sources.workspaceFilesOf(active.capture), new Map([[inFolder('ws/main.go'), inFolder('ws/main.go')]]));
  assert.deepEqual(vscode.messages, []);
});

test('a captured file that was renamed or deleted afterwards keeps its path', async (context) => {
  const names = [inFolder('ws/main.go'), inFolder('ws/gone.go'), 'example.com/ws/old.go', inFolder('ws/never.go')];
  const { sources, capture } = await scene(context, names);
  Object.assign(capture, { module: { modulePath: 'example.com/ws', moduleDir: inFolder('ws') } });
  for (const name of ['ws/main.go', 'ws/gone.go', 'ws/old.go']) capture.sources.set(inFolder(name), 'package p');
  assert.deepEqual([...(await sources.workspaceFilesOf(capture))], [
    [inFolder('ws/main.go'), inFolder('ws/main.go')],
    [inFolder('ws/gone.go'), inFolder('ws/gone.go')],
    ['example.com/ws/old.go', inFolder('ws/old.go')],
  ]);
});

test('a snapshot adds the texts of regular files in the workspace, and replaces no text', async (context) => {
  const names = [inFolder('ws/main.go'), inFolder('ws/one/util/same.go'), inFolder('ws/linked.go'), inFolder('out/lib.go')];
  const { sources, capture } = await scene(context, names);
  capture.sources.set(inFolder('ws/main.go'), 'as captured');
  await sources.snapshot(capture);
  assert.deepEqual([...capture.sources], [
    [inFolder('ws/main.go'), 'as captured'],
    [inFolder('ws/one/util/same.go'), 'package p\n\n\tfunc f() {}\n'],
  ]);
});

test('the sources of a profile are its files in the workspace, as captured or as they are now', async (context) => {
  const [main, same] = [inFolder('ws/main.go'), inFolder('ws/one/util/same.go')];
  const { sources, capture } = await scene(context, [main, same, inFolder('out/lib.go')]);
  const { texts, names } = await sources.compiledSources(capture.profiles[0]!, new Map([[main, 'as captured']]));
  assert.deepEqual([...texts], [[main, 'as captured'], [same, 'package p\n\n\tfunc f() {}\n']]);
  assert.deepEqual([...names!], [[main, main], [same, same]]);
});

test('a snapshot leaves out texts that would make it too large', async (context) => {
  const { sources, capture } = await scene(context, [inFolder('ws/main.go'), inFolder('ws/one/util/same.go')]);
  capture.sources.set(inFolder('ws/main.go'), 'x'.repeat(3_999_990));
  await sources.snapshot(capture);
  assert.equal(capture.sources.has(inFolder('ws/one/util/same.go')), false);
});

test('a text that is too large for the snapshot does not keep out the texts after it', async (context) => {
  const [large, small] = [inFolder('ws/main.go'), inFolder('ws/one/util/same.go')];
  const { sources, capture } = await scene(context, [large, small]);
  await writeFile(large, `package main\n${'//'.repeat(2_000_000)}\n`);
  await sources.snapshot(capture);
  assert.deepEqual([...capture.sources.keys()], [small]);
});

test('names are looked up again when modules, folders, trust or settings change', async (context) => {
  const { sources, active, engine, changes } = await scene(context, [inFolder('ws/main.go')]);
  const lookups = async () => {
    await sources.pathsOf(active, [inFolder('ws/main.go')]);
    return engine.asked.get('files');
  };
  assert.deepEqual([await lookups(), await lookups()], [1, 1]);
  const events = [
    () => vscode.fileEvent(inFolder('ws/go.mod'), 'changed'),
    () => vscode.fileEvent(inFolder('ws/go.work'), 'created'),
    () => vscode.fileEvent(inFolder('ws/sub/go.mod'), 'deleted'),
    () => vscode.setFolders(inFolder('ws')),
    () => vscode.setTrusted(true),
    () => vscode.configure('go.goroot', '/go'),
    () => vscode.configure('linecost.go.buildTags', 'x'),
  ];
  for (const [i, event] of events.entries()) {
    event();
    assert.deepEqual([await lookups(), changes()], [i + 2, i + 1]);
  }
  vscode.fileEvent(inFolder('ws/main.go'), 'changed');
  vscode.configure('editor.fontSize', 14);
  assert.deepEqual([await lookups(), changes()], [events.length + 1, events.length]);
});

test('the names of a profile that came with its load are not asked for again', async (context) => {
  const { sources, active, engine } = await scene(context, []);
  const files = [inFolder('ws/main.go'), '/go/src/runtime/proc.go'];
  const profile = { ...active.profile, files };
  const named = { ...active, profile, capture: { ...active.capture, profiles: [profile] } };
  assert.deepEqual(await sources.filesOf(named, documentOf(inFolder('ws/main.go'))), [inFolder('ws/main.go')]);
  assert.equal(engine.asked.size, 0);
  // A refined profile may have fewer files.
  await sources.filesOf({ ...named, refinement: { focus: 'main' } }, documentOf(inFolder('ws/main.go')));
  assert.deepEqual([...engine.asked], [['filesNamed', 1]]);
});

test('a failed lookup is not cached', async (context) => {
  const { sources, active, engine } = await scene(context, []);
  engine.answers.files = () => {
    throw new Error('The worker ended.');
  };
  await sources.pathsOf(active, []);
  await sources.pathsOf(active, []);
  assert.equal(engine.asked.get('files'), 2);
});

test('missing files are listed, and the user can locate the chosen file', async (context) => {
  const { sources, active, changes } = await scene(context, [inFolder('ws/main.go'), MISSING]);
  vscode.user = { pick: MISSING, file: inFolder('out/other.go') };
  await sources.locateOneOf(active);
  assert.deepEqual([vscode.picks, changes()], [[[MISSING]], 1]);
});

test('if every file is found, a message says so', async (context) => {
  const { sources, active } = await scene(context, [inFolder('ws/main.go')]);
  await sources.locateOneOf(active);
  assert.deepEqual(vscode.messages.map(({ text }) => text), ['Every file of this profile was found.']);
});

test('a profile without file names has no file to locate, and a message says so', async (context) => {
  const { sources, active } = await scene(context, []);
  await sources.locateOneOf(active);
  assert.deepEqual(vscode.messages.map(({ text }) => text), ['This profile names no source files.']);
});

test('disposing the sources ends their file watchers', async (context) => {
  const { sources } = await scene(context, []);
  sources.dispose();
  assert.equal(vscode.watcherCount, 0);
});
