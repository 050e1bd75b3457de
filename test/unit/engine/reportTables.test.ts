import assert from 'node:assert/strict';
import test from 'node:test';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import type { TableOptions, TableView } from '../../../src/profile/answers/table';
import { profileFromText } from '../../shared/profileFromText';

const BYTES = profileFromText({
  types: 'samples/count cpu/nanoseconds',
  stacks: `
    2 20 | leaf a.go:7 < main.main main.go:3
    1 10 | main.main main.go:4
  `,
});
const neverAborted = new AbortController().signal;
const ALL: TableView = { sort: 'flat', direction: 'size', search: '', from: 0, limit: 10, find: '' };

async function loaded(options: TableOptions = {}) {
  const store = new NodeStore();
  const { id: profile } = await store.answer('load', { source: { kind: 'bytes', bytes: BYTES } }, neverAborted);
  return { store, query: { profile, sampleType: 1, options } };
}

test('a table, the callers of a row and the peek of its function have the same figures', async () => {
  const { store, query } = await loaded();
  const table = await store.answer('table', { ...query, ...ALL }, neverAborted);
  assert.deepEqual([table.name, [...table.flat], [...table.cum]], [['leaf', 'main.main'], [20, 10], [20, 30]]);
  const path = { direction: 'callers' as const, path: [table.node[0]!], from: 0, limit: 10 };
  const callers = await store.answer('pathCalls', { ...query, ...path }, neverAborted);
  assert.deepEqual([callers.name, [...callers.value]], [['main.main'], [20]]);
  const { blocks } = await store.answer('peek', { ...query, name: 'leaf', limit: 10 }, neverAborted);
  assert.deepEqual(blocks[0]!.callers, callers);
});

test('figures of fewer than five samples are marked, for every granularity, but not if they are no plain sums', async () => {
  const bytes = profileFromText({
    types: 'samples/count cpu/nanoseconds',
    stacks: `
      4 40 | leaf a.go:7 < main.main main.go:3
      1 10 | main.main main.go:4
    `,
  });
  const store = new NodeStore();
  const { id: profile } = await store.answer('load', { source: { kind: 'bytes', bytes } }, neverAborted);
  const few = async (options: TableOptions) => {
    const answer = await store.answer('fewSamples', { profile, sampleType: 1, options, ...ALL }, neverAborted);
    return answer && [[...answer.flat], [...answer.cum]];
  };
  assert.deepEqual(await few({}), [[1, 1], [1, 0]], 'leaf, main.main');
  assert.deepEqual(await few({ granularity: 'lines' }), [[1, 1, 0], [1, 1, 1]], 'main.go:3 has no flat');
  for (const options of [{ mean: true }, { drop_negative: true }, { divide_by: 2 }]) {
    assert.equal(await few(options), undefined);
  }
});

test('a table has the granularity and the sample type of its query', async () => {
  const { store, query } = await loaded({ granularity: 'lines' });
  const table = await store.answer('table', { ...query, ...ALL }, neverAborted);
  assert.deepEqual(table.name, ['leaf a.go:7', 'main.main main.go:4', 'main.main main.go:3']);
  const samples = await store.answer('table', { ...query, ...ALL, sampleType: 0 }, neverAborted);
  assert.deepEqual([[...samples.flat], samples.unit], [[2, 1, 0], 'count']);
});

test('the table of a refined profile has the remaining samples, and the total of the whole profile', async () => {
  const { store, query } = await loaded();
  const derived = 2 ** 32;
  await store.answer('derive', { profile: derived, of: { profile: query.profile, refinement: { focus: 'leaf' } } }, neverAborted);
  const table = await store.answer('table', { ...query, ...ALL, profile: derived }, neverAborted);
  assert.deepEqual([table.name, [...table.cum], table.total], [['leaf', 'main.main'], [20, 20], 30]);
});

test('functionSource returns the line to open for a function name', async () => {
  const { store, query: { profile, sampleType } } = await loaded();
  const ask = (name: string) => store.answer('functionSource', { profile, sampleType, function: name }, neverAborted);
  assert.deepEqual(await ask('main.main'), { function: 'main.main', file: 'main.go', line: 3 });
  assert.equal(await ask('none'), undefined);
});
