import assert from 'node:assert/strict';
import test from 'node:test';
import { buildCallTree } from '../../../../src/profile/flame/callTree';
import {
  CHECK_MASK, checkpoint, claim, type Guard, guarded, hasRoom, interruptible, maxBytes, suspended,
} from '../../../../src/profile/common/guard';
import { decodeProfile, ProfileDecoder } from '../../../../src/profile/wire/decode';
import { searchTree } from '../../../../src/profile/flame/search';
import { functionCosts, stackTrieOf } from '../../../shared/inOneStep';
import { bytesOf, deepStack, manyFiles } from '../../../conformance/hostile/inputs';
import { roomFor } from '../../../shared/roomFor';

test('while work waits, other work on the thread does not have its limits', async () => {
  const limits = await guarded(roomFor(5), async () => {
    const ofOthers = await suspended(() => new Promise((resolve) => void setImmediate(() => resolve(maxBytes()))));
    return [ofOthers, maxBytes()];
  });
  assert.deepEqual(limits, [Infinity, 5]);
});

class Stop extends Error {
  override readonly name = 'AbortError';
}

/** Stops the work after this many checkpoints. */
function stopAfter(checkpoints: number): Guard {
  let remaining = checkpoints;
  const stop = () => {
    if (remaining-- <= 0) throw new Stop('stopped');
  };
  return { ...roomFor(Infinity), checkpoint: stop };
}

test('work without a guard is not limited, and a guard applies until its asynchronous work ends', async () => {
  checkpoint();
  claim(2 ** 50);
  assert.ok(hasRoom(2 ** 50) && maxBytes() === Infinity);
  const limit = guarded(roomFor(5), async () => {
    await Promise.resolve();
    return maxBytes();
  });
  assert.equal(await limit, 5);
  assert.throws(() => guarded(stopAfter(0), () => checkpoint()), Stop);
  assert.equal(maxBytes(), Infinity);
});

function checkpointsOf(work: () => unknown): number {
  let count = 0;
  guarded({ ...roomFor(Infinity), checkpoint: () => count++ }, work);
  return count;
}

const DEEP = bytesOf(deepStack(300_000));
const SHALLOW = bytesOf(deepStack(100_000));
const FILES = bytesOf(manyFiles(20_000));

test('decoding can be stopped within a sample, between samples, and while ids are resolved', () => {
  const checkpointsOfReading = (bytes: Uint8Array) => checkpointsOf(() => new ProfileDecoder().push(bytes));
  assert.ok(checkpointsOfReading(DEEP) > checkpointsOfReading(SHALLOW));
  assert.throws(() => guarded(stopAfter(10), () => decodeProfile(FILES)), Stop);
  const total = checkpointsOf(() => decodeProfile(FILES));
  assert.throws(() => guarded(stopAfter(total - 1), () => decodeProfile(FILES)), Stop);
});

test('building a deep call tree, summing thousands of functions, searching and sorting stop when cancelled', () => {
  const [deep, files] = [decodeProfile(DEEP), decodeProfile(FILES)];
  const perPass = deep.stacks.locations.length / (CHECK_MASK + 1);
  assert.ok(checkpointsOf(() => stackTrieOf(deep)) >= 2 * Math.floor(perPass), 'building and layout both have checkpoints');
  assert.throws(() => guarded(stopAfter(1), () => buildCallTree(deep, 0)), Stop);
  assert.throws(() => guarded(stopAfter(2), () => functionCosts(files, 0)), Stop);
  const tree = buildCallTree(files, 0);
  assert.throws(() => guarded(stopAfter(1), () => searchTree(tree, 'F')), Stop);
  const unsorted = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 20_000);
  assert.throws(() => guarded(stopAfter(1), () => unsorted.sort(interruptible((a, b) => a - b))), Stop);
  // A stopped computation leaves no partial result in a cache.
  assert.equal(buildCallTree(deep, 0).count, 300_001);
});

test('MemoryError is thrown before a deep stack, many names or a call tree fill the memory', () => {
  const within = (limit: number, work: () => unknown) => () => guarded(roomFor(limit), work);
  assert.throws(within(500_000, () => decodeProfile(DEEP)), { name: 'MemoryError' });
  assert.throws(within(20_000, () => decodeProfile(FILES)), { name: 'MemoryError' });
  const deep = decodeProfile(DEEP);
  assert.throws(within(1_000_000, () => buildCallTree(deep, 0)), { name: 'MemoryError' });
});
