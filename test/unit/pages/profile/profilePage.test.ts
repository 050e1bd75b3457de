import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PageState } from '../../../../src/pages/protocol/profilePage';
import { FakeEngine, summaryOf } from '../../../shared/fakeEngine';
import { FakePanel } from '../../../shared/fakePanel';
import { fakeVscode, FakeEmitter, FakeUri } from '../../../shared/fakeVscode';
import { asked, ordered } from '../../../shared/pageMessages';
import { plainSpaces } from '../../../shared/plainSpaces';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w', {});
withVscode(vscode.module);

const ACTIVE = {
  queryId: 7,
  sampleType: 0,
  refinement: {},
  capture: { id: 'capture', title: 'BenchmarkJoin', profiles: [], sources: new Map() },
};

/** A page whose engine, subject, settings and messages all fail with `rejection`. */
async function brokenPage(rejection: unknown) {
  const { ProfilePage } = await import('../../../../src/pages/profile/profilePage');
  const errors: unknown[] = [];
  const fail = async () => {
    throw rejection;
  };
  const distribution = FakeUri.file('/w/dist');
  const panel = new FakePanel<unknown>(fail);
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
  const showFailure = (error: unknown) => errors.push(error);
  const services = { starts: { all: {}, keep: fail }, normalize: fail, saveSvg: fail, showFailure };
  const view = { panel, subject, distribution };
  const parts = { ...view, engine, layouts, refining, sources: {}, services };
  new ProfilePage(parts as never);
  return { receive: (message: unknown) => panel.receive(message), errors };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const TABLE = { sort: 'flat', direction: 'size', search: '', from: 0, limit: 512, find: '' };

test('a click whose action fails reports the error', async () => {
  const error = new Error('The profile file has changed since it was read. Open it again.');
  const clicks = [
    ordered('openSource', { frame: 3 }, 7),
    ordered('openFunction', { function: 'main.main' }, 7),
    ordered('copyTable', { view: TABLE }, 7),
    ordered('setSampleType', { profile: 7, sampleType: 0 }),
    ordered('setNormalize', { normalize: true }),
    ordered('saveRefinements', { saved: [] }),
    ordered('noticeAction'),
  ];
  for (const click of clicks) {
    const { receive, errors } = await brokenPage(error);
    receive(click);
    await settled();
    assert.deepEqual(errors, [error], JSON.stringify(click));
  }
});

test('a failed question and a failed message cause no unhandled rejection', async () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  const { receive, errors } = await brokenPage(new Error('The profile was unloaded.'));
  const flame = { root: 0, restFrom: 0, width: 900, minWidth: 2, maxFrames: 100, search: '' };
  receive({ kind: 'ready' });
  receive(asked('flame', flame, 7, 1));
  receive(asked('flame', flame, 7, 1));
  receive(asked('flame', flame, 99, 1));
  receive(asked('callGraph', { nodeCount: 5, callTree: false, trim: true }, 7, 2));
  await settled();
  await settled();
  process.off('unhandledRejection', onRejection);
  assert.deepEqual(rejections, []);
  assert.equal(errors.length, 1, 'only the failure to send the state is reported');
});

/** A page whose engine leaves its queries pending until the test answers them. */
async function answeringPage() {
  const { ProfilePage } = await import('../../../../src/pages/profile/profilePage');
  const sent: { kind: string; request?: number; ok?: unknown; error?: { message: string } }[] = [];
  const queries: { query: string; signal: AbortSignal; answer(answer: unknown): void; fail(error: Error): void }[] = [];
  const panel = new FakePanel<(typeof sent)[number]>((message) => void sent.push(message));
  const onDidChange = () => ({ dispose: () => undefined });
  const subject = { active: ACTIVE, notice: undefined, choose: () => undefined, onDidChange };
  const engine = {
    ask: (query: string, _params: unknown, signal: AbortSignal) =>
      new Promise((answer, fail) => queries.push({ query, signal, answer, fail })),
  };
  const view = { panel, subject, distribution: FakeUri.file('/w/dist') };
  const layouts = { latestOnly: () => undefined };
  const services = { showFailure: () => undefined };
  const refining = { onDidChange };
  const opened: unknown[] = [];
  const sources = { open: async (_active: unknown, source: unknown) => void opened.push(source) };
  const page = new ProfilePage({ ...view, engine, layouts, refining, sources, services } as never);
  const replies = () => sent.filter(({ kind }) => kind === 'reply');
  return { receive: (message: unknown) => panel.receive(message), queries, opened, replies, page };
}

const question = (request: number) => asked('table', TABLE, 7, request);

test('each question gets its own answer, in any order', async () => {
  const { receive, queries, replies } = await answeringPage();
  receive(question(1));
  receive(question(2));
  queries[1]!.answer('second');
  await settled();
  queries[0]!.answer('first');
  await settled();
  assert.deepEqual(replies().map(({ request, ok }) => [request, ok]), [[2, 'second'], [1, 'first']]);
});

test('a cancelled question is cancelled in the engine and gets no reply, but other questions do', async () => {
  const { receive, queries, replies } = await answeringPage();
  for (const request of [1, 2, 3]) receive(question(request));
  receive({ kind: 'cancel', request: 1 });
  receive({ kind: 'cancel', request: 2 });
  receive({ kind: 'cancel', request: 99 });
  assert.deepEqual(queries.map(({ signal }) => signal.aborted), [true, true, false]);
  queries[0]!.answer('late');
  queries[1]!.fail(new Error('late'));
  queries[2]!.fail(new Error('The profile reader stopped.'));
  await settled();
  assert.deepEqual(replies(), [
    { kind: 'reply', request: 3, error: { message: 'The profile reader stopped.' } },
  ]);
});

