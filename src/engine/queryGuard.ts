import { type Guard, MemoryError } from '../profile/common/guard';
import type { SumHelper } from '../profile/sums/oncePerSampleSums';
import type { Memory } from './memoryUse';

/** Milliseconds between two memory checks. A check takes about 20 µs. */
const CHECK_MS = 10;
/** Smaller allocations are not checked. */
const SMALL_BYTES = 1024 ** 2;

export interface QueryGuardOptions {
  readonly memory: Memory;
  /** Throws if the work was cancelled. */
  readonly stopIfCancelled: () => void;
  /** Bytes that must stay free. */
  readonly reserve?: number;
  /** Called before a lack of memory becomes an error, to unload profiles that can be read again. */
  readonly makeRoom?: () => void;
  readonly sumHelper?: SumHelper;
}

/** Stops a query that was cancelled, or that needs more memory than it may have. */
export class QueryGuard implements Guard {
  private nextCheck = 0;

  constructor(private readonly options: QueryGuardOptions) {}

  get maxBytes(): number {
    return this.options.memory.maxBytes;
  }

  get sumHelper(): SumHelper | undefined {
    return this.options.sumHelper;
  }

  checkpoint(): void {
    this.options.stopIfCancelled();
    const now = performance.now();
    if (now < this.nextCheck) return;
    this.claim(SMALL_BYTES);
    this.nextCheck = performance.now() + CHECK_MS;
  }

  hasRoom(bytes: number): boolean {
    return bytes < SMALL_BYTES || this.options.memory.hasRoom(bytes + (this.options.reserve ?? 0));
  }

  claim(bytes: number): void {
    if (this.hasRoom(bytes)) return;
    this.options.makeRoom?.();
    if (!this.hasRoom(bytes)) throw new MemoryError(this.maxBytes);
  }
}
