import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeVscode, FakeEmitter, FakeUri } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

withVscode(fakeVscode('/w', {}).module);

const ACTIVE = {
  shown: 7,
  sampleType: 0,
  refinement: {},
  capture: { id: 'capture', title: 'BenchmarkJoin', profiles: [], sources: new Map() },
};

/** A page whose engine and surroundings fail in every way. */
async function brokenPage(rejection: unknown) {
  const { ProfilePage } = await import('../../../src/views/profilePage');
  const received = new FakeEmitter<unknown>();
  const told: unknown[] = [];
  const fail = async () => {
    throw rejection;
  };
  const uri = FakeUri.file('/w/dist');
  const webview = {
    cspSource: 'page:',
    html: '',
    asWebviewUri: (each: FakeUri) => each,
    onDidReceiveMessage: received.event,
    postMessage: fail,
  };
  const subject = {
    active: ACTIVE,
    notice: { text: 'x', act: fail },
    choose: () => {
      throw rejection;
    },
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const engine = { ask: fail };
  const { event: onDidChange } = new FakeEmitter<void>();
  const refining = { onDidChange, saved: [], history: {}, save: fail, apply: fail, labels: fail };
  const layouts = { latestOnly: () => ({ layOut: fail }) };
  const failed = (error: unknown) => told.push(error);
  const choices = { starts: { all: {}, keep: fail }, normalize: fail, saveSvg: fail, failed };
  const shown = { webview, column: () => undefined, subject, distribution: uri };
  const parts = { ...shown, engine, layouts, refining, sources: {}, choices };
  new ProfilePage(parts as never);
  return { say: (message: unknown) => received.fire(message), told };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const TABLE = { sort: 'flat', direction: 'size', search: '', from: 0, limit: 512, find: '' };

test('a click that cannot open a source says why', async () => {
  const error = new Error('The profile file has changed since it was read. Open it again.');
  const clicks = [
    { kind: 'openSource', profile: 7, frame: 3 },
    { kind: 'openFunction', profile: 7, function: 'main.main' },
    { kind: 'copyTable', profile: 7, view: TABLE },
    { kind: 'setSampleType', profile: 7, sampleType: 0 },
    { kind: 'setNormalize', normalize: true },
    { kind: 'saveRefinements', saved: [] },
    { kind: 'noticeAction' },
  ];
  for (const click of clicks) {
    const { say, told } = await brokenPage(error);
    say(click);
    await settled();
    assert.deepEqual(told, [error], click.kind);
  }
});

test('a failed question and a closed page cause no unhandled rejection', async () => {
  const rejections: unknown[] = [];
  const hear = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', hear);
  const { say, told } = await brokenPage(new Error('gone'));
  const flame = { root: 0, restFrom: 0, width: 900, minWidth: 2, maxFrames: 100, search: '' };
  say({ kind: 'ready' });
  say({ kind: 'ask', question: 'flame', profile: 7, request: 1, params: flame });
  say({ kind: 'ask', question: 'flame', profile: 7, request: 1, params: flame });
  say({ kind: 'ask', question: 'flame', profile: 99, request: 1, params: flame });
  say({ kind: 'ask', question: 'callGraph', profile: 7, request: 2, params: { nodeCount: 5, callTree: false, trim: true } });
  await settled();
  await settled();
  process.off('unhandledRejection', hear);
  assert.deepEqual(rejections, []);
  assert.equal(told.length, 1, 'the state could not be made of what there is');
});

/** A page whose engine answers when the test says so. */
async function askedPage() {
  const { ProfilePage } = await import('../../../src/views/profilePage');
  const received = new FakeEmitter<unknown>();
  const told: { kind: string; request?: number; answer?: unknown; message?: string }[] = [];
  const asked: { query: string; signal: AbortSignal; answer(answer: unknown): void; fail(error: Error): void }[] = [];
  const webview = {
    cspSource: 'page:',
    html: '',
    asWebviewUri: (each: FakeUri) => each,
    onDidReceiveMessage: received.event,
    postMessage: async (message: (typeof told)[number]) => void told.push(message),
  };
  const onDidChange = () => ({ dispose: () => undefined });
  const subject = { active: ACTIVE, notice: undefined, choose: () => undefined, onDidChange };
  const engine = {
    ask: (query: string, _params: unknown, signal: AbortSignal) =>
      new Promise((answer, fail) => asked.push({ query, signal, answer, fail })),
  };
  const shown = { webview, column: () => undefined, subject, distribution: FakeUri.file('/w/dist') };
  const layouts = { latestOnly: () => undefined };
  const choices = { failed: () => undefined };
  const page = new ProfilePage({ ...shown, engine, layouts, refining: { onDidChange }, sources: {}, choices } as never);
  const replies = () => told.filter(({ kind }) => kind === 'answer' || kind === 'failed');
  return { say: (message: unknown) => received.fire(message), asked, replies, page };
}

const question = (request: number) => ({ kind: 'ask', question: 'table', profile: 7, request, params: TABLE });

test('each question gets its own answer, whatever the order', async () => {
  const { say, asked, replies } = await askedPage();
  say(question(1));
  say(question(2));
  asked[1]!.answer('second');
  await settled();
  asked[0]!.answer('first');
  await settled();
  assert.deepEqual(replies().map(({ request, answer }) => [request, answer]), [[2, 'second'], [1, 'first']]);
});

test('a cancelled question is cancelled in the engine and gets no reply; others do', async () => {
  const { say, asked, replies } = await askedPage();
  for (const request of [1, 2, 3]) say(question(request));
  say({ kind: 'cancel', request: 1 });
  say({ kind: 'cancel', request: 2 });
  say({ kind: 'cancel', request: 99 });
  assert.deepEqual(asked.map(({ signal }) => signal.aborted), [true, true, false]);
  asked[0]!.answer('late');
  asked[1]!.fail(new Error('late'));
  asked[2]!.fail(new Error('The profile reader stopped.'));
  await settled();
  assert.deepEqual(replies().map(({ kind, request, message }) => [kind, request, message]), [
    ['failed', 3, 'The profile reader stopped.'],
  ]);
});

test('a reloaded page never gets answers for the page before, although it numbers questions from the start', async () => {
  const { say, asked, replies } = await askedPage();
  say(question(1));
  say({ kind: 'ready' });
  say(question(1));
  asked[0]!.answer('before the reload');
  await settled();
  assert.deepEqual(replies(), []);
  say({ kind: 'cancel', request: 1 });
  assert.ok(asked[1]!.signal.aborted, 'the late answer has not taken the new question off the list');
});

test('a page that is closed cancels its questions', async () => {
  const { say, asked, page } = await askedPage();
  say(question(1));
  page.dispose();
  assert.ok(asked[0]!.signal.aborted);
});

test('a malformed question, or one about another profile, is not asked', async () => {
  const { say, asked } = await askedPage();
  say({ ...question(1), params: { ...TABLE, sort: 'age' } });
  say({ ...question(1), request: '1' });
  say({ ...question(1), profile: 8 });
  say({ kind: 'cancel' });
  assert.equal(asked.length, 0);
});
