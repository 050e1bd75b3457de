import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeVscode, FakeEmitter, FakeUri } from '../../shared/fakeVscode';
import { withVscode } from '../../shared/withVscode';

withVscode(fakeVscode('/w', {}).module);

const ACTIVE = {
  shown: 7,
  sampleType: 0,
  refinement: {},
  run: { id: 'run', title: 'BenchmarkJoin', profiles: [], sources: new Map() },
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

test('a click that leads nowhere says why', async () => {
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

test('a question that fails, and a page that is gone, leave no rejection behind', async () => {
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
