import { CaptureError } from '../../src/common/captureError';
import { fetchProfile, type FetchOptions } from '../../src/live/profileRequest';

/** Calls fetchProfile, by default with a signal that never aborts. */
export const fetch = (url: URL, overrides: Partial<FetchOptions> = {}) =>
  fetchProfile({ url, signal: new AbortController().signal, ...overrides });

/** Returns `failure: message` of the CaptureError that a fetch rejects with, with HOST for the server's address. */
export async function failureOf(fetching: Promise<unknown>): Promise<string> {
  try {
    await fetching;
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return `${error.failure}: ${error.message.replace(/127\.0\.0\.1:\d+/g, 'HOST')}`;
  }
  return 'no failure';
}
