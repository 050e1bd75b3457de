import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BENCHMARKS_PAGE } from '../../../../src/pages/protocol/benchmarksPage';
import { isPageMessage, memoryOf } from '../../../../src/pages/protocol/pageProtocol';
import { asked, ordered } from '../../../shared/pageMessages';

const PLACE = { table: 0, row: 2 };
const PARAMS = { filter: '', order: { column: 'delta-1', direction: 'ascending' }, table: 0, from: 0, to: 100, find: [1] };
const MEMORY = { captures: [], files: [], ignoresProcs: false };

test('only well-formed messages from the page are accepted', () => {
  const good: unknown[] = [
    { kind: 'ready' }, ordered('add'), ordered('fetch'), ordered('export'), ordered('remove', { id: 'a' }),
    ordered('base', { id: 'a' }), ordered('ignoreProcs', { isOn: true }), ordered('copy', { format: 'csv' }),
    asked('chart', PLACE, 1), ordered('code', PLACE, 1), asked('counts', { filter: '' }, 1),
    asked('rows', PARAMS, 1), asked('rows', { ...PARAMS, order: undefined }, 1),
    ordered('dropped', { files: [{ name: 'a', text: '' }], uris: ['file:///a'] }),
  ];
  for (const message of good) assert.ok(isPageMessage(BENCHMARKS_PAGE, message), JSON.stringify(message));
  const bad: unknown[] = [
    null, 'ready', { kind: 'other' }, ordered('remove'), ordered('copy', { format: 'exe' }), ordered('ignoreProcs'),
    asked('chart', { ...PLACE, row: -1 }, 1), ordered('code', { ...PLACE, table: 0.5 }, 1),
    asked('rows', { ...PARAMS, order: { column: 'x', direction: 'ascending' } }, 1),
    asked('rows', { ...PARAMS, to: 1e6 }, 1), asked('counts', {}, 1),
    ordered('dropped', { files: [], uris: [1] }), ordered('dropped', { files: [{}], uris: [] }),
  ];
  for (const message of bad) assert.ok(!isPageMessage(BENCHMARKS_PAGE, message), JSON.stringify(message));
});

test('a saved page state is valid only if it lists captures and files', () => {
  assert.deepEqual(memoryOf(BENCHMARKS_PAGE, { memory: MEMORY }), MEMORY);
  for (const memory of [undefined, {}, { ...MEMORY, files: [1] }]) {
    assert.equal(memoryOf(BENCHMARKS_PAGE, { memory }), undefined);
  }
});
