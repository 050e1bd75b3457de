import { CaptureError } from '../common/captureError';
import { hasStrayPercent } from '../http/addressSecrets';
import { withSecretsHidden } from '../http/httpFailure';
import { httpGet } from '../http/httpGet';

const LIMIT_MS = 60_000;
const DOWNLOAD = 'download the file in your browser and add it';
const SLOW_ADVICE = `if the connection is slow, ${DOWNLOAD}`;

/** Returns undefined for a valid URL, else a message without the URL, because a URL may contain secrets. */
export function validateUrl(text: string): string | undefined {
  const url = text.trim();
  if (!/^https?:\/\//i.test(url)) return 'Enter a URL that starts with https:// or http://.';
  if (!URL.canParse(url)) return 'Invalid URL: enter one such as https://host/bench.txt.';
  return hasStrayPercent(new URL(url)) ? 'The user name or password has a stray %: write it as %25.' : undefined;
}

/**
 * Fetches a file of benchmark results, such as a CI artifact. Throws CaptureError, or the signal's reason on abort.
 * @param maxBytes limit in bytes, both for the file as sent and for its unpacked size
 */
export async function fetchResults(url: URL, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const limits = { limitMs: LIMIT_MS, slowAdvice: SLOW_ADVICE, maxBytes, maxUnpackedBytes: maxBytes };
    const { status, statusText, body, headers, url: from } = await httpGet({ url, signal, ...limits });
    const [actual, requested] = [hostAndPath(from), hostAndPath(url)];
    if (status !== 200) throw new CaptureError('httpStatus', statusSentence(actual, status, statusText));
    if (!isPage(headers['content-type'] ?? '', body)) return body;
    // Callers show only the message, so results need no CaptureFailure of their own.
    throw new CaptureError('notAProfile', actual === requested
      ? `${actual} is a web page: enter the URL of the file itself.`
      : `${requested} redirects to a web page at ${actual}, perhaps a sign-in page: ${DOWNLOAD}.`);
  } catch (error) {
    throw withSecretsHidden(error instanceof CaptureError ? rewordForResults(error) : error, url, undefined);
  }
}

const hostAndPath = ({ host, pathname }: URL): string => `${host}${pathname}`;

function statusSentence(hostPath: string, status: number, statusText: string): string {
  const response = `${hostPath} responded with ${status} ${statusText}`.trim();
  if (status === 401 || status === 403) {
    return `${response}: add credentials, as in https://user:password@host/path, or ${DOWNLOAD}.`;
  }
  const isGone = status === 404 || status === 410;
  return isGone ? `${response}: the file may have expired or require you to sign in.` : `${response}.`;
}

function isPage(contentType: string, body: Uint8Array): boolean {
  const start = new TextDecoder().decode(body.subarray(0, 200));
  return /text\/html/.test(contentType) || /^\s*<(?:!doctype html|html)\b/i.test(start);
}

/** Turns httpGet's messages, which speak of profiles, into messages about benchmark results. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/, too large for a profile|: raise linecost\.limits\.memory if it is a profile/, ', too large to compare'],
  [/: turn off compression on the server/, `: ${DOWNLOAD}`],
  [/: [^:]*use https\+insecure:\/\/ if you trust the host/, `: ${DOWNLOAD}`],
  [/before the profile was complete/, 'before the file was complete'],
  [/: check that the program is running, and not paused in a debugger/, `: ${DOWNLOAD}`],
  [/: check the port, and that the program is running/, ': check the URL'],
];

function rewordForResults({ failure, message, location, detail }: CaptureError): CaptureError {
  const text = REPLACEMENTS.reduce((result, [pattern, words]) => result.replace(pattern, words), message);
  return new CaptureError(failure, text, location, detail);
}
