import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { OutlineReader } from '../../../src/fleet/outlineReader';
import { profileOutline } from '../../../src/fleet/profileOutline';
import { profileFromText } from '../../shared/profileFromText';
import { encodeWire, VALID } from '../../shared/wire';

const LIMITS = { signal: new AbortController().signal, maxUnpackedBytes: 1 << 20 };
const TEXT = profileFromText({
  types: 'samples/count cpu/nanoseconds', stacks: '2 20 | f a.go:1\n-1 -5 | g a.go:2', comments: ['host-a', 'v1.2'],
  timeNanos: 1_600_000_000_000_000_000, durationNanos: 3e10, defaultType: 'cpu',
});
const OUTLINE = {
  samples: 2, sampleTypes: ['samples/count', 'cpu/nanoseconds'], totals: [1, 15], defaultType: 'cpu',
  timeMs: 1_600_000_000_000, durationMs: 30_000, comments: ['host-a', 'v1.2'], hasOther: false,
};
const failure = (bytes: Uint8Array): Promise<string> =>
  profileOutline(bytes, LIMITS).then(() => 'no failure', ({ message }: Error) => message);

test('a profile says what it is, gzipped or not, and wherever it is split', async () => {
  assert.deepEqual(await profileOutline(TEXT, LIMITS), OUTLINE);
  assert.deepEqual(await profileOutline(gzipSync(TEXT), LIMITS), OUTLINE);
  for (let size = 1; size < TEXT.length; size += 7) {
    const reader = new OutlineReader();
    for (let at = 0; at < TEXT.length; at += size) reader.push(TEXT.subarray(at, at + size));
    assert.deepEqual(reader.finish(), OUTLINE, `${size} bytes at once`);
  }
});

test('values are added up whether they are packed or not, with every other field of a profile', async () => {
  const outline = await profileOutline(encodeWire(VALID), LIMITS);
  assert.deepEqual([outline.samples, outline.totals, outline.comments], [2, [-1, -10_000_000], ['a comment']]);
});

test('a profile may have no totals, and no sample type if it is empty; a text that is "other" is found', async () => {
  assert.deepEqual((await profileOutline(TEXT, { ...LIMITS, hasNoTotals: true })).totals, [0, 0]);
  assert.equal((await profileOutline(new Uint8Array(), { ...LIMITS, mayBeEmpty: true })).samples, 0);
  const other = (name: string) => profileOutline(profileFromText({ types: 'a/b', stacks: `1 | ${name} x.go:1` }), LIMITS);
  assert.deepEqual([(await other('other')).hasOther, (await other('another')).hasOther], [true, false]);
});

test('what is no whole profile is named', async () => {
  const packed = gzipSync(TEXT);
  assert.equal(await failure(new Uint8Array()), 'is empty');
  assert.equal(await failure(TEXT.subarray(0, TEXT.length - 1)), 'is cut off');
  assert.equal(await failure(packed.subarray(0, packed.length / 2)), 'is cut off');
  assert.equal(await failure(Buffer.concat([packed.subarray(0, 20), Buffer.alloc(40, 7)])), 'is damaged: it cannot be unpacked');
  assert.equal(await failure(Buffer.from('<html>')), 'is not a profile');
  assert.equal(await failure(Buffer.from('{"a": 1}')), 'is not a profile');
  assert.equal(await failure(gzipSync(Buffer.alloc(4 << 20, 1))), 'is not a profile');
  const bomb = profileFromText({ types: 'a/b', stacks: '', comments: ['x'.repeat(3 << 20)] });
  assert.equal(await failure(gzipSync(bomb)), 'unpacks to more than 1 MB');
});

test('an abort ends it', async () => {
  await assert.rejects(profileOutline(gzipSync(TEXT), { ...LIMITS, signal: AbortSignal.abort() }), { name: 'AbortError' });
});
