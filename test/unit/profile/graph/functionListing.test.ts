import assert from 'node:assert/strict';
import test from 'node:test';
import { functionListings } from '../../../../src/profile/graph/functionListing';
import type { FunctionListing } from '../../../../src/profile/graph/functionListing';
import type { Profile } from '../../../../src/profile/model';
import { profileOf } from '../../../shared/profileFromText';

const list = (stacks: string, matches: (name: string) => boolean = () => true): readonly FunctionListing[] =>
  functionListings(profileOf(stacks), 0, matches);
const linesOf = ({ lines }: FunctionListing): unknown[] => [...lines].map(([line, { flat, cum }]) => [line, flat, cum]);

test('each line of a function has its flat and cum', () => {
  const [a] = list(`
    3 | b b.go:1 < a a.go:10
    4 | a a.go:11
    5 | a a.go:10
  `, (name) => name === 'a');
  assert.deepEqual(linesOf(a!), [[10, 5, 8], [11, 4, 4]]);
  assert.deepEqual([a!.flat, a!.cum], [9, 12]);
});

test("under recursion a sample counts for a function's cum once per line, as in pprof", () => {
  const [a] = list('7 | a a.go:3 < a a.go:5 < a a.go:5');
  assert.deepEqual(linesOf(a!), [[3, 7, 7], [5, 0, 7]]);
  assert.equal(a!.cum, 14);
});

test('a line of two functions is listed under both', () => {
  const [outer, literal] = list('2 | m.func1 m.go:8 < m m.go:8');
  assert.deepEqual([outer!.name, literal!.name], ['m', 'm.func1']);
  assert.deepEqual(linesOf(outer!), [[8, 0, 2]]);
  assert.deepEqual(linesOf(literal!), [[8, 2, 2]]);
});

test('functions are sorted by name, then by file, in byte order', () => {
  const listings = list('1 | b x.go:1 < a y.go:1 < a x.go:1 < B z.go:1 < \u{1f600} a.go:1 < \uffee a.go:1');
  assert.deepEqual(
    listings.map(({ name, file }) => `${name} ${file}`),
    ['B z.go', 'a x.go', 'a y.go', 'b x.go', '\uffee a.go', '\u{1f600} a.go'],
  );
});

test('the range begins with the function and ends five lines after its last sample', () => {
  const [a] = list('1 | a@20 a.go:30\n1 | a@20 a.go:41\n1 | a@20 a.go:22');
  assert.deepEqual([a!.from, a!.to], [20, 46]);
});

test('if the start is unknown, the range begins five lines before the first sample, but not before line 1', () => {
  const [far, near] = list('1 | far a.go:30 < near a.go:3');
  assert.deepEqual([far!.from, far!.to], [25, 35]);
  assert.deepEqual([near!.from, near!.to], [1, 8]);
});

test('functions without costs, and functions that do not match, are not listed', () => {
  const stacks = '0 | zero a.go:1\n5 | five a.go:2\n2 | canceled a.go:3\n-2 | canceled a.go:3';
  assert.deepEqual(list(stacks).map(({ name }) => name), ['five']);
  assert.deepEqual(list(stacks, (name) => name !== 'five'), []);
});

test('dropNegative leaves negative lines out of the listing and of the sums of their function', () => {
  const profile = profileOf('-5 | f a.go:1 < main a.go:9\n3 | f a.go:2 < main a.go:9');
  const [f, main] = functionListings(profile, 0, () => true, { dropNegative: true });
  assert.deepEqual([f!.name, f!.flat, f!.cum, [...f!.lines.keys()]], ['f', 3, 3, [2]]);
  assert.equal(main, undefined);
});

/** A profile of one line of one function, with each of the values in a binary of its own. */
function lineInBinaries(values: readonly number[]): Profile {
  const profile = profileOf(values.map((value, i) => `${value} | f a.go:${i + 1}`).join('\n'), { binary: '/bin/0' });
  const [mapping] = profile.mappings;
  return {
    ...profile,
    mappings: values.map((_, i) => ({ ...mapping!, file: `/bin/${i}` })),
    locations: {
      ...profile.locations,
      mapping: Uint32Array.from(values.keys()),
      address: new BigUint64Array(values.length),
    },
    lines: { ...profile.lines, line: profile.lines.line.map(() => 1) },
  };
}

test('a line is one node per binary, and is listed even if its nodes add up to 0', () => {
  const [f] = functionListings(lineInBinaries([3, -3]), 0, () => true);
  assert.deepEqual([f!.flat, f!.cum, linesOf(f!)], [0, 0, [[1, 0, 0]]]);
});

test('dropNegative leaves out negative nodes, not lines whose sum over binaries is negative', () => {
  const [f] = functionListings(lineInBinaries([3, -5, 1]), 0, () => true, { dropNegative: true });
  assert.deepEqual([f!.flat, f!.cum, linesOf(f!)], [4, 4, [[1, 4, 4]]]);
});

test('the option naming replaces the names of functions and files', () => {
  const naming = { name: (index: number) => `f${index}`, file: () => 'x/all.go' };
  const [first] = functionListings(profileOf('1 | a a.go:1'), 0, () => true, { naming });
  assert.deepEqual([first!.name, first!.file], ['f0', 'x/all.go']);
});
