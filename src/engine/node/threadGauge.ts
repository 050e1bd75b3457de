import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MEBIBYTE, type MemoryGauge } from '../memoryUse';

/** The memory of this thread. */
export const threadGauge: MemoryGauge = {
  usage() {
    // V8 frees buffers in the background, and counts them as freed when the next one is made.
    void new ArrayBuffer(8);
    const { used_heap_size: heap, external_memory: outside, heap_size_limit: limit } = getHeapStatistics();
    return { bytes: heap + outside, heapShare: heap / limit };
  },
  collect: collectGarbage,
  collectInBackground,
};

/** V8 collects once this much more memory outside its heap is in use. */
const PRESSURE_BYTES = 128 * MEBIBYTE;

/**
 * Makes V8 begin a collection by itself. In a forced one, V8 forgets the hidden classes without objects at that moment,
 * and with them the optimized code of decoding and of all reports: the next profile takes twice as long.
 */
function collectInBackground(): void {
  try {
    // The collection frees it. It is never touched, so it takes only address space.
    void new ArrayBuffer(PRESSURE_BYTES);
  } catch {
    // Without address space for it, V8 is about to collect anyway.
  }
}

let garbageCollector: (() => void) | undefined;

function collectGarbage(): void {
  if (!garbageCollector) {
    setFlagsFromString('--expose-gc');
    garbageCollector = runInNewContext('gc') as () => void;
    // Restores the flags, because V8 reuses its cached code only if the flags are the same.
    setFlagsFromString('--no-expose-gc');
  }
  garbageCollector();
  // Typed arrays are freed in the background; a second collection waits for that.
  garbageCollector();
}
