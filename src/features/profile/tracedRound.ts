import { CaptureError } from '../../common/captureError';
import type { CapturedProfile } from '../../go/captureTypes';
import type { GoTest } from '../../go/test/goTest';
import { isLargeTrace, sizeText, traceCostText } from '../../go/trace/traceCost';
import { traceProfiles } from '../../go/trace/traceProfiles';
import { askModal } from '../../ui/window';

const SHORTER = 'trace a shorter run (options… → benchtime, such as 100ms)';

/** Whether the user wants the large traces of a benchmark, so that all its rounds are read alike. */
const wanted = new WeakMap<GoTest, boolean>();

/**
 * The profiles that `go tool trace` makes of the trace of a run. The first one has the trace, unless it is too large to
 * be kept. Empty if the user does not want to read a trace that takes much memory and time. Throws CaptureError, or the
 * signal's reason on abort.
 * @param onStage called with what is being done
 */
export async function profilesOfTrace(
  test: GoTest,
  { bytes, ...read }: CapturedProfile,
  onStage: (stage: string) => void,
): Promise<readonly CapturedProfile[]> {
  const { name, go, signal, isOnlyKind, maxProfileBytes } = test.tracing;
  const isLarge = isLargeTrace(bytes.length);
  if (isLarge && !wanted.has(test)) {
    const question = `The trace of ${name} ${traceCostText(bytes.length)}.`;
    wanted.set(test, (await askModal(question, 'Read Trace', `To make it smaller, ${SHORTER}.`)) !== undefined);
    signal.throwIfAborted();
  }
  if (wanted.get(test) === false) {
    if (!isOnlyKind) return [];
    throw new CaptureError('tooLarge', `The trace of ${name} has ${sizeText(bytes.length)} and was not read: ${SHORTER}.`);
  }
  const made = await traceProfiles(bytes, {
    name: `The trace of ${name}`,
    go,
    signal,
    ...(maxProfileBytes !== undefined && { maxProfileBytes }),
    onProgress: (finished) => onStage(`trace of ${sizeText(bytes.length)}: ${finished} of 4 profiles`),
  });
  return made.map(({ kind, bytes: profile }, i) => {
    return { ...read, waits: kind, bytes: profile, ...(i === 0 && !isLarge && { trace: bytes }) };
  });
}
