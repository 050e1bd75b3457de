import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MEBIBYTE, type MemoryGauge } from '../memoryUse';

/** The memory of this thread. */
export const threadGauge: MemoryGauge = {
  usage() {
    const { used_heap_size: heap, external_memory: outside, heap_size_limit: limit } = getHeapStatistics();
    return { bytes: heap + outside, heapShare: heap / limit };
  },
  collect: collectGarbage,
  collectInBackground,
};

/** A buffer transferred to a closed port is freed. */
const closedPort = new MessageChannel().port1;
closedPort.close();

/** Frees a buffer at once. Buffers are outside the heap, so tens of megabytes may accumulate until V8 collects them. */
export function freeBuffer(buffer: ArrayBuffer): void {
  closedPort.postMessage(undefined, [buffer]);
}

/** V8 collects once this much more memory outside its heap is in use. */
const PRESSURE_BYTES = 128 * MEBIBYTE;
/** Long enough to mark all objects. Freed sooner, the memory of the garbage would be freed a second later. */
const PRESSURE_MS = 100;
let isUnderPressure = false;

/**
 * Makes V8 begin a collection by itself. In a forced one, V8 forgets the hidden classes without objects at that moment,
 * and with them the optimized code of decoding and of all reports: the next profile takes twice as long.
 */
function collectInBackground(): void {
  if (isUnderPressure) return;
  try {
    // The memory is never touched, so it takes only address space.
    const pressure = new ArrayBuffer(PRESSURE_BYTES);
    isUnderPressure = true;
    setTimeout(() => {
      isUnderPressure = false;
      freeBuffer(pressure);
    }, PRESSURE_MS).unref();
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
