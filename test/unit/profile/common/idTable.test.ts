import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IdTable, WIDE_ID, WideNumbers } from '../../../../src/profile/common/idTable';
import { NONE } from '../../../../src/profile/model';

test('64-bit numbers get indexes in order of first appearance, and both halves distinguish them', () => {
  const half = fc.constantFrom(0, 1, 2, 7, 0xffffffff);
  fc.assert(fc.property(fc.array(fc.tuple(half, half)), (pairs) => {
    const numbers = new WideNumbers();
    const indexes = new Map<string, number>();
    for (const [low, high] of pairs) {
      const key = `${low}/${high}`;
      if (!indexes.has(key)) {
        assert.equal(numbers.find(low, high), NONE);
        indexes.set(key, indexes.size);
      }
      assert.equal(numbers.intern(low, high), indexes.get(key));
      assert.equal(numbers.at(indexes.get(key)!), BigInt(high) * 2n ** 32n + BigInt(low));
    }
    assert.equal(numbers.length, indexes.size);
  }));
});

test('thousands of numbers keep their indexes as the table grows', () => {
  const numbers = new WideNumbers();
  for (let i = 0; i < 5000; i++) assert.equal(numbers.intern(i * 4096, i % 3), i);
  for (let i = 0; i < 5000; i++) assert.equal(numbers.find(i * 4096, i % 3), i);
});

const IDS: readonly (readonly [kind: string, ids: readonly number[]])[] = [
  ['counted from 1', [1, 2, 3]],
  ['dense, in any order', [3, 1, 2]],
  ['far apart', [5, 2 ** 27, 400_000]],
  ['large', [WIDE_ID, 7, WIDE_ID + 1]],
];

for (const [kind, ids] of IDS) {
  test(`rows are found by ids that are ${kind}`, () => {
    const numbers = new WideNumbers();
    numbers.intern(0, 1);
    numbers.intern(0, 2);
    const table = new IdTable(Uint32Array.from(ids), numbers);
    assert.equal(table.problem, undefined);
    ids.forEach((id, row) => assert.equal(table.row(id), row));
    assert.equal(table.row(4), NONE);
    const references = Uint32Array.from([ids[2]!, ids[0]!, 4]);
    assert.equal(table.resolve(references), 2);
    assert.deepEqual([...references], [2, 0, 4]);
    const optional = Uint32Array.from([ids[1]!, 0, 4]);
    table.resolveOptional(optional);
    assert.deepEqual([...optional], [1, NONE, NONE]);
  });
}

test('an id of 0 and a duplicate id are reported as problems', () => {
  const numbers = new WideNumbers();
  numbers.intern(1, 1);
  assert.deepEqual(new IdTable(Uint32Array.of(1, 0), numbers).problem, { kind: 'zero', row: 1 });
  assert.deepEqual(new IdTable(Uint32Array.of(2 ** 27, 2 ** 27), numbers).problem,
    { kind: 'duplicate', row: 1, id: '134217728' });
  assert.deepEqual(new IdTable(Uint32Array.of(WIDE_ID, WIDE_ID), numbers).problem,
    { kind: 'duplicate', row: 1, id: '4294967297' });
});
