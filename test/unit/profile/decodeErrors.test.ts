import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { ProfileError } from '../../../src/profile/errors';
import type { ProfileStage } from '../../../src/profile/errors';
import type { WireProfile } from './wire';
import { VALID, at, encodeWire } from './wire';

function errorOf(bytes: Uint8Array): ProfileError {
  try {
    decodeProfile(bytes);
  } catch (error) {
    assert.ok(error instanceof ProfileError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'the profile was accepted' });
}

function assertError(bytes: Uint8Array, stage: ProfileStage, message: RegExp): void {
  const error = errorOf(bytes);
  assert.match(error.message, message);
  assert.equal(error.stage, stage);
}

const LATIN1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

const MALFORMED: readonly (readonly [problem: string, change: WireProfile, message: RegExp])[] = [
  ['a sample with too few values', { sample: [...VALID.sample!, { location_id: [1], value: [1] }] },
    /sample 3 has 1 value but the profile has 2 sample types/],
  ['a later sample with two values too many',
    { sample_type: [VALID.sample_type![0]!], sample: [{ value: [1] }, { value: [1, 1, 1] }] },
    /sample 2 has 3 values but the profile has 1 sample type\./],
  ['samples with too many values', { sample_type: [{ type: at('cpu'), unit: at('count') }] },
    /sample 1 has 2 values but the profile has 1 sample type\./],
  ['no sample types', { sample_type: [] }, /no sample types/],
  ['a sample at an unknown location', { sample: [{ location_id: [1, 77], value: [1, 1] }] },
    /sample 1 refers to location 77, which does not exist/],
  ['a sample at an unknown location with a large id',
    { sample: [VALID.sample![0]!, { location_id: ['18446744073709551615'], value: [1, 1] }] },
    /sample 2 refers to location 18446744073709551615, which/],
  ['a line of an unknown function', { location: [VALID.location![0]!, { id: 2, line: [{ function_id: 8 }] }] },
    /location 2 refers to function 8, which does not exist/],
  ['a line without a function', { location: [{ id: 1, line: [{ line: 3 }] }, { id: 2 }] },
    /location 1 has a line without a function/],
  ['a location with id 0', { location: [...VALID.location!, { id: 0 }] }, /location 3 has the reserved id 0/],
  ['a function with id 0', { function: [...VALID.function!, { id: 0 }] }, /function 4 has the reserved id 0/],
  ['a mapping with id 0', { mapping: [{ id: 0 }] }, /mapping 1 has the reserved id 0/],
  ['two locations with one id', { location: [...VALID.location!, { id: 2 }] }, /two locations have the id 2/],
  ['two functions with one id', { function: [...VALID.function!, { id: 3 }] }, /two functions have the id 3/],
  ['two mappings with one large id', { mapping: [{ id: 2 ** 40 }, { id: 2 ** 40 }] },
    /two mappings have the id 1099511627776/],
  ['a function name outside of the string table', { function: [...VALID.function!, { id: 4, name: 99 }] },
    /name of function 4 refers to string 99 outside of the string table of 19/],
  ['a file name just past the string table', { function: [...VALID.function!, { id: 4, filename: 19 }] },
    /file name of function 4 refers to string 19 outside of the string table of 19/],
  ['a negative string index', { comment: [-1] }, /comment 1 refers to a string outside of the string table/],
  ['a label outside of the string table', { sample: [{ value: [1, 1], label: [{ key: 50 }] }] }, /key of label 1/],
  ['a label just past the string table', { sample: [{ value: [1, 1], label: [{ key: 1, str: 19 }] }] },
    /string of label 1 refers to string 19 outside of the string table of 19/],
  ['a label unit outside of the string table', { sample: [{ value: [1, 1], label: [{ num_unit: 50 }] }] },
    /unit of label 1/],
  ['a sample type outside of the string table', { period_type: { type: 30 } }, /period type refers to string 30/],
  ['no string table', { string_table: [] }, /no string table/],
];

for (const [problem, change, message] of MALFORMED) {
  test(`names ${problem}`, () => {
    const error = errorOf(encodeWire({ ...VALID, ...change }));
    assert.match(error.message, message);
    assert.match(error.message, /^The profile is malformed: .*\.$/);
    assert.equal(error.stage, 'validate');
  });
}

test('a label that is a string may have any unit, as in pprof', () => {
  const sample = [{ value: [1, 1], label: [{ str: 1, num_unit: 50 }] }];
  assert.equal(decodeProfile(encodeWire({ ...VALID, sample })).sampleCount, 1);
});

test('an empty file says so', () => {
  assertError(new Uint8Array(0), 'decode', /^The profile is empty\.$/);
});

test('a string table that does not begin with the empty string is refused', () => {
  assertError(encodeWire({ ...VALID, string_table: ['cpu', 'x'] }), 'decode', /first entry of its string table/);
});

test('two profiles in one file are refused', () => {
  const bytes = encodeWire(VALID);
  assertError(Uint8Array.from([...bytes, ...bytes]), 'decode', /several profiles/);
});

test('a profile that ends within a field says at which byte', () => {
  const bytes = encodeWire(VALID);
  for (const length of [3, 60, 250]) {
    const error = errorOf(bytes.subarray(0, length));
    assert.match(error.message, /^The profile is cut off at byte \d+: the field that starts at byte \d+ lacks \d+ bytes?\.$/);
    assert.deepEqual([error.stage, error.offset], ['decode', length]);
  }
});

test('damage says at which byte', () => {
  const bytes = encodeWire(VALID);
  bytes[6] = 0x0f; // in place of the second sample type's tag: no such wire type
  const error = errorOf(bytes);
  assert.match(error.message, /^The profile is damaged at byte \d+: /);
  assert.equal(typeof error.offset, 'number');
});

