import { sumHelper } from '../../profile/sums/oncePerSampleSums';
import { ProfileDecoder } from '../../profile/wire/decode';
import { ProfileError } from '../../profile/errors';
import type { Profile } from '../../profile/model';
import { withFileName } from '../../profile/wire/otherFormats';
import type { ProfileSource } from '../queries';
import { unpackInto } from './unpackInto';

/** A second thread helps to sum profiles of at least this unpacked size. */
const LARGE_BYTES = 10e6;

/**
 * Reads a profile from a file or bytes, gzip or raw, and decodes it while it is unpacked.
 * Throws EngineError, ProfileError, MemoryError or an AbortError.
 */
export async function readProfile(source: ProfileSource, signal: AbortSignal): Promise<Profile> {
  try {
    return await read(source, signal);
  } catch (error) {
    if (!(error instanceof ProfileError) || source.kind !== 'file') throw error;
    throw new ProfileError(error.stage, withFileName(error.message, source.path), error.offset);
  }
}

async function read(source: ProfileSource, signal: AbortSignal): Promise<Profile> {
  const decoder = await unpackInto(source, (expectedBytes) => new ProfileDecoder(expectedBytes), signal);
  signal.throwIfAborted();
  if (decoder.totalBytes >= LARGE_BYTES) sumHelper()?.start();
  return decoder.finish();
}
