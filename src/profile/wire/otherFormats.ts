import { looksGzipped } from '../common/gzip';
import { ProfileTag, ValueTypeTag } from './fieldTags';

/** Tells files that are not profiles from profiles, and names their likely format in error messages. */

const SNIFFED_BYTES = 256;

/** [pattern of the first bytes, what the file is and what to do] */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^go 1\.\d+ trace\0/, 'an execution trace; open it with `go tool trace`'],
  [/^goroutine \d+ \[/, 'a text dump of goroutines; fetch it without `?debug=2`'],
  [/^mode: (set|count|atomic)\b/, 'a coverage profile; use `go tool cover`'],
  [/^\s*(<!doctype html|<html|<head|<body|<\?xml)/i, 'a web page; the address may lead to a list of profiles or to a login page'],
  [/^\s*[{[]/, 'JSON'],
  [/^\x7fELF|^MZ|^[\xcf\xce]\xfa\xed\xfe/, 'a program; open the profile that it wrote'],
  [/^PK\x03\x04/, 'a zip archive; unpack it first'],
  [/^\x28\xb5\x2f\xfd/, 'a file compressed with zstd; unpack it first'],
  [/^(goos|goarch|pkg): |^Benchmark\S+\s+\d/, 'the output of a benchmark'],
];

export const GIT_LFS = 'This is a Git LFS pointer, not the profile: git lfs pull downloads it.';
export const PREPROFILE =
  'This is the output of go tool preprofile, which go build reads, and it has no lines: open the profile that it was made from.';

/** [pattern of the first bytes, a sentence about a file that stands in for a profile] */
const STAND_INS: readonly (readonly [RegExp, string])[] = [
  [/^version https:\/\/git-lfs\.github\.com\/spec\//, GIT_LFS],
  [/^GO PREPROFILE V\d/, PREPROFILE],
];

/** What a file is that stands in for a profile, in a sentence; undefined for all others. */
export function standIn(bytes: Uint8Array): string | undefined {
  const beginning = String.fromCharCode(...bytes.subarray(0, SNIFFED_BYTES));
  return STAND_INS.find(([pattern]) => pattern.test(beginning))?.[1];
}

/** Placeholder for the file in a command; `withFileName` replaces it. */
const FILE = 'FILE';
const CONVERT = `convert it with \`go tool pprof -proto ${FILE} > ${FILE}.pb.gz\``;
const FETCH = ', or fetch it without `?debug=1`';

/**
 * Formats that are older than profile.proto and that pprof still reads: [pattern of the first line after comments, what
 * the file is, whether net/http/pprof sends it for `?debug=1`]. Source: google/pprof profile, legacy_profile.go.
 */
const OLD_TEXTS: readonly (readonly [pattern: RegExp, what: string, isSentByGo: boolean])[] = [
  [/^heap profile:[\s\d:[\]-]*@ *growth/, 'a heap growth profile of gperftools, in text', false],
  [/^heap profile:[\s\d:[\]-]*@ *fragmentation/, 'a heap fragmentation profile of gperftools, in text', false],
  [/^heap profile:/, 'a heap profile in text (the old format of Go and gperftools)', true],
  [/^\S+ profile: total \d+/, 'a profile in text (the old format of Go: goroutine, threadcreate and others)', true],
  [/^--- contentionz \d+ ---\s+format *= *java/, 'a contention profile of Java, in text', false],
  [/^--- heapz? \d+ ---/, 'a heap profile of Java, in text', false],
  [/^--- contentionz /, 'a contention profile of gperftools, in text', false],
  [/^--- (contention|mutex):/, 'a profile of blocking or mutexes in text (the old format of Go)', true],
  [/^--- threadz \d+ ---|^--- Thread [\da-f]+ \(name: /i, 'a thread profile of gperftools (threadz), in text', false],
];

/** A ValueType message has two string indexes. */
const MAX_VALUE_TYPE_BYTES = 24;
const BYTE_FIELDS: readonly number[] = [
  ProfileTag.SampleType, ProfileTag.Sample, ProfileTag.Mapping, ProfileTag.Location, ProfileTag.Function,
  ProfileTag.String, ProfileTag.PeriodType, ProfileTag.Comments,
];
const NUMBER_FIELDS: readonly number[] = [
  ProfileTag.DropFrames, ProfileTag.KeepFrames, ProfileTag.TimeNanos, ProfileTag.DurationNanos, ProfileTag.Period,
  ProfileTag.Comment, ProfileTag.DefaultSampleType, ProfileTag.DocUrl,
];

/**
 * Whether an uncompressed profile.proto file can begin with these bytes. Also true for no bytes, and for a profile that
 * is damaged further on.
 */
export function mayBeProfile(beginning: Uint8Array): boolean {
  for (let at = 0; at < beginning.length;) {
    const tag = beginning[at++];
    const isBytes = BYTE_FIELDS.includes(tag);
    if (!isBytes && !NUMBER_FIELDS.includes(tag)) return false;
    const [value, end] = varint(beginning, at);
    if (Number.isNaN(value)) return false;
    at = isBytes ? end + value : end;
    if (tag === ProfileTag.SampleType && !mayBeValueType(beginning.subarray(end, at), value)) return false;
  }
  return true;
}

function mayBeValueType([tag]: Uint8Array, length: number): boolean {
  const isField = tag === undefined || tag === ValueTypeTag.Type || tag === ValueTypeTag.Unit;
  return isField && length <= MAX_VALUE_TYPE_BYTES;
}

/** Reads a number; returns it and the index after it. Missing bytes are 0. A number of more than ten bytes is NaN. */
function varint(bytes: Uint8Array, start: number): [value: number, end: number] {
  let value = 0;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[start + i] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return [value, start + i + 1];
  }
  return [NaN, start];
}

/** What the bytes look like, with advice, to follow "it looks like"; undefined if not recognized. */
export function looksLike(bytes: Uint8Array): string | undefined {
  if (looksGzipped(bytes)) return 'a gzip file inside another gzip file; unpack it first';
  const cpu = oldCpuProfile(bytes);
  if (cpu !== undefined) return `${cpu}; ${CONVERT}`;
  const beginning = String.fromCharCode(...bytes.subarray(0, SNIFFED_BYTES)).replace(/^\xef\xbb\xbf/, '');
  const withoutComments = beginning.replace(/^(?:[ \t\r]*(?:#[^\n]*)?\n)+/, '');
  const old = OLD_TEXTS.find(([pattern]) => pattern.test(withoutComments));
  if (old !== undefined) return `${old[1]}; ${CONVERT}${old[2] ? FETCH : ''}`;
  const match = BEGINNINGS.find(([pattern]) => pattern.test(beginning));
  if (match !== undefined) return match[1];
  return isText(bytes) ? 'plain text' : undefined;
}

/** The message with the file's path in its command. */
export function withFileName(message: string, path: string): string {
  if (!message.includes(CONVERT)) return message;
  const isPlain = /^[\w@%+,./:\\-]+$/.test(path) && !path.startsWith('-');
  const word = (text: string): string => (isPlain ? text : `'${text.replaceAll("'", "'\\''")}'`);
  return message.replace(CONVERT, () => `convert it with \`go tool pprof -proto ${word(path)} > ${word(`${path}.pb.gz`)}\``);
}

/** Old binary CPU profiles, by the third word. */
const OLD_CPU_PROFILES = ['a CPU profile of gperftools (the old binary format)', 'a CPU profile of Java (the old binary format)'];

/** Recognizes five words: 0, 3, 0 (or 1), the period, and 0; each of 32 or 64 bits, in either byte order. */
function oldCpuProfile(bytes: Uint8Array): string | undefined {
  for (const size of [4, 8]) {
    if (bytes.length < 5 * size) continue;
    for (const isBig of [false, true]) {
      const words = Array.from({ length: 5 }, (_, i) => word(bytes.subarray(i * size, (i + 1) * size), isBig));
      const [zero, three, kind, period, end] = words as [number, number, number, number, number];
      if (zero === 0 && three === 3 && period > 0 && end === 0) return OLD_CPU_PROFILES[kind];
    }
  }
  return undefined;
}

function word(bytes: Uint8Array, isBigEndian: boolean): number {
  return (isBigEndian ? bytes : bytes.toReversed()).reduce((sum, byte) => sum * 256 + byte, 0);
}

function isText(bytes: Uint8Array): boolean {
  const beginning = bytes.subarray(0, SNIFFED_BYTES);
  return beginning.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}
