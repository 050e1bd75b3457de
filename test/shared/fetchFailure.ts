import { CaptureError } from '../../src/capture/contracts';
import { fetchProfile, type FetchOptions } from '../../src/capture/http/profileRequest';

/** fetchProfile that is never cancelled, unless `more` has a signal. */
export const fetch = (url: URL, more: Partial<FetchOptions> = {}) =>
  fetchProfile({ url, signal: new AbortController().signal, ...more });

/** `failure: message` of what is thrown, with the server's address as HOST. */
export async function failureOf(fetching: Promise<unknown>): Promise<string> {
  try {
    await fetching;
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return `${error.failure}: ${error.message.replace(/127\.0\.0\.1:\d+/g, 'HOST')}`;
  }
  return 'no failure';
}
