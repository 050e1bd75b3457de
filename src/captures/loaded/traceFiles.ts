import { posix } from 'node:path';
import type * as vscode from 'vscode';
import type { ProfileSource } from '../../engine/queries';
import type { TraceProfile } from '../../go/trace/traceProfiles';
import { readTraceHeader, traceVersion } from '../../go/trace/traceHeader';
import { ignored } from '../../profile/common/ignored';
import { LargeTraceError } from './largeTrace';

/** How an execution trace is read. */
export interface TraceOptions {
  /** Reads also a trace that takes much memory and time. */
  readonly isLargeWanted?: boolean;
  /** Called with what is being done: `go tool trace: 1 of 4 profiles`. */
  readonly report?: (stage: string) => void;
}

/**
 * Makes profiles of a file that is an execution trace, whatever its name; undefined for any other file. Throws
 * LargeTraceError, PreconditionError, CaptureError, the system's error, or the signal's reason on abort.
 */
export type ReadTrace = (
  uri: vscode.Uri,
  source: ProfileSource,
  options: TraceOptions,
  signal?: AbortSignal,
) => Promise<readonly TraceProfile[] | undefined>;

/** ReadTrace of a desktop, where `go tool trace` can run. */
export const readTrace: ReadTrace = async (uri, source, options, signal = new AbortController().signal) => {
  const size = await traceSize(source);
  if (size === undefined) return undefined;
  const [{ isLargeTrace, traceCostText }, { traceProfiles }, { requireTrust }, { goEnvironmentOf }, { memoryLimit }] =
    await Promise.all([
      import('../../go/trace/traceCost'),
      import('../../go/trace/traceProfiles'),
      import('../../ui/preconditionError'),
      import('../../ui/settings/goEnvironmentOf'),
      import('../../ui/settings/memoryLimit'),
    ]);
  const name = posix.basename(uri.path);
  requireTrust('go tool trace reads execution traces, with the workspace’s settings of Go');
  if (isLargeTrace(size) && !options.isLargeWanted) throw new LargeTraceError(`${name} ${traceCostText(size)}.`);
  return traceProfiles(source.kind === 'file' ? source.path : source.bytes, {
    name,
    go: goEnvironmentOf(uri),
    signal,
    maxProfileBytes: memoryLimit(),
    onProgress: (finished) => options.report?.(`go tool trace: ${finished} of 4 profiles`),
  });
};

/** The size of a trace, in bytes; undefined for any other file, and for one that cannot be read. */
async function traceSize(source: ProfileSource): Promise<number | undefined> {
  if (source.kind === 'bytes') return traceVersion(source.bytes) === undefined ? undefined : source.bytes.length;
  const header = await readTraceHeader(source.path).catch(ignored('whether the file is a trace is not known'));
  return header?.size;
}
