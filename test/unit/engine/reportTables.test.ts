import assert from 'node:assert/strict';
import test from 'node:test';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import type { CallDirection, PathView, TableOptions, TableView } from '../../../src/profile/answers/table';
import { fewCallSamples, pathCalls } from '../../../src/profile/table/pathCalls';
import { encodeProfile } from '../../../src/profile/wire/encode';
import { cpuProfile, differenceOfTotals } from '../../shared/differences';
import { heapProfile } from '../../shared/heapProfile';
import { profileFromText } from '../../shared/profileFromText';
import { tableOf, windowOf } from '../../shared/reportTables';

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

test('figures of fewer than five samples are marked, for every granularity, but not if they are not plain sums', async () => {
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

test('figures of calls with fewer than five samples are marked, of callers and callees in one answer', async () => {
  const bytes = profileFromText({
    types: 'samples/count cpu/nanoseconds',
    stacks: `
      4 40 | leaf a.go:7 < f f.go:1 < few main.go:3
      3 30 | other b.go:1 < leaf a.go:7 < f f.go:1 < many main.go:3
      9 90 | other b.go:1 < f f.go:1 < many main.go:3
    `,
  });
  const store = new NodeStore();
  const { id: profile } = await store.answer('load', { source: { kind: 'bytes', bytes } }, neverAborted);
  const query = { profile, sampleType: 1, options: {} };
  const { node, name } = await store.answer('table', { ...query, ...ALL }, neverAborted);
  const path = [node[name.indexOf('f')]!];
  const viewOf = (direction: CallDirection): PathView => ({ direction, path, from: 0, limit: 9 });
  const few = async (views: readonly PathView[], options: TableOptions = {}) => {
    const answer = await store.answer('fewCallSamples', { ...query, options, views }, neverAborted);
    return answer?.map(({ flat, cum }) => [[...flat], [...cum]]);
  };
  assert.deepEqual(await few([viewOf('callers'), viewOf('callees')]), [
    [[0, 0], [0, 1]], // many, few; callers have no flat
    [[0, 1], [0, 0]], // other, leaf
  ]);
  assert.deepEqual(await few([{ ...viewOf('callees'), from: 1 }]), [[[1], [0]]]);
  assert.equal(await few([viewOf('callers')], { mean: true }), undefined);
  const ofNodes = await store.answer('fewNodeSamples', { ...query, nodes: [...path, node[name.indexOf('few')]!, 99] }, neverAborted);
  assert.deepEqual([[...ofNodes!.flat], [...ofNodes!.cum]], [[0, 0, 0], [0, 1, 0]]);
});

test('figures of calls in a heap profile rest on as many samples as those of a row with the same stacks', async () => {
  const stacks = [3, 4, 5, 40].map((samples, i) => ({ stack: `main@a.go:1;f${i}@a.go:5`, size: 64, samples }));
  const store = new NodeStore();
  const bytes = encodeProfile(heapProfile(stacks));
  const { id: profile } = await store.answer('load', { source: { kind: 'bytes', bytes } }, neverAborted);
  const query = { profile, sampleType: 1, options: {} };
  const { node, name } = await store.answer('table', { ...query, ...ALL }, neverAborted);
  const callees = { direction: 'callees', path: [node[name.indexOf('main')]!], from: 0, limit: 9 } as const;
  const calls = await store.answer('pathCalls', { ...query, ...callees }, neverAborted);
  const [few] = (await store.answer('fewCallSamples', { ...query, views: [callees] }, neverAborted))!;
  assert.deepEqual(calls.name.map((call, i) => [call, few!.flat[i], few!.cum[i]]), [
    ['f3', 0, 0], ['f2', 0, 0], ['f1', 1, 1], ['f0', 1, 1],
  ]);
});

test('in a comparison of totals, figures of calls that rest on few added or removed samples are marked', () => {
  const difference = differenceOfTotals(
    cpuProfile('main@a.go:1;f@a.go:2 1002\nmain@a.go:1;g@a.go:3 20'),
    cpuProfile('main@a.go:1;f@a.go:2 1000\nmain@a.go:1;g@a.go:3 30'),
  );
  const table = tableOf(difference, {}, 1);
  const { node, name } = windowOf(table);
  const view: PathView = { direction: 'callees', path: [node[name.indexOf('main')]!], from: 0, limit: 9 };
  const [few] = fewCallSamples(table, [view])!;
  assert.deepEqual(pathCalls(table, view).name.map((callee, i) => [callee, few!.cum[i]]), [['g', 0], ['f', 1]]);
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
