import assert from 'node:assert/strict';
import test from 'node:test';
import { parseBenchmarks } from '../../../src/bench/parseOutput';
import { graphPicture } from '../../../src/engine/graphPicture';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import { layOutDot } from '../../../src/engine/layOutDot';
import { resultsState } from '../../../src/views/resultsState';
import type { Answer, HostMessage, PageState } from '../../../src/protocol/messages';
import { pageChannel } from '../../../src/protocol/pageChannel';
import type { ResultsHostMessage } from '../../../src/protocol/results';
import { isResultsHostMessage } from '../../../src/protocol/resultsShape';
import { profileFromText } from '../../shared/profileFromText';
import { mutated, randomNumbers } from '../../shared/mutatedMessages';

const SMALL = profileFromText({
  types: 'samples/count cpu/nanoseconds',
  stacks: `
    2 20 | leaf a.go:7 < main.main main.go:3
    1 10 | main.main main.go:4
  `,
});
const EMPTY = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks: '' });
const never = new AbortController().signal;
const TABLE = { sort: 'flat', direction: 'size', search: '', from: 0, limit: 512, find: 'leaf' } as const;

/** The message that the page gets; undefined if it is dropped. */
function receivedByPage(message: unknown): HostMessage | undefined {
  let received: HostMessage | undefined;
  let deliver: (message: unknown) => void = () => undefined;
  const port = {
    postMessage: () => undefined,
    onMessage: (listener: (message: unknown) => void) => {
      deliver = listener;
      return { dispose: () => undefined };
    },
  };
  pageChannel(port, (each) => (received = each));
  deliver(message);
  return received;
}

/** Whether the page gets the message as it is. */
function isReceivedByPage(message: unknown): boolean {
  return message !== undefined && receivedByPage(message) === message;
}

const types = [{ type: 'cpu', unit: 'nanoseconds' }];
const STATE: PageState = {
  profile: {
    id: 1,
    captured: 1,
    capture: 'run',
    title: 'BenchmarkJoin',
    sampleTypes: types,
    sampleType: 0,
    totals: [30],
    samples: '3 samples',
    durationNanos: 0,
    siblings: [{ id: 1, label: 'cpu', sampleTypes: types }],
    startAt: 'BenchmarkJoin',
    comparison: { now: { name: 'a', total: 1 }, before: { name: 'b', total: 2 }, unit: 'ns', normalize: false },
  },
  starts: { cpu: 'measured' },
  refine: {
    refinement: { focus: 'main', labels: [{ key: 'k', texts: ['v'], ranges: [] }] },
    unmatched: ['focus'],
    history: { focus: ['main'] },
    saved: [{ name: 'mine', refinement: { hide: 'x' } }],
  },
  notice: { text: 'Wait.', action: 'Open' },
};

/** The engine's answers about a profile, as the host sends them. */
async function answersAbout(bytes: Uint8Array): Promise<HostMessage[]> {
  const store = new NodeStore();
  const { id: profile } = await store.answer('load', { source: { kind: 'bytes', bytes } }, never);
  const selection = { profile, sampleType: 1 };
  const query = { ...selection, options: {} };
  const view = { root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100 };
  const graph = { ...selection, nodeCount: 80, callTree: false, trim: true, refinement: {} };
  const { report, dot } = await store.answer('callGraph', graph, never);
  const laidOut = await layOutDot(dot);
  const picture = 'picture' in laidOut ? laidOut.picture : graphPicture({ bb: '0,0,0,0' });
  const answersByQuestion: Partial<Record<Answer['question'], unknown>> = {
    flame: await store.answer('flame', { ...selection, ...view, search: 'leaf' }, never),
    callGraph: { report, picture },
    refine: undefined,
    table: await store.answer('table', { ...query, ...TABLE }, never),
    suggest: await store.answer('table', { ...query, ...TABLE, search: '(' }, never),
    peek: await store.answer('peek', { ...query, name: 'main.main', limit: 10 }, never),
    knows: true,
    labels: { total: 1, unit: 'ns', keys: [{ key: 'k', total: 1, matching: 1, count: 1, values: [] }] },
  };
  const answers = Object.entries(answersByQuestion).map(([question, answer]) => {
    return { kind: 'answer', question, profile, request: 1, answer } as Answer;
  });
  return answers;
}

