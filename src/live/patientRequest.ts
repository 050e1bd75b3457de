import { setTimeout as delay } from 'node:timers/promises';
import { isCaptureError } from '../common/captureError';
import { fetchProfile, type FetchedProfile, type FetchOptions } from './profileRequest';

const TRY_AGAIN_MS = 250;
/** A refusal arrives sooner. */
const REFUSAL_MS = 500;

/**
 * Like fetchProfile, but while another client takes a CPU profile, asks again until `patienceMs` have passed, and calls
 * `onWaiting` each time. A profiler that is on most of the time leaves short gaps.
 */
export async function fetchWhenFree(
  options: FetchOptions,
  patienceMs: number,
  onWaiting: () => void,
): Promise<FetchedProfile> {
  if (patienceMs === 0) return fetchProfile(options);
  const end = performance.now() + patienceMs;
  const { signal, onProgress } = options;
  for (;;) {
    try {
      return await fetchProfile({
        ...options,
        onProgress: (progress) => (progress.elapsedMs < REFUSAL_MS ? undefined : onProgress?.(progress)),
      });
    } catch (error) {
      if (!isCaptureError(error) || error.failure !== 'profilerInUse' || performance.now() >= end) throw error;
    }
    onWaiting();
    await delay(TRY_AGAIN_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
