import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmarks } from '../../../src/bench/parseOutput';
import { mergedResults, readResultsOf, resultsOf, runsOf } from '../../../src/bench/targetResults';
import { finish } from '../../../src/profile/work/guard';

const OUTPUT = `
BenchmarkX/a-8      	     100	  10.0 ns/op
BenchmarkX/a/b-8    	     200	  20.0 ns/op
BenchmarkX/ab-8     	     300	  30.0 ns/op
BenchmarkXY-8       	     400	  40.0 ns/op
`;

const namesOf = (name: string) => resultsOf(OUTPUT, name).map(({ subName }) => subName);

test('a benchmark has all its results and no others', () => {
  assert.deepEqual(namesOf('BenchmarkX'), ['a', 'a/b', 'ab']);
  assert.deepEqual(namesOf('BenchmarkXY'), ['']);
});

test('a case has its own results and those of its sub-benchmarks', () => {
  assert.deepEqual(namesOf('BenchmarkX/a'), ['a', 'a/b']);
  assert.deepEqual(namesOf('BenchmarkX/a/b'), ['a/b']);
  assert.deepEqual(namesOf('BenchmarkX/b'), []);
});

const read = (...cases: readonly string[]) =>
  parseBenchmarks(cases.map((text) => `BenchmarkX/${text} ns/op`).join('\n')).results;

test('results of a case replace its older ones', () => {
  const before = read('a-8 1 10', 'a-8 1 11', 'b-8 1 20', 'c-8 1 30');
  const merged = mergedResults(before, read('b-4 9 21', 'b-4 9 22', 'b-4 9 23'));
  const shown = merged.map(({ subName, values: [first] }) => `${subName} ${first!.value}`);
  assert.deepEqual(shown, ['a 10', 'a 11', 'b 21', 'b 22', 'b 23', 'c 30']);
});

test('results of a new case come last', () => {
  const merged = mergedResults(read('a-8 1 10'), read('d-8 1 40'));
  assert.deepEqual(merged.map(({ subName }) => subName), ['a', 'd']);
  assert.deepEqual(mergedResults([], merged), merged);
});

test('if there are more results than runs, the last are those of go test', () => {
  const own = 'BenchmarkX-2 \t 100\t 1 ns/op\n';
  const real = 'BenchmarkX-2   \t      10\t     312.0 ns/op\n';
  const counts = (output: string, runs: number) => {
    const { results, hasPrintedResults } = finish(readResultsOf(output, 'BenchmarkX', runsOf(runs, [])));
    return [results.map(({ iterations }) => iterations), hasPrintedResults];
  };
  assert.deepEqual(counts(own + own + real, 1), [[10], true]);
  assert.deepEqual(counts(own.replace('-2', '-7') + real, 1), [[10], true]);
  assert.deepEqual(counts(own + real + real, 2), [[10, 10], true]);
  assert.deepEqual(counts(real + real, 2), [[10, 10], false]);
});

test('each number of processors is a separate run', () => {
  assert.deepEqual(runsOf(3, ['-v', '-cpu=1,2,4']), { each: 9, processorCounts: 3 });
  assert.deepEqual(runsOf(undefined, []), { each: 1, processorCounts: 1 });
});

test('with one processor, a number at the end of a case belongs to its name', () => {
  const output = ['n-1', 'n-2', 'other'].map((name) => `BenchmarkX/${name} \t 100\t 1 ns/op\n`).join('');
  const cases = (name: string, args: readonly string[] = []) => {
    const { results, hasPrintedResults } = finish(readResultsOf(output, name, runsOf(1, args)));
    assert.equal(hasPrintedResults, false);
    return results.map(({ subName, procs }) => `${subName} ${procs}`);
  };
  assert.deepEqual(cases('BenchmarkX'), ['n-1 1', 'n-2 1', 'other 1']);
  assert.deepEqual(cases('BenchmarkX/n-2'), ['n-2 1']);
  assert.deepEqual(cases('BenchmarkX', ['-cpu=1,2']), ['n 1', 'n 2', 'other 1']);
});

test('the number of processors is not part of the names of cases', () => {
  const output = ['n', 'n-2'].map((name) => `BenchmarkX/${name}-8 \t 100\t 1 ns/op\n`).join('');
  const { results } = finish(readResultsOf(output, 'BenchmarkX', runsOf(1, [])));
  assert.deepEqual(results.map(({ subName, procs }) => `${subName} ${procs}`), ['n 8', 'n-2 8']);
});
