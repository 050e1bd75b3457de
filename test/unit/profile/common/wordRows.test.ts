import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NONE } from '../../../../src/profile/model';
import { WordRows } from '../../../../src/profile/common/wordRows';

test('rows get indexes in order of first appearance, and differ if their words or tags differ', () => {
  const row = fc.record({ words: fc.array(fc.constantFrom(0, 1, NONE), { maxLength: 6 }), tag: fc.constantFrom(0, 1) });
  fc.assert(fc.property(fc.array(row, { maxLength: 300 }), (pushed) => {
    const rows = new WordRows(1, 1);
    const indexes = new Map<string, number>();
    for (const { words, tag } of pushed) {
      const key = `${words.join(' ')}:${tag}`;
      if (!indexes.has(key)) indexes.set(key, indexes.size);
      for (const word of words) rows.push(word);
      assert.equal(rows.intern(tag), indexes.get(key));
    }
    const interned = Array.from({ length: rows.count }, (_, i) =>
      `${rows.words.subarray(rows.offsets[i], rows.offsets[i + 1]).join(' ')}:${rows.tags[i]}`);
    assert.deepEqual(interned, [...indexes.keys()]);
  }), { numRuns: 200 });
});

test('words are mapped by the table, and words that the table lacks are resolved by the callback', () => {
  const rows = new WordRows(1, 1);
  const table = Uint32Array.of(10, NONE, 12);
  const missing: number[] = [];
  rows.pushMapped(Uint32Array.of(9, 0, 1, 2, 9), 1, 4, table, (word) => {
    missing.push(word);
    return 11;
  });
  assert.equal(rows.intern(), 0);
  assert.deepEqual([...rows.words.subarray(0, 3)], [10, 11, 12]);
  assert.deepEqual(missing, [1]);
  for (const word of [10, 11, 12]) rows.push(word);
  assert.equal(rows.intern(), 0);
});
