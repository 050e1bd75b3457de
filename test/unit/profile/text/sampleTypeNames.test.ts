import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleTypeName, sampleTypeNames, typeCalled, typeText } from '../../../../src/profile/text/sampleTypeNames';

const kind = (label: string, ...types: string[]) => ({ label, sampleTypes: types.map((type) => ({ type, unit: 'count' })) });
const WAITS = ['contentions', 'delay'];

test('the name of a sample type starts with the kind of profile unless the sample type identifies the kind', () => {
  const names = [['cpu', 'samples'], ['memory', 'inuse_space'], ['mutex', 'delay'], ['goroutine', 'goroutine'], ['goroutine', 'goroutineleak']] as const;
  assert.deepEqual(names.map(([label, type]) => sampleTypeName(label, type)), [
    'samples', 'inuse_space', 'mutex · delay', 'goroutine', 'goroutineleak',
  ]);
});

test('the sample types of a capture form one list, with the kind of profile if names are ambiguous', () => {
  const namesOf = (...kinds: ReturnType<typeof kind>[]) => sampleTypeNames(kinds).map(({ name }) => name);
  assert.deepEqual(namesOf(kind('cpu', 'samples', 'cpu'), kind('memory', 'alloc_space'), kind('mutex', ...WAITS), kind('block', ...WAITS)), [
    'samples', 'cpu', 'alloc_space', 'mutex · contentions', 'mutex · delay', 'block · contentions', 'block · delay',
  ]);
  assert.deepEqual(namesOf(kind('heap', 'inuse_space'), kind('allocs', 'inuse_space')), [
    'heap · inuse_space', 'allocs · inuse_space',
  ]);
});

test('the sample types of a part of a run are named by its time, as the whole run has the same', () => {
  const run = [kind('cpu', 'samples', 'cpu'), kind('cpu, last 10 s', 'samples', 'cpu'), kind('wall', 'wall')];
  assert.deepEqual(sampleTypeNames(run).map(({ name }) => name), ['samples', 'cpu', 'samples, last 10 s', 'cpu, last 10 s', 'wall']);
});

test('those of a moment of a watched service are named by the moment', () => {
  const watched = [kind('heap', 'inuse_space'), kind('heap, 55.0 s', 'inuse_space'), kind('goroutine, 55.0 s', 'goroutine')];
  assert.deepEqual(sampleTypeNames(watched).map(({ name }) => name), ['inuse_space', 'inuse_space, 55.0 s', 'goroutine, 55.0 s']);
});

test('each entry of the list has its profile and the index of its sample type', () => {
  const [cpu, block] = [kind('cpu', 'samples', 'cpu'), kind('block', ...WAITS)];
  const last = sampleTypeNames([cpu, block]).at(-1)!;
  assert.equal(last.profile, block);
  assert.equal(last.sampleType, 1);
});

test('sample types of one profile with the same name are distinguished by unit, then by number', () => {
  const types = [
    { type: 'cpu', unit: 'count' },
    { type: 'wall', unit: 'ns' },
    { type: 'cpu', unit: 'ns' },
    { type: 'cpu', unit: 'count' },
  ];
  const texts = types.map((_, index) => typeText(types, index));
  assert.deepEqual(texts, ['cpu (count)', 'wall', 'cpu (ns)', 'cpu (count) 2']);
  assert.deepEqual(texts.map((text) => typeCalled(types, text)), [0, 1, 2, 3]);
  assert.deepEqual(['cpu', 'none', undefined].map((text) => typeCalled(types, text)), [0, -1, -1]);
  assert.deepEqual(sampleTypeNames([{ label: 'cpu', sampleTypes: types }]).map(({ name }) => name), texts);
});
