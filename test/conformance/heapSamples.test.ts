import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Profile } from '../../src/profile/model';
import { type HeapPair, heapPairs, recovered, samplingOf } from '../../src/profile/noise/sampling';
import { decodeProfile } from '../../src/profile/wire/decode';
import { profileSampled } from './goPrograms';

let folder: string;
let remove: () => Promise<void>;
let profile: Profile;
before(async () => {
  ({ folder, remove } = await profileSampled());
  profile = decodeProfile(gunzipSync(await readFile(join(folder, 'heap.pprof'))));
});
after(() => remove());

/**
 * The unscaled counts in Go's text, sorted, as `SIZE: IN_USE of ALLOCATED`. A row of the text is
 * `1: 524288 [3: 1572864] @ 0x…`: objects and bytes in use, and in brackets those allocated.
 */
function unscaled(text: string): string[] {
  const rows = [...text.matchAll(/^(\d+): (\d+) \[(\d+): (\d+)\] @/gm)];
  const sampled = rows.filter(([, , , allocated]) => allocated !== '0');
  return sampled.map(([, inUse, , allocated, bytes]) => `${Number(bytes) / Number(allocated)}: ${inUse} of ${allocated}`).sort();
}

test('the recovered sample counts equal those of Go, row by row', async () => {
  const [allocated, inUse] = [samplingOf(profile, 1), samplingOf(profile, 3)];
  assert.deepEqual([allocated?.basis, inUse?.basis], ['samples', 'samples']);
  // An allocation after the last collection has a row already, with zeros and without a size.
  const published = [...profile.values[0]!.keys()].filter((i) => profile.values[0]![i] !== 0);
  const rows = published.map((i) => {
    return `${profile.labels.num[profile.labels.offsets[i]!]}: ${inUse?.count(i)} of ${allocated?.count(i)}`;
  });
  const counted = unscaled(await readFile(join(folder, 'heap.txt'), 'utf8'));
  assert.ok(counted.length > 10, 'too few sizes were sampled');
  assert.deepEqual(rows.sort(), counted);
});

test('the recovered sample counts are within 0.001 of a whole number before they are rounded', () => {
  const deviations = heapPairs(profile).flatMap((pair: HeapPair) => {
    const countOf = recovered(profile, pair);
    const counts = Array.from({ length: profile.sampleCount }, (_, i) => countOf(i).count);
    return counts.map((count) => Math.abs(count - Math.round(count)));
  });
  assert.ok(Math.max(...deviations) <= 1e-3, `${Math.max(...deviations)}`);
});
