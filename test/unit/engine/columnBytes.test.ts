import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnBytes } from '../../../src/engine/memoryUse';
import { refine } from '../../../src/profile/refine/applyRefinement';
import { subtractBase } from '../../../src/profile/refine/subtractBase';
import { profileOf } from '../../shared/profileFromText';

test('the size is the number of bytes in typed arrays; other values do not count', () => {
  assert.equal(columnBytes({ a: new Uint32Array(3), b: new Float64Array(2), c: [1], d: 'text', count: 7 }), 28);
  assert.equal(columnBytes(undefined), 0);
});

test('the columns of a refined or compared profile count once the first read has copied them', () => {
  const profile = profileOf('1 | f a.go:1 < main m.go:1 {k=v}\n2 | g a.go:2 {k=v}\n4 | h a.go:3', { binary: '/bin/app' });
  const refined = refine(profile, { ignore: '^h$' });
  const options = { mode: 'diff_base', keepSamples: true } as const;
  for (const { stacks, labels } of [refined, subtractBase(profile, profile, options)]) {
    const before = columnBytes(stacks);
    assert.equal(columnBytes(labels), 0);
    const copiedBytes = stacks.offsets.byteLength + stacks.locations.byteLength;
    assert.equal(columnBytes(stacks), before + copiedBytes);
    const { offsets, key, str, num, numUnit } = labels;
    const labelBytes = [offsets, key, str, num, numUnit].reduce((sum, { byteLength }) => sum + byteLength, 0);
    assert.equal(columnBytes(labels), labelBytes);
  }
});
