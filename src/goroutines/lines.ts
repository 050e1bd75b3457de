import type { Steps } from '../profile/common/guard';

/** Bytes per step, which takes a few milliseconds. */
const PIECE = 2 ** 18;
/** The rest of a longer line is left out. */
const MAX_LINE = 2 ** 20;
const NEWLINE = 0x0a;

/**
 * Calls `take` with each line of a text in UTF-8, or in UTF-16 with a byte order mark, as Windows PowerShell writes it.
 * `isPlain`: the line has neither colors nor escaped line ends.
 */
export function* eachLineOf(bytes: Uint8Array, take: (line: string, isPlain: boolean) => void): Steps<void> {
  let rest = '';
  for (const piece of pieces(bytes)) {
    const text = rest + piece;
    const isPlain = !text.includes('\x1b') && !text.includes('\\n');
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      take(text.slice(start, end), isPlain);
      start = end + 1;
    }
    rest = text.slice(start, start + MAX_LINE);
    yield;
  }
  if (rest !== '') take(rest, false);
}

/** Node decodes whole texts five times as quickly as a stream, so each piece ends with a line, if it has one. */
function* pieces(bytes: Uint8Array): Generator<string> {
  const encoding = encodingOf(bytes);
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + PIECE);
    const isWhole = encoding === 'utf-8' && end < bytes.length;
    const line = isWhole ? bytes.subarray(at, end).lastIndexOf(NEWLINE) + 1 : 0;
    const until = line > 0 ? at + line : end;
    // A copy: some browsers do not decode shared memory.
    yield decoder.decode(bytes.slice(at, until), { stream: line === 0 && until < bytes.length });
    at = until;
  }
}

function encodingOf([a, b]: Uint8Array): string {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
}
