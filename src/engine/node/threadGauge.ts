import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MemoryGauge } from '../memoryUse';

/** The memory of this thread. */
export const threadGauge: MemoryGauge = {
  usage() {
    const { used_heap_size: heap, external_memory: outside, heap_size_limit: limit } = getHeapStatistics();
    return { bytes: heap + outside, heapShare: heap / limit };
  },
  collect: collectGarbage,
};

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
