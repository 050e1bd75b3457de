import assert from 'node:assert/strict';
import test from 'node:test';
import type { PathView, TableView } from '../../../../src/profile/answers/table';
import { isPageMessage } from '../../../../src/pages/protocol/pageProtocol';
import { PROFILE_PAGE } from '../../../../src/pages/protocol/profilePage';
import { MAX_FRAMES } from '../../../../src/pages/protocol/messageLimits';
import { asked, ordered } from '../../../shared/pageMessages';

const VIEW = { root: 0, restFrom: 0, width: 900.5, minWidth: 2.5, maxFrames: MAX_FRAMES, search: '' };

const TABLE: TableView = { sort: 'flat', direction: 'size', search: '', from: 0, limit: 512, find: '' };
const PATH: PathView = { direction: 'callers', path: [4, 0], from: 0, limit: 100 };

const isReceivedByHost = (message: unknown): boolean => isPageMessage(PROFILE_PAGE, message);

test('the host receives the messages that the page sends', () => {
  const messages: unknown[] = [
    { kind: 'ready' },
    asked('flame', { ...VIEW, from: 'main.main' }, 1),
    asked('callGraph', { nodeCount: 80, callTree: false, trim: true }, 1),
    ordered('openFunction', { function: 'main.main' }, 1),
    ordered('openFunction', { function: 'main.main', file: 'main.go' }, 1),
    ordered('openFunction', { function: '', file: 'main.go', line: 7 }, 1),
    asked('table', TABLE, 1),
    asked('fewSamples', TABLE, 1),
    asked('suggest', { ...TABLE, sort: 'cum', search: 'main' }, 1),
    asked('pathCalls', PATH, 1),
    asked('fewCallSamples', { views: [PATH, PATH] }, 1),
    asked('fewNodeSamples', { nodes: [0, 7] }, 1),
    asked('peek', { name: 'main.main', limit: 100 }, 1),
    ordered('copyTable', { view: TABLE }, 1),
    ordered('setSampleType', { profile: 1, sampleType: 0 }),
    ordered('keepStart', { of: 'block', start: 'everything' }),
    ordered('setNormalize', { normalize: false }),
    asked('knows', { name: 'main.main' }, 1),
    ordered('openSource', { frame: 0 }, 1),
    ordered('openSource', { frame: 5, from: 'main.main' }, 1),
    ordered('openSource', { frame: 5, from: 'main.main', callers: true, hideTestingFrames: true }, 1),
    ordered('saveSvg', { name: 'BenchmarkJoin', svg: '<?xml version="1.0"?><svg/>' }),
    ordered('copy', { text: '' }),
    ordered('noticeAction'),
  ];
  for (const message of messages) assert.ok(isReceivedByHost(message), JSON.stringify(message));
});

test('the host drops unknown and malformed messages', () => {
  const messages: unknown[] = [
    undefined,
    null,
    'ready',
    {},
    { kind: 'command', command: 'workbench.action.terminal.new' },
    ordered('executeCommand', { command: 'workbench.action.terminal.new' }),
    ordered('toString'),
    { ...ordered('noticeAction'), version: '1' },
    { kind: 'cancel' },
    { kind: 'cancel', request: -1 },
    { ...asked('knows', { name: 'main.main' }, 1), request: 'x' },
    { ...asked('knows', { name: 'main.main' }, 1), version: 1.5 },
    { kind: 'toString' },
    ordered('copy', { text: 5 }),
    ordered('openSource', { frame: '/etc/passwd' }, 1),
    ordered('openSource', { frame: -1 }, 1),
    ordered('openFunction', { function: 'main.main', line: '7' }, 1),
    asked('table', { ...TABLE, sort: 'age' }, 1),
    asked('table', { ...TABLE, limit: 1e9 }, 1),
    asked('table', { ...TABLE, search: undefined }, 1),
    asked('pathCalls', { ...PATH, direction: 'sideways' }, 1),
    asked('pathCalls', { ...PATH, path: [] }, 1),
    asked('fewCallSamples', { views: [PATH, { ...PATH, path: [] }] }, 1),
    asked('fewCallSamples', { views: Array.from({ length: 41 }, () => PATH) }, 1),
    asked('fewNodeSamples', { nodes: [-1] }, 1),
    asked('pathCalls', { ...PATH, path: [1, 'two'] }, 1),
    asked('peek', { name: 5, limit: 100 }, 1),
    ordered('copyTable', { view: {} }, 1),
    ordered('openSource', { frame: 5, callers: 'yes' }, 1),
    ordered('saveSvg', { name: 'BenchmarkJoin' }),
    ordered('saveSvg', { name: 5, svg: '<?xml version="1.0"?><svg/>' }),
    ordered('saveSvg', { name: 'BenchmarkJoin', svg: '#!/bin/sh' }),
    ordered('saveSvg', { name: 'BenchmarkJoin', svg: `<?xml ${' '.repeat(9e6)}` }),
    ordered('openFunction', {}, 1),
    ordered('openFunction', { function: 'main.main', file: 5 }, 1),
    asked('callGraph', { nodeCount: -1, callTree: false, trim: true }, 1),
    asked('callGraph', { nodeCount: 80, callTree: false }, 1),
    asked('callGraph', { nodeCount: 80, callTree: false, trim: 'no' }, 1),
    asked('callGraph', { nodeCount: 80 }, 1),
    ordered('setSampleType', { profile: 1.5, sampleType: 0 }),
    ordered('keepStart', { of: 'block', start: 'nowhere' }),
    ordered('setNormalize', { normalize: 'no' }),
    asked('knows', {}, 1),
    asked('flame', undefined, 1),
    asked('toString', VIEW, 1),
    asked('flame', { ...VIEW, maxFrames: MAX_FRAMES + 1 }, 1),
    asked('flame', { ...VIEW, width: Infinity }, 1),
    asked('flame', { ...VIEW, width: 0 }, 1),
    asked('flame', { ...VIEW, from: 5 }, 1),
    asked('flame', { ...VIEW, callers: 1 }, 1),
    asked('flame', { ...VIEW, foldWrappers: 'no' }, 1),
    asked('flame', { ...VIEW, awaitSamples: 1 }, 1),
  ];
  for (const message of messages) assert.ok(!isReceivedByHost(message), JSON.stringify(message)?.slice(0, 200));
});
