import assert from 'node:assert/strict';
import test from 'node:test';
import type { PathView, TableView } from '../../../../src/profile/answers/table';
import { hostChannel, pageChannel, type Port } from '../../../../src/pages/protocol/channel';
import type { HostMessage, PageMessage } from '../../../../src/pages/protocol/messages';
import { MAX_FRAMES } from '../../../../src/pages/protocol/messageLimits';

function fakePort() {
  const sent: unknown[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const port: Port = {
    postMessage: (message) => sent.push(message),
    onMessage: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  return { port, sent, deliver: (message: unknown) => listeners.forEach((listener) => listener(message)) };
}

const VIEW = { root: 0, restFrom: 0, width: 900.5, minWidth: 2.5, maxFrames: MAX_FRAMES, search: '' };

const TABLE: TableView = { sort: 'flat', direction: 'size', search: '', from: 0, limit: 512, find: '' };
const PATH: PathView = { direction: 'callers', path: [4, 0], from: 0, limit: 100 };

function isReceivedByHost(message: unknown): boolean {
  const messages: PageMessage[] = [];
  const { port, deliver } = fakePort();
  hostChannel(port, (message) => messages.push(message));
  deliver(message);
  return messages.length === 1;
}

test('the host receives the messages that the page sends', () => {
  const messages: PageMessage[] = [
    { kind: 'ready' },
    { kind: 'ask', question: 'flame', profile: 1, request: 2, params: { ...VIEW, from: 'main.main' } },
    { kind: 'ask', question: 'callGraph', profile: 1, request: 2, params: { nodeCount: 80, callTree: false, trim: true } },
    { kind: 'openFunction', profile: 1, function: 'main.main' },
    { kind: 'openFunction', profile: 1, function: 'main.main', file: 'main.go' },
    { kind: 'openFunction', profile: 1, function: '', file: 'main.go', line: 7 },
    { kind: 'ask', question: 'table', profile: 1, request: 2, params: TABLE },
    { kind: 'ask', question: 'fewSamples', profile: 1, request: 2, params: TABLE },
    { kind: 'ask', question: 'suggest', profile: 1, request: 2, params: { ...TABLE, sort: 'cum', search: 'main' } },
    { kind: 'ask', question: 'pathCalls', profile: 1, request: 2, params: PATH },
    { kind: 'ask', question: 'fewCallSamples', profile: 1, request: 2, params: { views: [PATH, PATH] } },
    { kind: 'ask', question: 'fewNodeSamples', profile: 1, request: 2, params: { nodes: [0, 7] } },
    { kind: 'ask', question: 'peek', profile: 1, request: 2, params: { name: 'main.main', limit: 100 } },
    { kind: 'copyTable', profile: 1, view: TABLE },
    { kind: 'setSampleType', profile: 1, sampleType: 0 },
    { kind: 'keepStart', of: 'block', start: 'everything' },
    { kind: 'setNormalize', normalize: false },
    { kind: 'ask', question: 'knows', profile: 1, request: 2, params: { name: 'main.main' } },
    { kind: 'openSource', profile: 1, frame: 0 },
    { kind: 'openSource', profile: 1, frame: 5, from: 'main.main' },
    { kind: 'openSource', profile: 1, frame: 5, from: 'main.main', callers: true, hideTestingFrames: true },
    { kind: 'saveSvg', name: 'BenchmarkJoin', svg: '<?xml version="1.0"?><svg/>' },
    { kind: 'copy', text: '' },
    { kind: 'noticeAction' },
  ];
  for (const message of messages) assert.ok(isReceivedByHost(message), message.kind);
});

test('the host drops unknown and malformed messages', () => {
  const messages: unknown[] = [
    undefined,
    null,
    'ready',
    {},
    { kind: 'command', command: 'workbench.action.terminal.new' },
    { kind: 'toString' },
    { kind: 'copy', text: 5 },
    { kind: 'openSource', profile: 1, frame: '/etc/passwd' },
    { kind: 'openSource', profile: 1, frame: -1 },
    { kind: 'openFunction', profile: 1, function: 'main.main', line: '7' },
    { kind: 'ask', question: 'table', profile: 1, request: 2, params: { ...TABLE, sort: 'age' } },
    { kind: 'ask', question: 'table', profile: 1, request: 2, params: { ...TABLE, limit: 1e9 } },
    { kind: 'ask', question: 'table', profile: 1, request: 2, params: { ...TABLE, search: undefined } },
    { kind: 'ask', question: 'pathCalls', profile: 1, request: 2, params: { ...PATH, direction: 'sideways' } },
    { kind: 'ask', question: 'pathCalls', profile: 1, request: 2, params: { ...PATH, path: [] } },
    { kind: 'ask', question: 'fewCallSamples', profile: 1, request: 2, params: { views: [PATH, { ...PATH, path: [] }] } },
    { kind: 'ask', question: 'fewCallSamples', profile: 1, request: 2, params: { views: Array.from({ length: 41 }, () => PATH) } },
    { kind: 'ask', question: 'fewNodeSamples', profile: 1, request: 2, params: { nodes: [-1] } },
    { kind: 'ask', question: 'pathCalls', profile: 1, request: 2, params: { ...PATH, path: [1, 'two'] } },
    { kind: 'ask', question: 'peek', profile: 1, request: 2, params: { name: 5, limit: 100 } },
    { kind: 'copyTable', profile: 1, view: {} },
    { kind: 'openSource', profile: 1, frame: 5, callers: 'yes' },
    { kind: 'saveSvg', name: 'BenchmarkJoin' },
    { kind: 'saveSvg', name: 5, svg: '<?xml version="1.0"?><svg/>' },
    { kind: 'saveSvg', name: 'BenchmarkJoin', svg: '#!/bin/sh' },
    { kind: 'saveSvg', name: 'BenchmarkJoin', svg: `<?xml ${' '.repeat(9e6)}` },
    { kind: 'openFunction', profile: 1 },
    { kind: 'openFunction', profile: 1, function: 'main.main', file: 5 },
    { kind: 'ask', question: 'callGraph', profile: 1, request: 2, params: { nodeCount: -1, callTree: false, trim: true } },
    { kind: 'ask', question: 'callGraph', profile: 1, request: 2, params: { nodeCount: 80, callTree: false } },
    { kind: 'ask', question: 'callGraph', profile: 1, request: 2, params: { nodeCount: 80, callTree: false, trim: 'no' } },
    { kind: 'ask', question: 'callGraph', profile: 1, request: 2, params: { nodeCount: 80 } },
    { kind: 'setSampleType', profile: 1.5, sampleType: 0 },
    { kind: 'keepStart', of: 'block', start: 'nowhere' },
    { kind: 'setNormalize', normalize: 'no' },
    { kind: 'ask', question: 'knows', profile: 1, request: 2, params: {} },
    { kind: 'ask', question: 'flame', profile: 1, request: 1 },
    { kind: 'ask', question: 'toString', profile: 1, request: 1, params: VIEW },
    { kind: 'ask', question: 'flame', profile: 1, request: 1, params: { ...VIEW, maxFrames: MAX_FRAMES + 1 } },
    { kind: 'ask', question: 'flame', profile: 1, request: 1, params: { ...VIEW, width: Infinity } },
    { kind: 'ask', question: 'flame', profile: 1, request: 1, params: { ...VIEW, width: 0 } },
    { kind: 'ask', question: 'flame', profile: 1, request: 1, params: { ...VIEW, from: 5 } },
    { kind: 'ask', question: 'flame', profile: 1, request: 1, params: { ...VIEW, callers: 1 } },
    { kind: 'ask', question: 'flame', profile: 1, request: 1, params: { ...VIEW, foldWrappers: 'no' } },
    { kind: 'ask', question: 'flame', profile: 1, request: 1, params: { ...VIEW, awaitSamples: 1 } },
  ];
  for (const message of messages) assert.ok(!isReceivedByHost(message), JSON.stringify(message)?.slice(0, 200));
});

test('the page receives messages from the host', () => {
  const messages: HostMessage[] = [];
  const { port, deliver } = fakePort();
  pageChannel(port, (message) => messages.push(message));
  deliver({ kind: 'state', state: {} });
  assert.deepEqual(messages, [{ kind: 'state', state: {} }]);
});

test('a channel sends messages, and receives none after it is disposed', () => {
  const messages: unknown[] = [];
  const { port, sent, deliver } = fakePort();
  const channel = hostChannel(port, (message) => messages.push(message));
  channel.send({ kind: 'state', state: {} });
  assert.deepEqual(sent, [{ kind: 'state', state: {} }]);
  channel.dispose();
  deliver({ kind: 'ready' });
  assert.deepEqual(messages, []);
});
