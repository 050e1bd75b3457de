import { open } from 'node:fs/promises';

/** The length of a trace's header, such as `go 1.26 trace` and three zero bytes. */
const HEADER_BYTES = 16;

/**
 * The oldest version of Go that reads a trace, from its first bytes: `1.26`. undefined if they are not those of an
 * execution trace.
 */
export function traceVersion(beginning: Uint8Array): string | undefined {
  const header = String.fromCharCode(...beginning.subarray(0, HEADER_BYTES));
  return header.length === HEADER_BYTES ? /^go (1\.\d+) trace\0+$/.exec(header)?.[1] : undefined;
}

/** The version and the size in bytes of a trace file; undefined for any other file. Throws the system's error. */
export async function readTraceHeader(file: string): Promise<TraceHeader | undefined> {
  const handle = await open(file);
  try {
    const stats = await handle.stat();
    // Reading a pipe would wait for its writer.
    if (!stats.isFile()) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const version = traceVersion(buffer.subarray(0, bytesRead));
    return version === undefined ? undefined : { version, size: stats.size };
  } finally {
    await handle.close();
  }
}

export interface TraceHeader {
  /** See traceVersion. */
  readonly version: string;
  /** The size of the whole trace, in bytes. */
  readonly size: number;
}
