import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { mayBeProfile } from '../../../../src/profile/wire/otherFormats';
import { assertError, errorOf } from '../../../shared/decodeError';
import { profileFromText } from '../../../shared/profileFromText';
import { PYTHON_PROFILE } from '../../../shared/pythonProfile';

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

const FOREIGN: readonly (readonly [format: string, bytes: Uint8Array, message: RegExp])[] = [
  ['a web page', latin1('<!DOCTYPE html><html>'), /web page/],
  ['a page after a byte order mark', latin1('\xef\xbb\xbf\n<html>'), /web page/],
  ['JSON', latin1('{"error": "no such profile"}'), /JSON/],
  ['an execution trace', latin1('go 1.26 trace\0\0\0rest'), /execution trace.*go tool trace/],
  ['a text heap profile', latin1('heap profile: 1: 2 [3: 4] @ heap/1048576\n'), /heap profile in text.*`go tool pprof -proto FILE > FILE\.pb\.gz`.*debug=1/],
  ['a text goroutine profile', latin1('goroutine profile: total 5\n1 @ 0x1\n'), /old format of Go: goroutine.*-proto FILE/],
  ['a text profile after comments', latin1('# by hand\n\nthreadcreate profile: total 7\n'), /-proto FILE/],
  ['heap growth', latin1('heap profile:     85: 178257920 [    85: 178257920] @ growthz\n'), /heap growth.*-proto FILE/],
  ['a Java heap', latin1('--- heapz 1 ---\nformat = java\n'), /heap profile of Java.*-proto FILE/],
  ['Java contention', latin1('--- contentionz 1 ---\nformat = java\n'), /contention profile of Java.*-proto FILE/],
  ['contentionz', latin1('--- contentionz 1 ---\ncycles/second = 1\n'), /contention profile of gperftools.*-proto FILE/],
  ['threadz', latin1('--- threadz 1 ---\n\n--- Thread 7f79 (name: main/1) stack: ---\n'), /threadz.*-proto FILE/],
  ['a text mutex profile', latin1('--- mutex:\ncycles/second=1\n'), /blocking or mutexes.*-proto FILE/],
  ['a dump of goroutines', latin1('goroutine 1 [running]:\nmain.main()\n'), /dump of goroutines.*debug=2/],
  ['a coverage profile', latin1('mode: set\na.go:1.2,3.4 1 1\n'), /coverage/],
  ['an old binary CPU profile', Uint8Array.from([0, 3, 0, 10000, 0].flatMap((word) => [word & 255, word >> 8, 0, 0])),
    /CPU profile of gperftools.*-proto FILE/],
  ['a Java CPU profile', Uint8Array.from([0, 3, 1, 9, 0].flatMap((word) => [0, 0, 0, 0, 0, 0, 0, word])),
    /CPU profile of Java.*-proto FILE/],
  ['a program', latin1('\x7fELF\x02\x01\x01'), /a program; open the profile that it wrote/],
  ['a zip archive', latin1('PK\x03\x04rest'), /zip/],
  ['a zstd file', latin1('\x28\xb5\x2f\xfd\x04'), /it looks like a file compressed with zstd; unpack it first\.$/],
  ['a gzip file within a gzip file', latin1('\x1f\x8b\x08\x00'), /gzip file inside another gzip file/],
  ['a benchmark\'s output', latin1('goos: linux\ngoarch: amd64\nBenchmarkX 1 2 ns/op\n'), /output of a benchmark/],
  ['plain text', latin1('Could not enable CPU profiling: already in use\n'), /plain text/],
  ['unknown bytes', Uint8Array.from([0xff, 0xfe, 0x00, 0x01, 0x80]), /it is neither gzip nor profile\.proto/],
];

for (const [format, bytes, message] of FOREIGN) {
  test(`the error for ${format} says what the file is`, () => {
    assertError(bytes, 'decode', /^This is not a pprof profile: /);
    assert.match(errorOf(bytes).message, message);
  });
}

const STACKS = `
500 | main.f /src/main.go:5 < main.main /src/main.go:9
7 | main.g /src/main.go:7 < main.main /src/main.go:9`;

test('mayBeProfile accepts every prefix of a profile', () => {
  const profile = profileFromText({ types: 'cpu/nanoseconds', stacks: STACKS });
  for (let end = 0; end <= profile.length; end++) assert.ok(mayBeProfile(profile.subarray(0, end)), `${end} bytes`);
});

test('mayBeProfile accepts a profile that begins with its strings, as some programs write it', () => {
  assert.ok(mayBeProfile(Buffer.from('\x32\0\x32\x03cpu\x0a\x04\x08\x01\x10\x02', 'latin1')));
});

const OTHER_BEGINNINGS: Readonly<Record<string, string | Buffer>> = {
  'a Python profile': PYTHON_PROFILE,
  'a Python 2 profile': '{(iiis',
  'a GHC profile': '\tMon Nov 23 10:00 2026 Time and Allocation Profiling Report  (Final)\n',
  'text after an empty line': '\nFlat profile:\n\nEach sample counts as 0.01 seconds.\n',
  'text after an empty line and a backspace': '\n\x08Each',
  'a heap profile in text': 'heap profile: 1: 2 [3: 4] @ heap/1048576\n',
  'JSON': '{"nodes": []}',
  'an old binary CPU profile': '\0\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0',
  'a number without an end': `\x48${'\xff'.repeat(11)}`,
};

for (const [format, bytes] of Object.entries(OTHER_BEGINNINGS)) {
  test(`mayBeProfile rejects ${format}`, () => {
    assert.equal(mayBeProfile(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes), false);
  });
}

test('a file that stands in for a profile is said to be so, in place of what it looks like', () => {
  const said = (text: string) => {
    try {
      decodeProfile(Buffer.from(text));
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32\nsize 12345\n';
  assert.equal(said(pointer), 'This is a Git LFS pointer, not the profile: git lfs pull downloads it.');
  assert.match(said('GO PREPROFILE V1\nmain.work\nmain.leaf\n3 41\n'), /^This is the output of go tool preprofile, /);
});
