import { CaptureError } from '../contracts';
import { hasStrayPercent } from './addressSecrets';
import { withSecretsHidden } from './httpFailure';
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
    const place = placeOf(from);
    if (status !== 200) throw new CaptureError('httpStatus', statusSentence(place, status, statusText));
    if (!isPage(headers['content-type'] ?? '', body)) return body;
    const isElsewhere = place !== placeOf(url);
    throw new CaptureError('notAProfile', isElsewhere
      ? `${placeOf(url)} leads to a web page at ${place}, perhaps to sign in: save the file from your browser and add it.`
      : `${place} sends a web page: write the address of the file itself.`);
  } catch (error) {
    throw withSecretsHidden(error instanceof CaptureError ? aboutResults(error) : error, url);
  }
}

const placeOf = ({ host, pathname }: URL): string => `${host}${pathname}`;

function statusSentence(place: string, status: number, statusText: string): string {
  const response = `${place} responded with ${status} ${statusText}`.trim();
  if (status === 401 || status === 403) {
    return `${response}: add credentials, as in https://user:password@host/path, or save the file from your browser and add it.`;
  }
  const isGone = status === 404 || status === 410;
  return isGone ? `${response}: it may have expired, or need you to sign in.` : `${response}.`;
}

function isPage(contentType: string, body: Uint8Array): boolean {
  const begin = new TextDecoder().decode(body.subarray(0, 200));
  return /text\/html/.test(contentType) || /^\s*<(?:!doctype html|html)\b/i.test(begin);
}

/** Failures of requests speak of profiles, and of the programs that serve them. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/: use https\+insecure:\/\/ if you trust the host/, ': save the file from your browser and add it'],
  [/, too large for a profile/, ', too large to compare'],
  [/before the profile was complete/, 'before the file was complete'],
  [/: check that the program is running, and not paused in a debugger/, ': save the file from your browser and add it'],
  [/: check the port, and that the program is running/, ': check the address'],
];

function aboutResults({ failure, message, location, detail }: CaptureError): CaptureError {
  const text = WORDS.reduce((text, [pattern, words]) => text.replace(pattern, words), message);
  return new CaptureError(failure, text, location, detail);
}
