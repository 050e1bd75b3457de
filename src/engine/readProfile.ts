import { sumHelper } from '../profile/checkpoint';
import { ProfileDecoder } from '../profile/decode';
import type { Profile } from '../profile/model';
import type { ProfileSource } from './queries';
import { unpackInto } from './unpack';

/** What is unpacked to so much takes long to sum. */
const LARGE_BYTES = 10e6;

/**
 * A profile from its file or bytes, gzip or raw, decoded while it is unpacked.
 * Throws EngineError, ProfileError, MemoryError or an AbortError.
 */
export async function readProfile(source: ProfileSource, signal: AbortSignal): Promise<Profile> {
  const decoder = await unpackInto(source, (expectedBytes) => new ProfileDecoder(expectedBytes), signal);
  signal.throwIfAborted();
  if (decoder.totalBytes >= LARGE_BYTES) sumHelper()?.start();
  return decoder.finish();
}
