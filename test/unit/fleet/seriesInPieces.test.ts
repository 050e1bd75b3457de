import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriesInPieces } from '../../../src/fleet/seriesInPieces';
import { CPU_TYPE, FakeStore } from '../../shared/fakeStore';

const HOUR = 3_600_000;
const QUERY = { type: CPU_TYPE.id, filters: [], range: { from: 0, to: 7 * HOUR } };
const signal = () => new AbortController().signal;

function storeOfHours(): FakeStore {
  const store = new FakeStore([{ labels: { pod: 'a' }, rate: 1 }]);
  store.maxRangeMs = HOUR + 1;
  return store;
}

test('a range above the limit of the store is asked in pieces of whole steps', async () => {
  const store = storeOfHours();
  const progress: string[] = [];
  const { series, pieces, missing } = await seriesInPieces(store, QUERY, { stepSeconds: 900 }, signal(), (n, all) => progress.push(`${n}/${all}`));
  assert.equal(pieces, 7);
  assert.deepEqual(missing, []);
  assert.deepEqual(store.charted.map(({ range }) => range.to - range.from), Array.from({ length: 7 }, () => HOUR));
  assert.equal(series.flatMap(({ points }) => points).length, 28);
  assert.equal(progress.at(-1), '7/7');
});

test('a piece that fails keeps the others, and all that fail are a failure', async () => {
  const store = storeOfHours();
  store.before = (query) => {
    if (query?.range.from === 3 * HOUR) throw new Error('503');
  };
  const { series, missing, failure } = await seriesInPieces(store, QUERY, { stepSeconds: 900 }, signal());
  assert.deepEqual(missing, [{ from: 3 * HOUR, to: 4 * HOUR }]);
  assert.equal((failure as Error).message, '503');
  assert.equal(series.flatMap(({ points }) => points).length, 24);
  store.before = () => {
    throw new Error('refused');
  };
  await assert.rejects(seriesInPieces(store, QUERY, { stepSeconds: 900 }, signal()), /refused/);
});

test('an abort ends the questions with its reason', async () => {
  const store = storeOfHours();
  const controller = new AbortController();
  store.before = () => controller.abort(new Error('enough'));
  await assert.rejects(seriesInPieces(store, QUERY, { stepSeconds: 900 }, controller.signal), /enough/);
});
