import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export const MEBIBYTE = 1024 ** 2;

/** What a thread may hold unless told otherwise, in bytes: a profile of 10^6 samples and all its reports take half. */
export const DEFAULT_MEMORY_BYTES = 2048 * MEBIBYTE;

/** Less than this is what a thread has for its own. */
const WORTH_COLLECTING = 64 * MEBIBYTE;
/** Of the heap that the JavaScript engine allows; past the whole it ends the thread. */
const HEAP_SHARE = 0.85;

/** What a thread holds, against what it may hold. */
export class Memory {
  /** @param mostBytes objects and typed arrays together; what a thread needs for itself included */
  constructor(
    public mostBytes = DEFAULT_MEMORY_BYTES,
    private readonly gauge: MemoryGauge = THREAD_GAUGE,
  ) {}

  /** Whether so many bytes more fit. What nobody uses any more is thrown out before the answer is no. */
  hasRoom(bytes: number): boolean {
    if (this.fits(bytes)) return true;
    this.gauge.collect();
    return this.fits(bytes);
  }

  /** Gives back what nobody uses any more where that may be much: a thread without work would sit on it. */
  tidy(): void {
    if (this.gauge.held().bytes > WORTH_COLLECTING) this.gauge.collect();
  }

  private fits(bytes: number): boolean {
    const held = this.gauge.held();
    return held.bytes + bytes <= this.mostBytes && held.heapShare < HEAP_SHARE;
  }
}

export interface MemoryGauge {
  /** What is in use, with what is no longer in use but not collected yet. */
  held(): { readonly bytes: number; readonly heapShare: number };
  collect(): void;
}

const THREAD_GAUGE: MemoryGauge = {
  held() {
    const { used_heap_size: heap, external_memory: outside, heap_size_limit: most } = getHeapStatistics();
    return { bytes: heap + outside, heapShare: heap / most };
  },
  collect: collectGarbage,
};

let garbageCollector: (() => void) | undefined;

function collectGarbage(): void {
  if (!garbageCollector) {
    setFlagsFromString('--expose-gc');
    garbageCollector = runInNewContext('gc') as () => void;
    // Flags are part of what compiled code is kept under: the thread's other code should find its own again.
    setFlagsFromString('--no-expose-gc');
  }
  garbageCollector();
  // Typed arrays are let go in the background; another collection waits for that.
  garbageCollector();
}
