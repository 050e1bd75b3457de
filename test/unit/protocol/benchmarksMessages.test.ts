import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBenchmarksHostMessage, isBenchmarksMemory, isBenchmarksPageMessage } from '../../../src/protocol/benchmarksShape';

const PLACE = { version: 1, table: 0, row: 2 };
const CELL = { center: '1n', range: '2%', notes: [1] };
const DELTA = { text: '?', evidence: 'n=1', kind: 'changed', notes: [] };
const ROW = { name: 'A', cells: [CELL, undefined, { ...CELL, delta: DELTA }] };
const PARAMS = { filter: '', order: { column: 'delta-1', direction: 'ascending' }, table: 0, from: 0, to: 100, find: [1] };
const STATE = {
  inputs: [{ id: 'a', label: 'a', about: '', count: 1, skipped: [], skippedCount: 0 }],
  tables: [{
    titles: [], unit: 'sec/op', columns: [0], notes: [{ text: 'x', plain: 'y' }],
    rows: [ROW], count: 9, widest: ROW,
    means: [{ center: '', notes: [] }],
  }],
  nameCount: 1,
  remarks: [],
  canFetch: true,
};
const MEMORY = { captures: [], files: [], ignoresProcs: false };
const SERIES = { label: 'a', values: [1], runs: 1, center: 1 };
const CHART = { name: 'A', unit: 'x', isByTime: true, series: [SERIES], scale: { factor: 1, decimals: 3, prefix: 'n' } };

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

test('only well-formed messages from the host are accepted after a round trip through JSON', () => {
  const isAccepted = (message: unknown) => isBenchmarksHostMessage(JSON.parse(JSON.stringify(message)));
  assert.ok(isAccepted({ kind: 'benchmarks', version: 1, state: STATE, memory: MEMORY }));
  assert.ok(isAccepted({ kind: 'chart', place: PLACE, chart: CHART }));
  assert.ok(isAccepted({ kind: 'announcement', text: '' }));
  assert.ok(isAccepted({ kind: 'counts', version: 1, filter: 'a', counts: [3] }));
  const answer = { rows: [{ at: 3, row: ROW }], count: 9, found: [-1] };
  assert.ok(isAccepted({ kind: 'rows', version: 1, params: PARAMS, answer }));
  assert.ok(!isAccepted({ kind: 'rows', version: 1, params: PARAMS, answer: { ...answer, found: [-2] } }));
  assert.ok(!isAccepted({ kind: 'benchmarks', version: 1, state: { ...STATE, tables: [{}] }, memory: MEMORY }));
  assert.ok(!isAccepted({ kind: 'benchmarks', version: 1, state: STATE }));
  assert.ok(!isAccepted({ kind: 'chart', place: PLACE, chart: { ...CHART, scale: { factor: 1, decimals: 101, prefix: '' } } }));
});

test('a saved page state is valid only if it lists captures and files', () => {
  assert.ok(isBenchmarksMemory(MEMORY));
  for (const state of [undefined, {}, { ...MEMORY, files: [1] }]) assert.ok(!isBenchmarksMemory(state));
});
