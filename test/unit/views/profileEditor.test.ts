import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { fakeVscode, FakeEmitter, FakeUri } from '../../bench/shared/fakeVscode';
import type { HostMessage } from '../../../src/protocol/messages';
import { Session, type Viewed } from '../../../src/session';
import type { ProfileEditor } from '../../../src/views/profileEditor';
import { withVscode } from '../withVscode';

withVscode(fakeVscode('/w', {}).module);

const TYPE = { type: 'cpu', unit: 'nanoseconds' };
const CPU: Viewed = (() => {
  const counts = { sampleCount: 1, functionCount: 1, timeNanos: 0, durationNanos: 0, comments: [] };
  const summary = { id: 1, sampleTypes: [TYPE], defaultSampleType: 0, totals: [1], ...counts };
  const profile = { summary, label: 'cpu' };
  const kept = { capturedAt: 0, results: [], sources: new Map<string, string>() };
  const run = { id: 'file:///w/cpu.pprof', title: 'cpu.pprof', profiles: [profile], ...kept };
  return { run, profile, sampleType: 0 };
})();

/** A provider whose files are read when `read` is called, and a page that keeps what it is told. */
async function scene() {
  const { ProfileEditor: Editor } = await import('../../../src/views/profileEditor');
  const { ProfilePage } = await import('../../../src/views/profilePage');
  const session = new Session({ derive: () => 99, forget: () => undefined });
  let read: (viewed: Viewed) => void = () => undefined;
  const open = () => new Promise<Viewed>((resolve) => (read = resolve));
  const { FileEditors } = await import('../../../src/views/fileEditors');
  const panel = { editors: new FileEditors(), isPanelVisible: () => false, openHottest: async () => false };
  const files = { session, open, close: () => undefined, restored: async () => undefined, ...panel };
  const refining = { onDidChange: new FakeEmitter<void>().event, saved: [], history: {} };
  const uri = FakeUri.file('/w/dist');
  const engine = { ask: async () => undefined };
  const layouts = { latestOnly: () => undefined };
  const editor: ProfileEditor = new Editor(files, (webview, column, subject) => {
    const choices = { starts: { all: {} } };
    const parts = { webview, column, subject, engine, layouts, refining, sources: {}, distribution: uri, choices };
    return new ProfilePage(parts as never);
  });
  return { editor, session, read: (viewed: Viewed) => read(viewed) };
}

/** A tab with the page in it. */
function tab(active = true) {
  const told: HostMessage[] = [];
  const received = new FakeEmitter<unknown>();
  const webview = {
    cspSource: 'page:',
    html: '',
    asWebviewUri: (uri: FakeUri) => uri,
    onDidReceiveMessage: received.event,
    postMessage: async (message: HostMessage) => void told.push(message),
  };
  const never = new FakeEmitter<void>().event;
  const panel = { active, visible: active, webview, viewColumn: 1, onDidChangeViewState: never, onDidDispose: never };
  const states = () => told.flatMap((message) => (message.kind === 'state' ? [message.state] : []));
  return { panel: panel as never, states, ready: () => received.fire({ kind: 'ready' }) };
}

type OpenCustomDocument = (...asked: unknown[]) => ReturnType<ProfileEditor['openCustomDocument']>;

const settled = () => new Promise((resolve) => setImmediate(resolve));
const cpu = FakeUri.file('/w/cpu.pprof') as never;

test('the page is there while the file is still read; it gets the profile as soon as that is read', async () => {
  const { editor, session, read } = await scene();
  const { panel, states, ready } = tab();
  editor.resolveCustomEditor(editor.openCustomDocument(cpu), panel);
  ready();
  assert.deepEqual(states(), []);
  read(CPU);
  await settled();
  assert.equal(states().at(-1)?.profile?.title, 'cpu.pprof');
  assert.equal(session.active?.run, CPU.run);
});

test('a page that waits for its file says so', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { editor, read } = await scene();
  const { panel, states, ready } = tab();
  editor.resolveCustomEditor(editor.openCustomDocument(cpu), panel);
  ready();
  mock.timers.tick(2000);
  mock.timers.reset();
  assert.equal(states().at(-1)?.notice?.text, 'Reading cpu.pprof…');
  read(CPU);
  await settled();
  assert.deepEqual([states().at(-1)?.notice, states().at(-1)?.profile?.title], [undefined, 'cpu.pprof']);
});

test('a page that asks again is answered again', async () => {
  const { editor, read } = await scene();
  const { panel, states, ready } = tab();
  editor.resolveCustomEditor(editor.openCustomDocument(cpu), panel);
  read(CPU);
  await settled();
  const before = states().length;
  ready();
  ready();
  assert.equal(states().length, before + 2);
  assert.deepEqual(states().at(-1), states().at(-2));
});

test('a tab that goes before its file is read takes it away from no other tab of the file', async () => {
  const { editor, read } = await scene();
  const closing = new FakeEmitter<void>();
  const token = { isCancellationRequested: false, onCancellationRequested: closing.event };
  const opening = (editor.openCustomDocument as OpenCustomDocument).call(editor, cpu, {}, token);
  closing.fire();
  read(CPU);
  const { panel, states, ready } = tab();
  editor.resolveCustomEditor(await opening, panel);
  ready();
  await settled();
  assert.equal(states().at(-1)?.profile?.title, 'cpu.pprof');
});

test('a tab that is not in front becomes active once its file is read, where nothing else is', async () => {
  const { editor, session, read } = await scene();
  editor.resolveCustomEditor(editor.openCustomDocument(cpu), tab(false).panel);
  await settled();
  const active = () => session.active?.run;
  assert.equal(active(), undefined);
  read(CPU);
  await settled();
  assert.equal(active(), CPU.run);
});
