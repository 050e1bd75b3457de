import { CaptureError } from '../contracts';
import { hasStrayPercent } from './addressSecrets';
import { discreet } from './httpFailure';
import { httpGet } from './httpGet';

const LIMIT_MS = 60_000;
const SLOW_ADVICE = 'if the connection is slow, save the file and open it';

/** undefined: a file may be fetched from this address; else why not, as a sentence that does not repeat it. */
export function problemOfAddress(text: string): string | undefined {
  const address = text.trim();
  if (!/^https?:\/\//i.test(address)) return 'Write an address that begins with https:// or http://.';
  if (!URL.canParse(address)) return 'This is not an address.';
  return hasStrayPercent(new URL(address)) ? 'The user name or password has a stray %: write it as %25.' : undefined;
}

/**
 * Fetches a file of benchmark results, such as an artifact of a CI. Throws CaptureError; the signal's reason on abort.
 * @param maxBytes limit for the file
 */
export async function fetchResults(url: URL, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const limits = { limitMs: LIMIT_MS, slowAdvice: SLOW_ADVICE, maxBytes, maxUnpackedBytes: maxBytes };
    const { status, statusText, body, headers, url: from } = await httpGet({ url, signal, ...limits });
    const place = `${from.host}${from.pathname}`;
    if (status !== 200) throw new CaptureError('httpStatus', `${place} answers ${status} ${statusText}`.trim() + '.');
    if (!/text\/html/.test(headers['content-type'] ?? '')) return body;
    throw new CaptureError('notAProfile', `${place} sends a web page: write the address of the file itself.`);
  } catch (error) {
    throw discreet(error, url);
  }
}