async function allMessages(): Promise<HostMessage[]> {
  return [
    { kind: 'state', state: {} },
    { kind: 'state', state: STATE },
    { kind: 'showTab', tab: 'top', focus: true },
    { kind: 'showTab', tab: 'peek', focus: true, select: 'main.main' },
    { kind: 'exportSvg' },
    { kind: 'failed', question: 'flame', profile: 1, request: 1, message: 'No.', field: 'focus' },
    ...(await answersAbout(SMALL)),
    ...(await answersAbout(EMPTY)),
  ];
}

test('the page receives every kind of message from the host, even about empty profiles', async () => {
  for (const message of await allMessages()) {
    assert.ok(isReceivedByPage(structuredClone(message)), JSON.stringify(message).slice(0, 300));
  }
});

test('the page drops unknown and malformed messages', async () => {
  const messages: unknown[] = [
    undefined, null, 'ready', 5, [], {}, { kind: 'toString' }, { kind: 'state' }, { kind: 'state', state: null },
    { kind: 'state', state: { profile: {} } },
    { kind: 'state', state: { ...STATE, profile: { ...STATE.profile, sampleType: 1 } } },
    { kind: 'state', state: { notice: {} } },
    { kind: 'state', state: { refine: {} } },
    { kind: 'answer' },
    { kind: 'answer', question: 'flame', profile: 1, request: 1 },
    { kind: 'answer', question: 'constructor', profile: 1, request: 1, answer: {} },
    { kind: 'answer', question: 'peek', profile: 1, request: 1, answer: { blocks: [{}] } },
    { kind: 'failed', question: 'flame', profile: 1, request: 1 },
    { kind: 'showTab', tab: '__proto__', focus: true }, { kind: 'showTab', tab: 'top' },
    { kind: 'showTab', tab: 'peek', focus: true, select: 5 },
  ];
  for (const message of messages) assert.ok(!isReceivedByPage(message), JSON.stringify(message));
});

test('a malformed answer fails its question, so that the view does not wait forever', () => {
  const reply = { question: 'peek', profile: 1, request: 3 };
  const received = receivedByPage({ kind: 'answer', ...reply, answer: { blocks: [{}] } });
  assert.deepEqual({ ...received, message: '' }, { kind: 'failed', ...reply, message: '' });
  assert.match((received as { message: string }).message, /cannot be shown/);
});

test('a flame graph with an invalid parent, name or file index is refused', async () => {
  const [flame] = await answersAbout(SMALL);
  for (const column of ['parent', 'name', 'file'] as const) {
    const changed = structuredClone(flame) as Answer<'flame'>;
    changed.answer[column][0] = 7;
    assert.ok(!isReceivedByPage(changed), column);
  }
});

test('a flame graph with fewer numbers of samples than rows is refused, unless it has none', async () => {
  const flame = (await answersAbout(SMALL))[0] as Answer<'flame'>;
  const isReceived = (length: number) =>
    isReceivedByPage({ ...flame, answer: { ...flame.answer, fewSamples: new Uint32Array(length) } });
  const { length } = flame.answer.id;
  assert.deepEqual([length, length - 1, 0].map(isReceived), [true, false, true]);
});

test('the page checks mutated messages without throwing, and refuses many of them', async () => {
  const messages = await allMessages();
  const random = randomNumbers(12);
  let refusedCount = 0;
  for (let i = 0; i < 5000; i++) {
    const message = mutated(messages[i % messages.length], random);
    if (!isReceivedByPage(message)) refusedCount++;
  }
  assert.ok(refusedCount > 2000, `${refusedCount} were refused`);
});

const RESULTS: ResultsHostMessage = {
  kind: 'results',
  state: resultsState({
    benchmark: 'BenchmarkA',
    uri: 'file:///a_test.go',
    file: '/a_test.go',
    place: 'a_test.go',
    results: parseBenchmarks('BenchmarkA-8 \t 10\t 5 ns/op\t +Inf hits/op\t NaN misses/op\n').results,
    captures: [],
    activeId: undefined,
    baselineId: undefined,
    canRun: true,
    now: 0,
  }),
};

test('the results page accepts infinite and NaN figures, and rejects malformed messages without throwing', () => {
  assert.ok(isResultsHostMessage(JSON.parse(JSON.stringify(RESULTS))));
  assert.ok(isResultsHostMessage({ kind: 'select', key: 'x' }));
  for (const message of [undefined, null, 5, {}, { kind: 'results' }, { kind: 'results', state: {} }, { kind: 'select' }]) {
    assert.ok(!isResultsHostMessage(message), JSON.stringify(message));
  }
  const random = randomNumbers(3);
  for (let i = 0; i < 2000; i++) isResultsHostMessage(mutated(RESULTS, random));
});
