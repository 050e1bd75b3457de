import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmarks } from '../../shared/inOneStep';
import { mergedResults, readResultsOf, resultsOf, type Rounds, roundsOf } from '../../../src/bench/goTestResults';
import { finish } from '../../../src/profile/common/guard';

const OUTPUT = `
BenchmarkX/a-8      	     100	  10.0 ns/op
BenchmarkX/a/b-8    	     200	  20.0 ns/op
BenchmarkX/ab-8     	     300	  30.0 ns/op
BenchmarkXY-8       	     400	  40.0 ns/op
`;

const subNamesOf = (name: string) => resultsOf(OUTPUT, name).map(({ subName }) => subName);

test('the results of a benchmark include its sub-benchmarks, and no other benchmark', () => {
  assert.deepEqual(subNamesOf('BenchmarkX'), ['a', 'a/b', 'ab']);
  assert.deepEqual(subNamesOf('BenchmarkXY'), ['']);
});

test('the results of a sub-benchmark include its own sub-benchmarks, and no other sub-benchmark', () => {
  assert.deepEqual(subNamesOf('BenchmarkX/a'), ['a', 'a/b']);
  assert.deepEqual(subNamesOf('BenchmarkX/a/b'), ['a/b']);
  assert.deepEqual(subNamesOf('BenchmarkX/b'), []);
});

const read = (...lines: readonly string[]) =>
  parseBenchmarks(lines.map((line) => `BenchmarkX/${line} ns/op`).join('\n')).results;

test('new results of a case replace its older results', () => {
  const before = read('a-8 1 10', 'a-8 1 11', 'b-8 1 20', 'c-8 1 30');
  const merged = mergedResults(before, read('b-4 9 21', 'b-4 9 22', 'b-4 9 23'));
  const figures = merged.map(({ subName, values: [first] }) => `${subName} ${first!.value}`);
  assert.deepEqual(figures, ['a 10', 'a 11', 'b 21', 'b 22', 'b 23', 'c 30']);
});

test('results of a new case come last', () => {
  const merged = mergedResults(read('a-8 1 10'), read('d-8 1 40'));
  assert.deepEqual(merged.map(({ subName }) => subName), ['a', 'd']);
  assert.deepEqual(mergedResults([], merged), merged);
});

test('if there are more results than runs, only the last are kept, because the program printed the earlier ones', () => {
  const printed = 'BenchmarkX-2 \t 100\t 1 ns/op\n';
  const measured = 'BenchmarkX-2   \t      10\t     312.0 ns/op\n';
  const keptIterations = (output: string, runs: number) => {
    const { results, hasPrintedResults } = finish(readResultsOf(output, 'BenchmarkX', { count: runs }));
    return [results.map(({ iterations }) => iterations), hasPrintedResults];
  };
  assert.deepEqual(keptIterations(printed + printed + measured, 1), [[10], true]);
  assert.deepEqual(keptIterations(printed.replace('-2', '-7') + measured, 1), [[10], true]);
  assert.deepEqual(keptIterations(printed + measured + measured, 2), [[10, 10], true]);
  assert.deepEqual(keptIterations(measured + measured, 2), [[10, 10], false]);
});

test('the values of -cpu come from the arguments, or else from GOFLAGS, and -count defaults to 1', () => {
  const rounds = (testArgs: readonly string[], GOFLAGS?: string) => roundsOf(3, { testArgs, env: { GOFLAGS } });
  assert.deepEqual(rounds(['-v', '-cpu=1,2,4']), { count: 3, cpus: [1, 2, 4] });
  assert.deepEqual(rounds(['-cpu=4'], '-mod=mod -cpu=1,2'), { count: 3, cpus: [4] });
  assert.deepEqual(rounds([], '--cpu=1,2'), { count: 3, cpus: [1, 2] });
  assert.deepEqual(roundsOf(undefined, { testArgs: [], env: {} }), { count: 1 });
});

