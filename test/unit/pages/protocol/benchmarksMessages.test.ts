import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBenchmarksMemory, isBenchmarksPageMessage } from '../../../../src/pages/protocol/benchmarksShape';

const PLACE = { version: 1, table: 0, row: 2 };
const PARAMS = { filter: '', order: { column: 'delta-1', direction: 'ascending' }, table: 0, from: 0, to: 100, find: [1] };
const MEMORY = { captures: [], files: [], ignoresProcs: false };

test('only well-formed messages from the page are accepted', () => {
  const good: unknown[] = [
    { kind: 'ready' }, { kind: 'add' }, { kind: 'fetch' }, { kind: 'export' }, { kind: 'remove', id: 'a' },
    { kind: 'base', id: 'a' }, { kind: 'ignoreProcs', isOn: true }, { kind: 'copy', format: 'csv' },
    { kind: 'chart', place: PLACE }, { kind: 'code', place: PLACE }, { kind: 'counts', version: 1, filter: '' },
    { kind: 'rows', version: 1, params: PARAMS }, { kind: 'rows', version: 1, params: { ...PARAMS, order: undefined } },
    { kind: 'dropped', files: [{ name: 'a', text: '' }], uris: ['file:///a'] },
  ];
  for (const message of good) assert.ok(isBenchmarksPageMessage(message), JSON.stringify(message));
  const bad: unknown[] = [
    null, 'ready', { kind: 'other' }, { kind: 'remove' }, { kind: 'copy', format: 'exe' }, { kind: 'ignoreProcs' },
    { kind: 'chart', place: { ...PLACE, row: -1 } }, { kind: 'code', place: { ...PLACE, table: 0.5 } },
    { kind: 'rows', version: 1, params: { ...PARAMS, order: { column: 'x', direction: 'ascending' } } },
    { kind: 'rows', version: 1, params: { ...PARAMS, to: 1e6 } }, { kind: 'counts', version: 1 },
    { kind: 'dropped', files: [], uris: [1] }, { kind: 'dropped', files: [{}], uris: [] },
  ];
  for (const message of bad) assert.ok(!isBenchmarksPageMessage(message), JSON.stringify(message));
});

test('a saved page state is valid only if it lists captures and files', () => {
  assert.ok(isBenchmarksMemory(MEMORY));
  for (const state of [undefined, {}, { ...MEMORY, files: [1] }]) assert.ok(!isBenchmarksMemory(state));
});
