import { CaptureError } from '../common/captureError';
import { isGzip } from './httpBody';
import type { Answer } from './httpGet';

const CHECKED_BYTES = 512;

/** Whether the answer is an execution trace, which is not a profile. */
export function isTrace({ body }: Pick<Answer, 'body'>): boolean {
  return /^go 1\.\d+ trace\0/.test(beginning(body.subarray(0, 16)));
}

/** Throws CaptureError `notAProfile` if the answer is clearly not a profile. Does not decode the answer. */
export function checkIsProfile({ url, headers, body }: Answer): void {
  const reason = isGzip(body) ? undefined : reasonFor(url, headers['content-type'] ?? '', body);
  if (reason === undefined) return;
  throw new CaptureError('notAProfile', `${url.host}${url.pathname} ${reason}.`, undefined, beginning(body));
}

function reasonFor(url: URL, contentType: string, body: Uint8Array): string | undefined {
  if (body.length === 0) return 'sends an empty response';
  const words = beginning(body);
  if (!isText(words)) return undefined;
  if (/^\s*<(!doctype|html|\?xml|head|body)/i.test(words) || /text\/html/.test(contentType)) {
    return 'sends a web page, not a profile: write the path of a profile, such as /debug/pprof/heap';
  }
  const debug = url.searchParams.get('debug');
  if (debug !== null && debug !== '0') return `sends text because of debug=${debug}: remove debug=${debug}`;
  return `sends text, not a profile: ${words.trim().split(/\r?\n/, 1)[0]?.slice(0, 80)}`;
}

function beginning(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, CHECKED_BYTES), { stream: true });
}

/** Protobuf has control characters (lengths, field numbers) near its beginning. */
function isText(words: string): boolean {
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/.test(words);
}
