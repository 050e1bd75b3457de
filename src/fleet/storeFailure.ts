import { serverText } from '../http/connection';
import type { Answer } from '../http/httpGet';
import { busyReason, retryAfterOf, StatusError } from '../http/httpFailure';
import type { ServerWords } from '../http/serverWords';

/** Limits for a server's text in a message, and in the output channel, in characters. */
const MAX_QUOTED = 300;
const MAX_DETAIL = 4096;
const CONTROL = /[\u0000-\u001f\u007f]+/g;

/** What messages say about a store. */
export const STORE_WORDS: ServerWords = {
  content: 'answer',
  tooLarge: 'which is the limit: ask for a shorter time or add a filter',
  silent: 'check that it is running, or ask for a shorter time',
  certificate: 'edit the store',
  unchecked: 'turn off the check of its certificate if you trust the host',
};

/**
 * The error for a status other than 200.
 * @param store the kind of store that was expected: `Pyroscope`
 * @param words what the server says in its own protocol; by default, the first line of a plain text
 */
export function storeFailure(answer: Answer, store: string, words = plainWords(answer)): StatusError {
  const { url, status, statusText, body } = answer;
  const host = serverText(url);
  const quoted = quotedText(words);
  const said = quoted === '' ? '' : ` (${quoted})`;
  const retryAfterMs = retryAfterOf(answer);
  const detail = new TextDecoder().decode(body.subarray(0, MAX_DETAIL));
  const fail = (text: string): StatusError => new StatusError(status, retryAfterMs, 'httpStatus', text, undefined, detail);
  if (retryAfterMs !== undefined) return fail(`${host} responded with ${status}: ${busyReason(retryAfterMs)}.`);
  if (status === 401) {
    const tenant = /org id|tenant/i.test(quoted) ? 'the header X-Scope-OrgID with the tenant' : 'credentials';
    return fail(`${host} wants ${tenant}${said}: edit the store to give it.`);
  }
  if (status === 403) return fail(`${host} does not allow this with the credentials of the store${said}.`);
  if (status === 404) return fail(`${host}${url.pathname} does not exist (404): check that the address is that of ${store}.`);
  if (status === 407) return fail(`The proxy for ${host} wants credentials: add them to http.proxy in the settings.`);
  if (status === 429) return fail(`${host} refuses more questions for now${said}: try again later, or ask for a shorter time.`);
  if (status === 504 || status === 408) {
    const why = quoted === '' ? statusText : quoted;
    return fail(`${host} was not ready in time (${status}, ${why}): ask for a shorter time or add a filter.`);
  }
  return fail(`${host} responded with ${`${status} ${statusText}`.trim()}${quoted === '' ? '' : `: ${quoted}`}.`);
}

/** A text of a server on one line, without a period at its end. */
export function quotedText(text: string): string {
  const line = text.replace(CONTROL, ' ').trim();
  const cut = line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line;
  return cut.replace(/\.$/, '');
}

function plainWords({ headers, body }: Answer): string {
  if (!/text\/plain|^$/.test(headers['content-type'] ?? '')) return '';
  return new TextDecoder().decode(body.subarray(0, MAX_DETAIL)).trim().split(/\r?\n/, 1)[0] ?? '';
}
