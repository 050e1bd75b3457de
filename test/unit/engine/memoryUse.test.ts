import assert from 'node:assert/strict';
import test from 'node:test';
import { toErrorShape } from '../../../src/engine/failures';
import { Memory, type MemoryGauge } from '../../../src/engine/memoryUse';
import { QueryGuard } from '../../../src/engine/queryGuard';

const MB = 1024 ** 2;

/** A thread that uses some megabytes, some of them garbage. */
class FakeThread implements MemoryGauge {
  heapShare = 0;
  collections = 0;
  collectionsInBackground = 0;
  constructor(private used: number, private garbage: number) {}

  usage() {
    return { bytes: (this.used + this.garbage) * MB, heapShare: this.heapShare };
  }

  collect(): void {
    this.collections++;
    this.garbage = 0;
  }

  collectInBackground(): void {
    this.collectionsInBackground++;
  }

  take(megabytes: number): void {
    this.used += megabytes;
  }

  free(megabytes: number): void {
    this.used -= megabytes;
    this.garbage += megabytes;
  }
}

test('garbage is collected before an allocation is refused', () => {
  const thread = new FakeThread(300, 600);
  const memory = new Memory(1000 * MB, thread);
  assert.ok(memory.hasRoom(100 * MB));
  assert.equal(thread.collections, 0);
  assert.ok(memory.hasRoom(200 * MB));
  assert.equal(thread.collections, 1);
  assert.ok(!memory.hasRoom(701 * MB));
});

test('a nearly full heap leaves no room, even if the limit allows more', () => {
  const thread = new FakeThread(300, 0);
  thread.heapShare = 0.9;
  assert.ok(!new Memory(1000 * MB, thread).hasRoom(1));
});

test('collectIfLarge collects garbage in the background, and only if the thread uses much memory', () => {
  const [small, large] = [new FakeThread(20, 20), new FakeThread(20, 100)];
  for (const thread of [small, large]) new Memory(1000 * MB, thread).collectIfLarge();
  assert.deepEqual([small.collectionsInBackground, large.collectionsInBackground], [0, 1]);
  assert.deepEqual([small.collections, large.collections], [0, 0]);
});

test('a claim makes room first, and the error of a claim above the limit names the limit and the setting', () => {
  const thread = new FakeThread(1500, 0);
  let calls = 0;
  const makeRoom = () => {
    if (calls++ === 0) thread.free(1000);
  };
  const memory = new Memory(2048 * MB, thread);
  const guard = new QueryGuard({ memory, stopIfCancelled: () => undefined, makeRoom });
  guard.claim(600 * MB);
  assert.equal(calls, 1);
  const claim = () => guard.claim(1600 * MB);
  assert.throws(claim, { name: 'MemoryError', message: 'This profile needs more than 2 GB of memory.' });
  assert.throws(claim, (error) => {
    const { reason, message } = toErrorShape(error);
    return reason === 'tooLarge' && /more than 2 GB of memory\. To allow more, raise the setting linecost\.limits\.memory/.test(message);
  });
});

test('a checkpoint throws if memory above the limit was used without a claim', () => {
  const thread = new FakeThread(100, 0);
  const guard = new QueryGuard({ memory: new Memory(1000 * MB, thread), stopIfCancelled: () => undefined });
  thread.take(2000);
  assert.throws(() => guard.checkpoint(), { name: 'MemoryError' });
});

test('reserved memory does not count as room', () => {
  const options = { memory: new Memory(1000 * MB, new FakeThread(300, 0)), stopIfCancelled: () => undefined };
  assert.ok(new QueryGuard(options).hasRoom(300 * MB));
  assert.ok(!new QueryGuard({ ...options, reserve: 500 * MB }).hasRoom(300 * MB));
});