/** The results of `BenchmarkX` with each suffix, as `subName × GOMAXPROCS`; then 'printed' if `hasPrintedResults`. */
const casesOf = (suffixes: readonly string[], name = 'BenchmarkX', rounds: Rounds = { count: 1 }) => {
  const output = suffixes.map((suffix) => `BenchmarkX${suffix}   \t      10\t     312.0 ns/op`).join('\n');
  const { results, hasPrintedResults } = finish(readResultsOf(output, name, rounds));
  return [...results.map(({ subName, procs }) => `${subName} × ${procs}`), ...(hasPrintedResults ? ['printed'] : [])];
};

test('a number at the end of a name is GOMAXPROCS, or part of the name if GOMAXPROCS is 1', () => {
  assert.deepEqual(casesOf(['/size-10', '/size-20']), ['size-10 × 1', 'size-20 × 1']);
  assert.deepEqual(casesOf(['/size-10', '/empty']), ['size-10 × 1', 'empty × 1']);
  assert.deepEqual(casesOf(['/size-10'], 'BenchmarkX/size-10'), ['size-10 × 1']);
  assert.deepEqual(casesOf(['/size-10/a', '/size-10/b'], 'BenchmarkX/size-10'), ['size-10/a × 1', 'size-10/b × 1']);
  assert.deepEqual(casesOf(['/size-10-8', '/size-20-8']), ['size-10 × 8', 'size-20 × 8']);
  assert.deepEqual(casesOf(['/size-10-8'], 'BenchmarkX/size-10'), ['size-10 × 8']);
  assert.deepEqual(casesOf(['']), [' × 1']);
});

test('with several values of -cpu, a number at the end of a name is GOMAXPROCS only if it is one of them', () => {
  const rounds = { count: 1, cpus: [1, 2] };
  const suffixes = ['/size-10', '/size-10-2', '/size-20', '/size-20-2'];
  assert.deepEqual(casesOf(suffixes, 'BenchmarkX', rounds), ['size-10 × 1', 'size-10 × 2', 'size-20 × 1', 'size-20 × 2']);
  assert.deepEqual(casesOf(['', '-2', '-7', '', '-2'], 'BenchmarkX', rounds), [' × 1', ' × 2', 'printed']);
});

test('with several values of -cpu, results of two cases with the same name are told apart by the order of go test', () => {
  const rounds = { count: 2, cpus: [1, 2] };
  const runs = (...suffixes: readonly string[]) => suffixes.flatMap((suffix) => [suffix, suffix]);
  const expected = ['size × 1', 'size × 2', 'size-2 × 1', 'size-2 × 2'].flatMap((each) => [each, each]);
  assert.deepEqual(casesOf(runs('/size', '/size-2', '/size-2', '/size-2-2'), 'BenchmarkX', rounds), expected);
  assert.deepEqual(casesOf(runs('/size-2', '/size-2-2', '/size', '/size-2'), 'BenchmarkX', rounds).slice(0, 2), ['size-2 × 1', 'size-2 × 1']);
  const reversed = casesOf(['/size-2', '/size', '/size-2-2', '/size-2'], 'BenchmarkX', { count: 1, cpus: [2, 1] });
  assert.deepEqual(reversed, ['size × 2', 'size × 1', 'size-2 × 2', 'size-2 × 1']);
  assert.deepEqual(casesOf(runs('/size-2', '/size-2-2'), 'BenchmarkX/size-2', rounds), expected.slice(4));
});

test('result lines without memory figures are dropped, because the benchmark printed them itself', () => {
  const printed = 'BenchmarkX-2 \t 100\t 12 ns/op\n';
  const measured = (nanoseconds: number) => `BenchmarkX-2   \t      20\t        ${nanoseconds} ns/op\t       0 B/op\t       0 allocs/op\n`;
  const output = `=== RUN   BenchmarkX\nBenchmarkX\n${[1, 2, 3].map((round) => printed + measured(round)).join('')}PASS\n`;
  const { results, hasPrintedResults } = finish(readResultsOf(output, 'BenchmarkX', { count: 3 }));
  assert.deepEqual(results.map(({ values }) => values[0]!.value), [1, 2, 3]);
  assert.ok(hasPrintedResults);
});
