import assert from 'node:assert/strict';
import test from 'node:test';
import { Store } from '../../../src/engine/store';
import type { TableOptions, TableView } from '../../../src/profile/answers/table';
import { profileFromText } from '../../shared/profileFromText';

const BYTES = profileFromText({
  types: 'samples/count cpu/nanoseconds',
  stacks: `
    2 20 | leaf a.go:7 < main.main main.go:3
    1 10 | main.main main.go:4
  `,
});
const never = new AbortController().signal;
const ALL: TableView = { sort: 'flat', direction: 'size', search: '', from: 0, limit: 10, find: '' };

async function loaded(options: TableOptions = {}) {
  const store = new Store();
  const { id: profile } = await store.answer('load', { source: { kind: 'bytes', bytes: BYTES } }, never);
  return { store, asked: { profile, sampleType: 1, options } };
}

test('a table, the paths of a row and its peek have the same figures', async () => {
  const { store, asked } = await loaded();
  const table = await store.answer('table', { ...asked, ...ALL }, never);
  assert.deepEqual([table.name, [...table.flat], [...table.cum]], [['leaf', 'main.main'], [20, 10], [20, 30]]);
  const path = { direction: 'callers' as const, path: [table.node[0]!], from: 0, limit: 10 };
  const callers = await store.answer('pathCalls', { ...asked, ...path }, never);
  assert.deepEqual([callers.name, [...callers.value]], [['main.main'], [20]]);
  const { blocks } = await store.answer('peek', { ...asked, name: 'leaf', limit: 10 }, never);
  assert.deepEqual(blocks[0]!.callers, callers);
});

test('a table has the granularity and the sample type of its question', async () => {
  const { store, asked } = await loaded({ granularity: 'lines' });
  const table = await store.answer('table', { ...asked, ...ALL }, never);
  assert.deepEqual(table.name, ['leaf a.go:7', 'main.main main.go:4', 'main.main main.go:3']);
  const samples = await store.answer('table', { ...asked, ...ALL, sampleType: 0 }, never);
  assert.deepEqual([[...samples.flat], samples.unit], [[2, 1, 0], 'count']);
});

test('the table of a refined profile has only its remaining samples', async () => {
  const { store, asked } = await loaded();
  const derived = 2 ** 32;
  await store.answer('derive', { profile: derived, of: { profile: asked.profile, refinement: { focus: 'leaf' } } }, never);
  const table = await store.answer('table', { ...asked, ...ALL, profile: derived }, never);
  assert.deepEqual([table.name, [...table.cum], table.total], [['leaf', 'main.main'], [20, 20], 30]);
});

test('the line to open for a function is found by its name', async () => {
  const { store, asked: { profile, sampleType } } = await loaded();
  const ask = (name: string) => store.answer('functionSource', { profile, sampleType, function: name }, never);
  assert.deepEqual(await ask('main.main'), { function: 'main.main', file: 'main.go', line: 3 });
  assert.equal(await ask('none'), undefined);
});
