import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NONE } from '../../../../src/profile/model';
import { WordRows } from '../../../../src/profile/work/wordRows';

test('rows get places in order of first sight; words and tag distinguish them', () => {
  const row = fc.record({ words: fc.array(fc.constantFrom(0, 1, NONE), { maxLength: 6 }), tag: fc.constantFrom(0, 1) });
  fc.assert(fc.property(fc.array(row, { maxLength: 300 }), (all) => {
    const rows = new WordRows(1, 1);
    const places = new Map<string, number>();
    for (const { words, tag } of all) {
      const key = `${words.join(' ')}:${tag}`;
      if (!places.has(key)) places.set(key, places.size);
      for (const word of words) rows.push(word);
      assert.equal(rows.intern(tag), places.get(key));
    }
    const kept = Array.from({ length: rows.count }, (_, i) =>
      `${rows.words.subarray(rows.offsets[i], rows.offsets[i + 1]).join(' ')}:${rows.tags[i]}`);
    assert.deepEqual(kept, [...places.keys()]);
  }), { numRuns: 200 });
});

test('mapped words come from the table, and missing ones are resolved', () => {
  const rows = new WordRows(1, 1);
  const table = Uint32Array.of(10, NONE, 12);
  const asked: number[] = [];
  rows.pushMapped(Uint32Array.of(9, 0, 1, 2, 9), 1, 4, table, (word) => {
    asked.push(word);
    return 11;
  });
  assert.equal(rows.intern(), 0);
  assert.deepEqual([...rows.words.subarray(0, 3)], [10, 11, 12]);
  assert.deepEqual(asked, [1]);
  for (const word of [10, 11, 12]) rows.push(word);
  assert.equal(rows.intern(), 0);
});
