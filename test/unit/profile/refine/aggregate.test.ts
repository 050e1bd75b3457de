import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../../src/profile/model';
import { aggregate } from '../../../../src/profile/refine/aggregate';
import { refine } from '../../../../src/profile/refine/applyRefinement';
import type { Granularity } from '../../../../src/profile/answers/refinement';
import { profileOf } from '../../../shared/profileFromText';

const PROFILE = profileOf('1 | f@7 a.go:1 ^ g b.go:2 < main m.go:3', { binary: '/bin/app' });

/** The fields of each frame of the first location, innermost first, and whether the location has an address. */
function fieldsOf({ locations, lines, functions, strings }: Profile): unknown[] {
  const rows = Array.from({ length: locations.lineOffsets[1]! }, (_, line) => {
    const row = lines.function[line]!;
    return [strings.get(functions.name[row]!), strings.get(functions.filename[row]!), lines.line[line]];
  });
  return [...rows, locations.address[0] !== 0n];
}

const EXPECTED: { readonly [K in Granularity]: readonly unknown[] } = {
  functions: [['f', '', 0], ['g', '', 0], false],
  filefunctions: [['f', 'a.go', 0], ['g', 'b.go', 0], false],
  files: [['', 'a.go', 0], ['', 'b.go', 0], false],
  lines: [['f', 'a.go', 1], ['g', 'b.go', 2], false],
  addresses: [['f', 'a.go', 1], ['g', 'b.go', 2], true],
};

for (const granularity of Object.keys(EXPECTED) as Granularity[]) {
  test(`granularity ${granularity} keeps the fields that distinguish frames, with and without inlined frames`, () => {
    assert.deepEqual(fieldsOf(aggregate(PROFILE, granularity)), EXPECTED[granularity]);
    const outer = EXPECTED[granularity].slice(1);
    assert.deepEqual(fieldsOf(aggregate(PROFILE, granularity, { noinlines: true })), outer);
    assert.deepEqual(fieldsOf(refine(PROFILE, { granularity, noinlines: true })), outer);
  });
}

test('the flags of mappings describe the remaining fields', () => {
  const [mapping] = aggregate(PROFILE, 'files').mappings;
  const withAllFlags = { ...PROFILE.mappings[0]!, hasFilenames: true, hasLineNumbers: true, hasInlineFrames: true };
  const [lines] = aggregate({ ...PROFILE, mappings: [withAllFlags] }, 'lines', { noinlines: true }).mappings;
  assert.deepEqual([mapping!.hasFunctions, mapping!.hasFilenames], [false, false]);
  assert.deepEqual([lines!.hasFunctions, lines!.hasFilenames, lines!.hasLineNumbers, lines!.hasInlineFrames],
    [true, true, true, false]);
});

test('source columns are kept by addresses, and by lines with showcolumns', () => {
  const profile = { ...PROFILE, lines: { ...PROFILE.lines, column: Uint32Array.of(5, 6, 7) } };
  assert.deepEqual([...aggregate(profile, 'lines').lines.column], [0, 0, 0]);
  assert.deepEqual([...aggregate(profile, 'lines', { showcolumns: true }).lines.column], [5, 6, 7]);
  assert.deepEqual([...aggregate(profile, 'functions', { showcolumns: true }).lines.column], [0, 0, 0]);
  assert.deepEqual([...aggregate(profile, 'addresses').lines.column], [5, 6, 7]);
});

test('the aggregated profile has the same stack and value columns', () => {
  const files = aggregate(PROFILE, 'files', { noinlines: true });
  assert.equal(files.stacks, PROFILE.stacks);
  assert.equal(files.values, PROFILE.values);
});
