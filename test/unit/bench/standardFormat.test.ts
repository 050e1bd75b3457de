import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmarks } from '../../shared/inOneStep';
import { standardText } from '../../../src/bench/standardFormat';

const OUTPUT = `goos: linux
goarch: amd64
pkg: example.com/a
cpu: Model A
Unit p99-ns better=lower
BenchmarkJoin/size=10-8         	 1000000	      1043 ns/op	        12.50 p99-ns	      53 B/op	       2 allocs/op
BenchmarkJoin/size=10-8 	loading
 1000000	      1051.5 ns/op	      53 B/op	       2 allocs/op
note: changed
BenchmarkOther 	       1	 1e+09 ns/op
PASS
`;

test('results written in the standard format parse to the same results', () => {
  const parsed = parseBenchmarks(OUTPUT);
  const text = standardText(parsed.results, parsed.units);
  const reparsed = parseBenchmarks(text);
  const withoutLines = (results: typeof parsed.results) => results.map((result) => ({ ...result, line: 0 }));
  assert.deepEqual(withoutLines(reparsed.results), withoutLines(parsed.results));
  assert.deepEqual([reparsed.units, reparsed.problems], [parsed.units, []]);
  assert.equal(text.split('\n')[5], 'BenchmarkJoin/size=10-8\t1000000\t1043 ns/op\t12.5 p99-ns\t53 B/op\t2 allocs/op');
});

test('the standard format unsets a key that no longer applies, and is empty without results', () => {
  const [first, last] = parseBenchmarks('a: 1\nBenchmarkX 1 1 ns/op\na:\nBenchmarkX 1 1 ns/op\n').results;
  assert.equal(standardText([first!, last!]), 'a: 1\nBenchmarkX\t1\t1 ns/op\na:\nBenchmarkX\t1\t1 ns/op\n');
  assert.equal(standardText([]), '');
});
