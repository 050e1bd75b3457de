import assert from 'node:assert/strict';
import test from 'node:test';
import { labelSums, labelTotals, rangeText } from '../../../../src/profile/labels/labelTotals';
import type { Profile } from '../../../../src/profile/model';
import { refine } from '../../../../src/profile/refine/applyRefinement';
import { profileOf } from '../../../shared/profileFromText';
import { withLabels, type TestLabel } from '../../../shared/profileText';

/** A profile with a sample for each list of labels. The samples have the values 1, 2, 4, … */
function labeled(...labels: readonly (readonly TestLabel[])[]): Profile {
  return withLabels(profileOf(labels.map((_, i) => `${2 ** i} | f${i} a.go:1`).join('\n')), labels);
}

function sumsOf(profile: Profile) {
  const keys = labelSums(profile, profile.values[0]!);
  return keys.map(({ key, total, values }) => [key, total, values.map(({ name, value }) => [name, value])]);
}

test('values have the sum of their samples, heaviest first, and keys are sorted by name', () => {
  const profile = labeled([['user', 'ann'], ['route', '/']], [['user', 'bob']], [['user', 'ann']], []);
  assert.deepEqual(sumsOf(profile), [
    ['route', 1, [['/', 1]]],
    ['user', 7, [['ann', 5], ['bob', 2]]],
  ]);
});

test('numbers are scaled to a readable unit, and numbers with the same text are one value', () => {
  const profile = labeled([['bytes', 1536, 'bytes']], [['bytes', 1537, 'bytes']], [['bytes', 16, 'bytes']]);
  const [{ values }] = labelSums(profile, profile.values[0]!) as [ReturnType<typeof labelSums>[number]];
  assert.deepEqual(values.map(({ name, value, numbers }) => [name, value, rangeText(numbers!, 'bytes')]), [
    ['16B', 4, '16B'],
    ['1.50kB', 3, '1536B:1537B'],
  ]);
});

test('the range of a value selects its samples in any unit', () => {
  for (const unit of ['bytes', 'nanoseconds', 'count', 'gcu', 'requests', 'per_cent', 'μs', '']) {
    const profile = labeled([['k', 1500, unit]], [['k', 1501, unit]], [['k', 2000, unit]], [['other', 1500, unit]]);
    const ranges = [rangeText({ least: 1500, greatest: 1501 }, unit === '' ? 'k' : unit)];
    assert.deepEqual([...refine(profile, { labels: [{ key: 'k', texts: [], ranges }] }).values[0]!], [1, 2], unit);
  }
});

test('labelTotals returns the heaviest matching values, and the numbers of matching and of all values', () => {
  const profile = labeled([['user', 'ann']], [['user', 'bob']], [['user', 'barb']], [['route', '/b']]);
  const totalsFor = (search: string, limit: number, key?: string) => {
    const { keys, total } = labelTotals(profile, 0, labelSums(profile, profile.values[0]!), { search, limit, key });
    assert.equal(total, 15);
    return keys.map(({ key: keyName, matching, count, values }) => {
      return [keyName, matching, count, values.map(({ name }) => name)];
    });
  };
  assert.deepEqual(totalsFor('', 2), [['route', 1, 1, ['/b']], ['user', 3, 3, ['barb', 'bob']]]);
  assert.deepEqual(totalsFor('B', 1), [['route', 1, 1, ['/b']], ['user', 2, 3, ['barb']]]);
  assert.deepEqual(totalsFor('USE', 9, 'user'), [['user', 3, 3, ['barb', 'bob', 'ann']]]);
  assert.deepEqual(totalsFor('zoe', 9), []);
});

test('the mark of a baseline’s samples is no label to choose', () => {
  const profile = labeled([['pprof::base', 'true'], ['user', 'ann']], [['user', 'bob']]);
  const keysOf = (key?: string) =>
    labelTotals(profile, 0, labelSums(profile, profile.values[0]!), { search: '', limit: 9, key }).keys.map((each) => each.key);
  assert.deepEqual([keysOf(), keysOf('pprof::base')], [['user'], []]);
});
