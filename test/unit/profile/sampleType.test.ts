import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SampleTypeError, findSampleType } from '../../../src/profile/sampleType';
import { profileOfLines } from '../../shared/stacks';

const profileWith = (...names: string[]) => profileOfLines('main 1', names.map((type) => ({ type, unit: 'count' })));
const heap = profileWith('alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space');

test('a sample type is found by name and by index', () => {
  assert.equal(findSampleType(heap, 'alloc_space'), 1);
  assert.equal(findSampleType(heap, '2'), 2);
  assert.equal(findSampleType(heap, '+0'), 0);
});

test('an empty name finds the default sample type', () => {
  assert.equal(findSampleType(heap, ''), 3);
  assert.equal(findSampleType({ ...heap, defaultSampleType: 1 }, ''), 1);
});

test('the prefix inuse_ is ignored if no sample type has it, but cannot be left out', () => {
  assert.equal(findSampleType(profileWith('objects', 'space'), 'inuse_space'), 1);
  assert.throws(() => findSampleType(heap, 'space'), SampleTypeError);
});

test('the error for an unknown sample type lists the valid ones', () => {
  for (const unknown of ['cpu', '4', '-1']) {
    assert.throws(
      () => findSampleType(heap, unknown),
      (error: SampleTypeError) => error.message.includes(unknown) && error.message.includes('alloc_space (1)')
        && error.valid.length === 4,
    );
  }
});
