import assert from 'node:assert/strict';
import test from 'node:test';
import { functionCosts } from '../../../shared/inOneStep';
import type { Profile } from '../../../../src/profile/model';
import { profileOf } from '../../../shared/profileFromText';
import { nodeNameOf, topNodes, type TopOrder } from '../../../shared/topFunctions';

/** Each row as `name flat cum`. */
function top(profile: Profile, order: Partial<TopOrder> = {}, sampleType = 0): string[] {
  const costs = functionCosts(profile, sampleType);
  const nodes = topNodes(costs, { order: 'flat', limit: 100, ...order });
  return nodes.map((node) => `${nodeNameOf(costs, node)} ${costs.flat[node]} ${costs.cum[node]}`);
}

test('flat goes to the leaf, and cum to every function of the stack', () => {
  const profile = profileOf(`
    3 | b b.go:1 < a a.go:1 < main main.go:1
    4 | a a.go:2 < main main.go:1
  `);
  assert.deepEqual(top(profile), ['a 4 7', 'b 3 3', 'main 0 7']);
});

test('a sample counts once for a recursive function, even if its calls are on several lines', () => {
  const profile = profileOf('5 | a a.go:1 < b b.go:1 < a a.go:2 < a a.go:1 < main main.go:1');
  assert.deepEqual(top(profile), ['a 5 5', 'b 0 5', 'main 0 5']);
});

test('flat belongs to an inlined leaf, not to the functions that it is inlined into', () => {
  const profile = profileOf('6 | small s.go:1 ^ middle m.go:2 ^ big b.go:3 < main main.go:1');
  assert.deepEqual(top(profile), ['small 6 6', 'big 0 6', 'main 0 6', 'middle 0 6']);
});

test('functions with the same name in several files are one row', () => {
  const profile = profileOf(`
    1 | f a.go:1 < main main.go:1
    2 | f b.go:9 < main main.go:1
  `);
  assert.deepEqual(top(profile, { limit: 1 }), ['f 3 3']);
});

test('rows are sorted by absolute value, then by name', () => {
  const profile = profileOf(`
    -9 | falling a.go:1 < root a.go:2
    5  | zebra a.go:1 < root a.go:2
    5  | ape a.go:1 < root a.go:2
    1  | root a.go:2
  `);
  assert.deepEqual(top(profile), ['falling -9 -9', 'ape 5 5', 'zebra 5 5', 'root 1 2']);
  assert.deepEqual(top(profile, { order: 'cum' }), ['falling -9 -9', 'ape 5 5', 'zebra 5 5', 'root 1 2']);
});

test('functions without samples of the sample type are left out', () => {
  const profile = profileOf('0 7 | a a.go:1 < main main.go:1', { types: 'samples/count cpu/ns' });
  assert.deepEqual(top(profile, {}, 0), []);
  assert.deepEqual(top(profile, {}, 1), ['a 7 7', 'main 0 7']);
});

test('values that cancel out leave no row', () => {
  assert.deepEqual(top(profileOf('4 | a a.go:1\n-4 | a a.go:1\n1 | b b.go:1')), ['b 1 1']);
});

test('the limit keeps the heaviest rows', () => {
  const stacks = Array.from({ length: 5000 }, (_, i) => `${(i * 37) % 5000} | f${i} a.go:1`).join('\n');
  const rows = top(profileOf(stacks), { limit: 3 });
  assert.deepEqual(rows.map((row) => Number(row.split(' ')[1])), [4999, 4998, 4997]);
});

test('frames without a name have the name of their binary', () => {
  const profile = profileOf('1 | 0x10 < main main.go:1\n2 | 0x20[vdso]', { binary: '/usr/bin/prog' });
  assert.deepEqual(top(profile), ['[[vdso]] 2 2', '[prog] 1 1', 'main 0 1']);
  assert.deepEqual(top(profileOf('3 | 0x10')), ['<unknown> 3 3']);
});

test('the total and the unit are those of the sample type', () => {
  const { total, unit } = functionCosts(profileOf('-3 | a a.go:1\n4 | a a.go:1', { types: 'space/bytes' }), 0);
  assert.deepEqual({ total, unit }, { total: 7, unit: 'bytes' });
});
