import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindName } from '../../../src/captures/kindName';

function profile(label: string, ...types: string[]) {
  return { label, summary: { sampleTypes: types.map((type) => ({ type })) } };
}

test('kindName distinguishes mutex and block profiles', () => {
  assert.equal(kindName(profile('mutex', 'contentions', 'delay'), 'delay', 'TestX'), 'mutex');
  assert.equal(kindName(profile('block', 'contentions', 'delay'), 'contentions', 'TestX'), 'block');
});

test('a kind that the sample type or the title shows is left out', () => {
  assert.equal(kindName(profile('cpu', 'samples', 'cpu'), 'cpu', 'TestX'), undefined);
  assert.equal(kindName(profile('memory', 'alloc_objects', 'alloc_space'), 'alloc_space', 'TestX'), undefined);
  assert.equal(kindName(profile('goroutine', 'goroutine'), 'goroutine', 'localhost:6060 goroutine'), undefined);
  assert.equal(kindName(profile('goroutine', 'goroutineleak'), 'goroutineleak', 'leaks of TestX'), undefined);
  assert.equal(kindName(profile('mutex', 'contentions', 'delay'), 'delay', 'localhost:6060 mutex'), undefined);
});

test('of a part of a run, the time is said', () => {
  assert.equal(kindName(profile('cpu, 12.0 to 17.4 s', 'samples', 'cpu'), 'cpu', 'app'), '12.0 to 17.4 s');
  assert.equal(kindName(profile('cpu, last 10 s', 'samples', 'cpu'), 'samples', 'app'), 'last 10 s');
});

test('a profile file, whose label is a sample type, has no kind', () => {
  assert.equal(kindName(profile('delay', 'contentions', 'delay'), 'contentions', 'mutex.pprof'), undefined);
});
