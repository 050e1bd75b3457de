import assert from 'node:assert/strict';
import test from 'node:test';
import { hostChannel, MAX_FRAMES, pageChannel, type Port } from '../../../src/protocol/channel';
import type { HostMessage, PageMessage } from '../../../src/protocol/messages';

function port() {
  const sent: unknown[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const made: Port = {
    postMessage: (message) => sent.push(message),
    onMessage: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  return { port: made, sent, say: (message: unknown) => listeners.forEach((listener) => listener(message)) };
}

const VIEW = { root: 0, restFrom: 0, width: 900.5, minWidth: 2.5, maxFrames: MAX_FRAMES, search: '' };

function heardByHost(message: unknown): boolean {
  const heard: PageMessage[] = [];
  const { port: end, say } = port();
  hostChannel(end, (received) => heard.push(received));
  say(message);
  return heard.length === 1;
}

test('the host hears every kind of message that a page sends', () => {
  const messages: PageMessage[] = [
    { kind: 'ready' },
    { kind: 'askWindow', profile: 1, request: 2, view: { ...VIEW, from: 'main.main' } },
    { kind: 'setSampleType', profile: 1, sampleType: 0 },
    { kind: 'setProfile', profile: 0 },
    { kind: 'openSource', profile: 1, frame: 0 },
    { kind: 'openSource', profile: 1, frame: 5, from: 'main.main' },
    { kind: 'copy', text: '' },
    { kind: 'noticeAction' },
  ];
  for (const message of messages) assert.ok(heardByHost(message), message.kind);
});

test('the host never hears a message of another shape', () => {
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
    { kind: 'setProfile', profile: 1.5 },
    { kind: 'askWindow', profile: 1, request: 1 },
    { kind: 'askWindow', profile: 1, request: 1, view: { ...VIEW, maxFrames: MAX_FRAMES + 1 } },
    { kind: 'askWindow', profile: 1, request: 1, view: { ...VIEW, width: Infinity } },
    { kind: 'askWindow', profile: 1, request: 1, view: { ...VIEW, width: 0 } },
    { kind: 'askWindow', profile: 1, request: 1, view: { ...VIEW, from: 5 } },
  ];
  for (const message of messages) assert.ok(!heardByHost(message), JSON.stringify(message));
});

test('the page hears the host, and nothing else that is posted to its window', () => {
  const heard: HostMessage[] = [];
  const { port: end, say } = port();
  pageChannel(end, (message) => heard.push(message));
  say({ kind: 'state', state: {} });
  say({ kind: 'somebody else' });
  say('webpackHotUpdate');
  assert.deepEqual(heard, [{ kind: 'state', state: {} }]);
});

test('both ends send, and hear nothing more once disposed of', () => {
  const heard: unknown[] = [];
  const { port: end, sent, say } = port();
  const channel = hostChannel(end, (message) => heard.push(message));
  channel.send({ kind: 'state', state: {} });
  assert.deepEqual(sent, [{ kind: 'state', state: {} }]);
  channel.dispose();
  say({ kind: 'ready' });
  assert.deepEqual(heard, []);
});
