import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CaptureError } from '../../common/captureError';
import type { GoEnvironment, TraceKind } from '../captureTypes';
import { makeTempDir } from '../processes/tempDir';
import { type GoTool, runGo } from '../tool/goTool';
import { readersOf, sizeText } from './traceCost';
import { isOfNewerGo, newerTraceFailure, traceFailure } from './traceFailure';
import { readTraceHeader } from './traceHeader';
import { type TraceFile, traceTool } from './traceReader';

/** The profiles of a trace: what goroutines wait for, and the name that `go tool trace -pprof=` has for it. */
const PROFILES: Readonly<Record<TraceKind, string>> = {
  network: 'net', sync: 'sync', syscall: 'syscall', scheduler: 'sched',
};

/** In the order of `traceProfiles`. */
export const TRACE_KINDS = Object.keys(PROFILES) as readonly TraceKind[];

/** A profile that `go tool trace` made of a trace. */
export interface TraceProfile {
  readonly kind: TraceKind;
  /** A pprof profile, gzipped, with the sample types contentions/count and delay/nanoseconds. */
  readonly bytes: Uint8Array;
}

export interface TraceOptions {
  /** The name of the trace in messages: `trace.out`. */
  readonly name: string;
  readonly go: GoEnvironment;
  readonly signal: AbortSignal;
  /** Size limit for each profile, in bytes; undefined for no limit. */
  readonly maxProfileBytes?: number;
  /** Called with the number of finished profiles, from 0 to 4. */
  readonly onProgress?: (finished: number) => void;
}

/**
 * Makes the four profiles of an execution trace with `go tool trace`, in the order of TRACE_KINDS. Takes about 50 times
 * the size of the trace as memory: see isLargeTrace. When it resolves or rejects, its processes have ended. Throws
 * CaptureError `badTrace` with a sentence for the user, the system's error, or the signal's reason on abort.
 * @param trace the absolute path of the trace's file, or its bytes
 */
export async function traceProfiles(trace: string | Uint8Array, options: TraceOptions): Promise<TraceProfile[]> {
  const { name, go, signal, onProgress } = options;
  const folder = await makeTempDir();
  try {
    const file = typeof trace === 'string' ? trace : join(folder.path, 'trace.out');
    if (typeof trace !== 'string') await writeFile(file, trace, { signal });
    const header = await readTraceHeader(file);
    if (!header) throw new CaptureError('badTrace', `${name} is not an execution trace of Go.`);
    const read = { ...header, file, name };
    const tool = await traceTool(read, go, folder.path, signal);
    let finished = 0;
    onProgress?.(finished);
    return await inParallel(TRACE_KINDS, readersOf(header.size), signal, async (kind, both) => {
      const bytes = await profileOf(read, kind, { ...tool, signal: both }, options);
      onProgress?.(++finished);
      return { kind, bytes };
    });
  } finally {
    await folder.remove();
  }
}

async function profileOf(
  trace: TraceFile,
  kind: TraceKind,
  tool: GoTool,
  { name, maxProfileBytes = Infinity }: TraceOptions,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const tooLarge = new AbortController();
  let size = 0;
  const onStdoutBytes = (chunk: Uint8Array): void => {
    size += chunk.length;
    if (size <= maxProfileBytes) chunks.push(chunk);
    else tooLarge.abort(profileTooLarge(name, kind, maxProfileBytes));
  };
  const signal = AbortSignal.any([tool.signal, tooLarge.signal]);
  const args = ['tool', 'trace', `-pprof=${PROFILES[kind]}`, trace.file];
  const result = await runGo({ ...tool, signal }, args, { onStdoutBytes });
  if (isOfNewerGo(result)) throw newerTraceFailure(trace, trace.version, '');
  if (result.exitCode !== 0) throw traceFailure(trace, result);
  return Buffer.concat(chunks);
}

function profileTooLarge(name: string, kind: TraceKind, maxBytes: number): CaptureError {
  return new CaptureError('tooLarge', `The ${kind} profile of ${name} has more than ${sizeText(maxBytes)}, which linecost.limits.memory allows: raise that limit, or take a shorter trace.`);
}

/** Acts on at most `limit` items at a time. The first failure aborts the others, and is thrown after they end. */
async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  signal: AbortSignal,
  act: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      both.throwIfAborted();
      const [at, item] = next;
      results[at] = await act(item, both);
    }
  };
  const workers = Array.from({ length: limit }, () => work().catch((error: unknown) => failed.abort(error)));
  await Promise.all(workers);
  both.throwIfAborted();
  return results;
}
