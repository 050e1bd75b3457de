export const MEBIBYTE = 1024 ** 2;

/** Default memory limit of a thread, in bytes; a profile of 10^6 samples takes half of it with all its reports. */
export const DEFAULT_MEMORY_BYTES = 2048 * MEBIBYTE;

/** The approximate memory use of an idle thread without profiles; below it, a garbage collection would free little. */
const WORTH_COLLECTING = 64 * MEBIBYTE;
/** The part of V8's heap limit that may be used, because V8 ends the thread at the limit. */
const HEAP_SHARE = 0.85;

/** The memory limit of a thread. */
export class Memory {
  /** @param maxBytes limit for objects and typed arrays together, including those of the thread itself */
  constructor(
    public maxBytes: number,
    private readonly gauge: MemoryGauge,
  ) {}

  /** Whether this many more bytes fit. Collects garbage if they do not fit at first. */
  hasRoom(bytes: number): boolean {
    if (this.fits(bytes)) return true;
    this.gauge.collect();
    return this.fits(bytes);
  }

  /** Has garbage collected if that may free much, because V8 does not collect in an idle thread. */
  collectIfLarge(): void {
    if (this.gauge.usage().bytes > WORTH_COLLECTING) this.gauge.collectInBackground();
  }

  private fits(bytes: number): boolean {
    const usage = this.gauge.usage();
    return usage.bytes + bytes <= this.maxBytes && usage.heapShare < HEAP_SHARE;
  }
}

export interface MemoryGauge {
  /** Bytes in use, uncollected garbage included. */
  usage(): { readonly bytes: number; readonly heapShare: number };
  /** Collects garbage at once. V8 then has to compile much of the code again: see collectInBackground. */
  collect(): void;
  /** Begins a collection in steps between other work, after which compiled code stays. */
  collectInBackground(): void;
}

/** A view that copies its columns on first read; see profile/sums/sampleViews.ts. */
interface ViewColumns {
  readonly copied?: object | undefined;
}

/** The bytes of an object's typed arrays, and of its `copied` columns. */
export function columnBytes(columns: object | undefined): number {
  if (!columns) return 0;
  const arrays = Object.values(columns).filter(ArrayBuffer.isView);
  const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return bytes + columnBytes((columns as ViewColumns).copied);
}
