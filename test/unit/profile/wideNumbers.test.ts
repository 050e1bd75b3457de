import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { encodeProfile } from '../../../src/profile/wire/encode';
import type { Profile } from '../../../src/profile/model';
import { exactAt, exactOf } from '../../../src/profile/wideNumbers';
import { framesOf } from '../../../src/profile/lines/frames';
import { wholeText } from '../../../src/profile/text/measurement';
import { refine } from '../../../src/profile/refine/applyRefinement';
import { aggregate } from '../../../src/profile/refine/aggregate';
import { mergeProfiles } from '../../../src/profile/refine/merge';
import { pickSamples } from '../../../src/profile/refine/pickRows';
import { subtractBase } from '../../../src/profile/refine/subtractBase';
import { rawReport } from '../../../src/pprofText/raw';
import { at, decodeWire, encodeWire, VALID, type WireProfile } from '../../shared/wire';

const MAX_INT64 = '9223372036854775807';
const MIN_INT64 = '-9223372036854775808';
const PAST_2_53 = '9007199254740993';

/** A profile with integers that a float64 cannot hold, in every numeric field. */
const WIDE_NUMBERS: WireProfile = {
  ...VALID,
  sample: [
    { location_id: [2, 1], value: [MAX_INT64, PAST_2_53], label: [{ key: at('bytes'), num: MAX_INT64 }] },
    { location_id: [1], value: [-1, MIN_INT64], label: [{ key: at('bytes'), num: PAST_2_53, num_unit: at('bytes') }] },
    { location_id: [1], value: [3, 4], label: [{ key: at('bytes'), num: '9007199254740992', num_unit: at('bytes') }] },
  ],
  location: [
    { id: 1, line: [{ function_id: 1, line: -1, column: PAST_2_53 }] },
    { id: 2, line: [{ function_id: 3, line: MAX_INT64 }, { function_id: 2, line: 4294967295, column: -7 }] },
  ],
  function: VALID.function!.map((row, i) => ({ ...row, start_line: [-3, MAX_INT64, 2 ** 40][i] })),
  duration_nanos: MAX_INT64,
  period: PAST_2_53,
};

interface Numbers {
  readonly sample: readonly { readonly value: unknown; readonly label: readonly { readonly num: unknown }[] }[];
  readonly location: readonly { readonly line: unknown }[];
  readonly function: readonly { readonly start_line: unknown }[];
  readonly duration_nanos: unknown;
  readonly period: unknown;
}

test('encoding keeps all digits of decoded numbers', () => {
  const bytes = encodeWire(WIDE_NUMBERS);
  const numbers = (message: Uint8Array): unknown => {
    const { sample, location, function: rows, ...scalars } = decodeWire(message) as unknown as Numbers;
    const { duration_nanos: duration, period } = scalars;
    const labels = sample.map(({ label }) => label.map(({ num }) => num));
    const starts = rows.map((row) => row.start_line);
    return [sample.map(({ value }) => value), labels, location.map(({ line }) => line), starts, duration, period];
  };
  assert.deepEqual(numbers(encodeProfile(decodeProfile(bytes))), numbers(bytes));
});

test('the raw report prints all digits', () => {
  const text = rawReport(decodeProfile(encodeWire(WIDE_NUMBERS)));
  for (const part of [
    `Period: ${PAST_2_53}`, 'Duration: 2562', ` ${MAX_INT64} ${PAST_2_53}: 2 1`, `         -1 ${MIN_INT64}: 1`, `bytes:[${MAX_INT64}]`,
    `bytes:[${PAST_2_53} bytes]`, `main.go:-1:${PAST_2_53} s=-3`, `:${MAX_INT64}:0 s=1099511627776`, `:4294967295:-7 s=${MAX_INT64}`,
  ]) assert.ok(text.includes(part), `${part} is not in\n${text}`);
});

function labelNumbers({ labels: { num } }: Profile): string[] {
  return [...num.keys()].map((row) => exactAt(num, row).toString());
}

test('labels keep all digits if labels with other keys are removed', () => {
  const [first, ...others] = WIDE_NUMBERS.sample!;
  const withOtherKey = { location_id: [1], value: [5, 6], label: [{ key: at('main.go'), str: at('cpu') }] };
  const profile = decodeProfile(encodeWire({ ...WIDE_NUMBERS, sample: [first, withOtherKey, ...others] }));
  assert.deepEqual(labelNumbers(refine(profile, { taghide: 'main' })), [MAX_INT64, PAST_2_53, '9007199254740992']);
});

test('labels of a base keep all digits', () => {
  const profile = decodeProfile(encodeWire(WIDE_NUMBERS));
  const numbers = labelNumbers(subtractBase(profile, profile, { mode: 'diff_base', normalize: false }));
  for (const number of [MAX_INT64, PAST_2_53]) {
    assert.equal(numbers.filter((text) => text === number).length, 2, number);
  }
});

test('a merge adds exactly, and samples whose labels differ only in the last digit stay distinct', () => {
  const profile = decodeProfile(encodeWire(WIDE_NUMBERS));
  const merged = mergeProfiles([profile, profile]);
  assert.equal(merged.sampleCount, 3);
  assert.deepEqual([0, 1, 2].map((row) => exactAt(merged.values[1]!, row)), [2n * BigInt(PAST_2_53), 0n, 8n]);
  // Wraps around, as in Go.
  assert.equal(exactAt(merged.values[0]!, 0), -2n);
  const numbers = [...merged.labels.num.keys()].map((row) => exactAt(merged.labels.num, row).toString());
  assert.deepEqual(numbers.sort(), ['9007199254740992', PAST_2_53, MAX_INT64].sort());
  assert.equal(exactOf(merged.durationNanos, merged.exactDurationNanos), -2n);
  assert.equal(exactOf(merged.period, merged.exactPeriod), BigInt(PAST_2_53));
  const lines = [...merged.lines.line.keys()].map((row) => exactAt(merged.lines.line, row).toString());
  assert.deepEqual(lines.sort(), ['-1', '4294967295', MAX_INT64].sort());
});

test('picked samples keep all digits', () => {
  const profile = decodeProfile(encodeWire(WIDE_NUMBERS));
  const picked = pickSamples(profile, Uint8Array.of(0, 1, 1));
  assert.deepEqual(picked.sampleCount, 2);
  assert.equal(exactAt(picked.values[1]!, 0).toString(), MIN_INT64);
  assert.equal(exactAt(picked.labels.num, 0).toString(), PAST_2_53);
});

test('a line number that is negative or too large is unknown', () => {
  const { line, functions } = framesOf(decodeProfile(encodeWire(WIDE_NUMBERS)));
  assert.deepEqual([...line].sort((a, b) => a - b), [0, 0, 4294967295]);
  assert.ok([...functions.startLine].every((start) => start === 0));
});

test('a column without wide numbers is a Uint32Array', () => {
  assert.ok(aggregate(decodeProfile(encodeWire(WIDE_NUMBERS)), 'functions').lines.line instanceof Uint32Array);
  assert.ok(decodeProfile(encodeWire(VALID)).lines.line instanceof Uint32Array);
});

test('the float 2^63 is printed as the largest int64', () => {
  assert.equal(wholeText(2 ** 63), MAX_INT64);
  assert.equal(wholeText(-(2 ** 63)), MIN_INT64);
});