test('a reloaded page gets no answers to questions from before the reload, even if request numbers repeat', async () => {
  const { receive, queries, replies } = await answeringPage();
  receive(question(1));
  receive({ kind: 'ready' });
  receive(question(1));
  queries[0]!.answer('before the reload');
  await settled();
  assert.deepEqual(replies(), []);
  receive({ kind: 'cancel', request: 1 });
  assert.ok(queries[1]!.signal.aborted, 'the late answer does not remove the new question');
});

test('the step of the walkthrough about the flame graph is ticked when the source of a frame was opened', async () => {
  const { receive, queries, opened } = await answeringPage();
  receive(ordered('openSource', { frame: 3 }, 7));
  queries[0]!.answer(undefined);
  await settled();
  assert.deepEqual(vscode.executed, [], 'a frame without source');
  receive(ordered('openSource', { frame: 4 }, 7));
  queries[1]!.answer({ file: 'a.go', line: 3 });
  await settled();
  assert.deepEqual(opened, [{ file: 'a.go', line: 3 }]);
  assert.deepEqual(vscode.executed, [['setContext', 'linecost.ticked.flame', true]]);
});

test('a closed page cancels its questions', async () => {
  const { receive, queries, page } = await answeringPage();
  receive(question(1));
  page.dispose();
  assert.ok(queries[0]!.signal.aborted);
});

test('a malformed question, or a question about another profile, is not sent to the engine', async () => {
  const { receive, queries } = await answeringPage();
  receive({ ...question(1), params: { ...TABLE, sort: 'age' } });
  receive({ ...question(1), request: '1' });
  receive({ ...question(1), version: 8 });
  receive({ ...question(1), version: undefined });
  receive(ordered('openSource', { frame: 3 }, 8));
  receive({ kind: 'cancel' });
  assert.equal(queries.length, 0);
});

/** A page about a profile with 71 samples, and what it says about how sure the figures are: undefined if nothing. */
async function surePage(context: TestContext) {
  const { ProfilePage } = await import('../../../../src/pages/profile/profilePage');
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const sent: { readonly state?: PageState }[] = [];
  const panel = new FakePanel<(typeof sent)[number]>((message) => void sent.push(message));
  const engine = new FakeEngine();
  engine.answers.hottestCertainty = ({ profile }) => {
    return { samples: 70 + Number(profile), share: 14 / 71, hottest: 14, within: 0.5 };
  };
  const changed = new FakeEmitter<void>();
  const refining = { onDidChange: () => ({ dispose: () => undefined }), saved: [], history: {} };
  const services = { starts: { all: {} }, showFailure: (error: unknown) => assert.fail(String(error)) };
  const profileOf = (id: number) => ({ summary: summaryOf(id, 'samples/count,cpu/nanoseconds', 710), label: 'cpu' });
  const { refinement } = ACTIVE;
  const activeOf = (id: number, sampleType = 1) => {
    const profile = profileOf(id);
    const capture = { ...ACTIVE.capture, profiles: [profile] };
    return { queryId: profile.summary.id, sampleType, refinement, profile, capture };
  };
  const subject = { active: activeOf(1), notice: undefined, choose: () => undefined, onDidChange: changed.event };
  const view = { panel, subject, distribution: FakeUri.file('/w/dist') };
  const layouts = { latestOnly: () => undefined };
  new ProfilePage({ ...view, engine: engine.asEngine(), layouts, refining, sources: {}, services } as never);
  const show = (id: number, sampleType?: number) => {
    subject.active = activeOf(id, sampleType);
    changed.fire();
  };
  const wait = async () => {
    context.mock.timers.tick(1000);
    await settled();
  };
  panel.receive({ kind: 'ready' });
  await settled();
  return { show, wait, sure: () => plainSpaces(sent.at(-1)!.state!.profile!.sure ?? 'not known') };
}

test('the page says how sure the figures are once that is known, and keeps saying so while a further round is judged', async (context) => {
  const { show, wait, sure } = await surePage(context);
  assert.equal(sure(), 'not known');
  await wait();
  assert.equal(sure(), '71 samples: differences below 23 % may be chance');
  show(2);
  assert.equal(sure(), '71 samples: differences below 23 % may be chance');
  await wait();
  assert.equal(sure(), '72 samples: differences below 23 % may be chance');
  show(2, 0);
  assert.equal(sure(), 'not known', 'another sample type');
});

test('an empty panel shows the notice for where Linecost runs, and its button runs the action of that notice', async () => {
  const { ProfilePage } = await import('../../../../src/pages/profile/profilePage');
  const sent: { readonly kind: string; readonly state?: object }[] = [];
  const clicks: string[] = [];
  const panel = new FakePanel<(typeof sent)[number]>((message) => void sent.push(message));
  const onDidChange = () => ({ dispose: () => undefined });
  const emptyNotice = { text: 'Open a file.', action: 'Open', act: () => clicks.push('open') };
  const subject = { active: undefined, notice: 'empty', onDidChange };
  const services = { starts: { all: {} }, emptyNotice, showFailure: (error: unknown) => clicks.push(String(error)) };
  const refining = { onDidChange, saved: [], history: {} };
  const layouts = { latestOnly: () => undefined };
  const distribution = FakeUri.file('/w/dist');
  new ProfilePage({ panel, subject, layouts, refining, distribution, services } as never);
  panel.receive({ kind: 'ready' });
  panel.receive(ordered('noticeAction'));
  await settled();
  assert.deepEqual(sent.map(({ state }) => (state as { notice?: object }).notice), [{ text: 'Open a file.', action: 'Open' }]);
  assert.deepEqual(clicks, ['open']);
});
