/** What bytes that are no profile look like, by their first bytes; for error messages only. */

const SNIFFED_BYTES = 256;

/** [what the bytes begin with, what that is, what to do] */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^go 1\.\d+ trace\0/, 'an execution trace; open it with `go tool trace`'],
  [/^(heap|goroutine|threadcreate|allocs|block|mutex|contentionz?|growthz) profile:/, 'a text profile of the old format; fetch it without `?debug=1`'],
  [/^--- (contention|contentionz|mutex|threadz|heapz|growthz|heap)/, 'a text profile of the old format; fetch it without `?debug=1`'],
  [/^goroutine \d+ \[/, 'a text dump of goroutines; fetch it without `?debug=2`'],
  [/^mode: (set|count|atomic)\b/, 'a coverage profile; use `go tool cover`'],
  [/^\s*(<!doctype html|<html|<head|<body|<\?xml)/i, 'a web page; the address may be that of the index or of a log-in page'],
  [/^\s*[{[]/, 'JSON'],
  [/^\x7fELF|^MZ|^[\xcf\xce]\xfa\xed\xfe/, 'a program, not a profile'],
  [/^PK\x03\x04/, 'a zip archive; unpack it first'],
  [/^\x28\xb5\x2f\xfd/, 'compressed with zstd; unpack it first'],
  [/^(goos|goarch|pkg): |^Benchmark\S+\s+\d/, 'the output of a benchmark'],
];

/** Whether the bytes are gzip's. */
export function looksGzipped(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** What the bytes look like, with advice, to follow "it looks like"; undefined where nothing is recognised. */
export function looksLike(bytes: Uint8Array): string | undefined {
  if (looksGzipped(bytes)) return 'a gzip file inside of another; unpack it first';
  if (looksLikeOldCpuProfile(bytes)) return 'a CPU profile of the old binary format; convert it with `go tool pprof -proto`';
  const beginning = String.fromCharCode(...bytes.subarray(0, SNIFFED_BYTES)).replace(/^\xef\xbb\xbf/, '');
  const known = BEGINNINGS.find(([pattern]) => pattern.test(beginning));
  if (known !== undefined) return known[1];
  return isText(bytes) ? 'plain text' : undefined;
}

/** Words 0, 3, 0, period, 0 in 32 or 64 bits of either byte order. */
function looksLikeOldCpuProfile(bytes: Uint8Array): boolean {
  return [4, 8].some((size) => {
    if (bytes.length < 3 * size) return false;
    const header = bytes.subarray(0, 3 * size);
    const three = header[size] === 3 || header[2 * size - 1] === 3;
    return three && header.reduce((sum, byte) => sum + byte, 0) === 3;
  });
}

function isText(bytes: Uint8Array): boolean {
  const beginning = bytes.subarray(0, SNIFFED_BYTES);
  return beginning.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