const DAMAGED: readonly (readonly [damage: string, field: readonly number[], message: RegExp])[] = [
  ['a field that is longer than its message', [0x12, 2, 0x0a, 5], /longer than what is left of its message/],
  ['a number that runs past its message', [0x12, 2, 0x08, 0x81, 0x01], /runs past the end of its message/],
  ['a number that runs past its packed field', [0x12, 4, 0x0a, 1, 0x81, 0x01], /runs past the end of its message/],
  ['a known field of another wire type', [0x22, 2, 0x0a, 0], /field 1 has the wrong wire type \(2\)/],
  ['a known field of the profile of another wire type', [0x10, 1], /field 2 has the wrong wire type \(0\)/],
  ['a scalar of the profile as bytes', [0x4a, 0], /field 9 has the wrong wire type \(2\)/],
  ['a group, which profiles never have', [0xa3, 0x06], /wire type 3 does not occur/],
];

for (const [damage, field, message] of DAMAGED) {
  test(`names ${damage}`, () => {
    const bytes = encodeWire(VALID);
    const error = errorOf(Uint8Array.from([...bytes, ...field]));
    assert.match(error.message, message);
    assert.ok(error.offset! >= bytes.length && error.offset! <= bytes.length + field.length);
  });
}

const FOREIGN: readonly (readonly [what: string, bytes: Uint8Array, message: RegExp])[] = [
  ['a web page', LATIN1('<!DOCTYPE html><html>'), /web page/],
  ['a page after a byte order mark', LATIN1('\xef\xbb\xbf\n<html>'), /web page/],
  ['JSON', LATIN1('{"error": "no such profile"}'), /JSON/],
  ['an execution trace', LATIN1('go 1.26 trace\0\0\0rest'), /execution trace.*go tool trace/],
  ['a text heap profile', LATIN1('heap profile: 1: 2 [3: 4] @ heap/1048576\n'), /heap profile in text.*`go tool pprof -proto FILE > FILE\.pb\.gz`.*debug=1/],
  ['a text goroutine profile', LATIN1('goroutine profile: total 5\n1 @ 0x1\n'), /old format of Go: goroutine.*-proto FILE/],
  ['a text profile behind comments', LATIN1('# by hand\n\nthreadcreate profile: total 7\n'), /-proto FILE/],
  ['heap growth', LATIN1('heap profile:     85: 178257920 [    85: 178257920] @ growthz\n'), /heap growth.*-proto FILE/],
  ['a Java heap', LATIN1('--- heapz 1 ---\nformat = java\n'), /heap profile of Java.*-proto FILE/],
  ['Java contention', LATIN1('--- contentionz 1 ---\nformat = java\n'), /contention profile of Java.*-proto FILE/],
  ['contentionz', LATIN1('--- contentionz 1 ---\ncycles/second = 1\n'), /contention profile of gperftools.*-proto FILE/],
  ['threadz', LATIN1('--- threadz 1 ---\n\n--- Thread 7f79 (name: main/1) stack: ---\n'), /threadz.*-proto FILE/],
  ['a text mutex profile', LATIN1('--- mutex:\ncycles/second=1\n'), /blocking or mutexes.*-proto FILE/],
  ['a dump of goroutines', LATIN1('goroutine 1 [running]:\nmain.main()\n'), /dump of goroutines.*debug=2/],
  ['a coverage profile', LATIN1('mode: set\na.go:1.2,3.4 1 1\n'), /coverage/],
  ['an old binary CPU profile', Uint8Array.from([0, 3, 0, 10000, 0].flatMap((w) => [w & 255, w >> 8, 0, 0])),
    /CPU profile of gperftools.*-proto FILE/],
  ['a Java CPU profile', Uint8Array.from([0, 3, 1, 9, 0].flatMap((w) => [0, 0, 0, 0, 0, 0, 0, w])),
    /CPU profile of Java.*-proto FILE/],
  ['a program', LATIN1('\x7fELF\x02\x01\x01'), /program/],
  ['a zip archive', LATIN1('PK\x03\x04rest'), /zip/],
  ['a gzip file within', LATIN1('\x1f\x8b\x08\x00'), /gzip file inside of another/],
  ['a benchmark\'s output', LATIN1('goos: linux\ngoarch: amd64\nBenchmarkX 1 2 ns/op\n'), /output of a benchmark/],
  ['plain text', LATIN1('Could not enable CPU profiling: already in use\n'), /plain text/],
  ['anything else', Uint8Array.from([0xff, 0xfe, 0x00, 0x01, 0x80]), /neither gzip nor profile\.proto/],
];

for (const [what, bytes, message] of FOREIGN) {
  test(`${what} is no profile, and the error names it`, () => {
    assertError(bytes, 'decode', /^This is not a pprof profile: /);
    assert.match(errorOf(bytes).message, message);
  });
}

test('whatever the bytes, only a ProfileError is thrown', () => {
  const bytes = encodeWire(VALID);
  const change = fc.record({ place: fc.nat(bytes.length - 1), byte: fc.nat(255), length: fc.nat(bytes.length) });
  fc.assert(fc.property(fc.oneof(change, change.map((c) => ({ ...c, length: bytes.length }))), (c) => {
    const damaged = bytes.slice(0, c.length);
    if (c.place < damaged.length) damaged[c.place] = c.byte;
    try {
      decodeProfile(damaged);
    } catch (error) {
      assert.ok(error instanceof ProfileError, String(error));
      assert.match(error.message, /^\S.*\.$/);
    }
  }), { numRuns: 2000 });
});
