import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBenchmarks } from '../../../src/bench/parseOutput';
import { ResultStream } from '../../../src/bench/resultStream';
import { finish } from '../../../src/profile/common/guard';

const OUTPUT = [
  'goos: linux', 'pkg: example.com/a', 'BenchmarkX/a-2         \t     100\t      12 ns/op\t       0 B/op\t       0 allocs/op\r',
  'BenchmarkX/b-2         \tloading…', 'done     200\t      13 ns/op\t       0 B/op\t       0 allocs/op',
  'BenchmarkX/c-2         \tBenchmarkX/c-2 \t 1 \t 5 ns/op', `x${'y'.repeat(200_000)}`,
  '     300\t      14 ns/op\t       0 B/op\t       0 allocs/op', 'PASS', '',
].join('\n');

test('an output in pieces of any size has the results of the whole output', () => {
  const whole = finish(readBenchmarks(OUTPUT));
  for (const size of [1, 7, 64, 1000, OUTPUT.length]) {
    const stream = new ResultStream();
    for (let at = 0; at < OUTPUT.length; at += size) stream.append(OUTPUT.slice(at, at + size));
    assert.deepEqual(stream.soFar().results, whole.results, `pieces of ${size}`);
    assert.equal(stream.count, whole.results.length);
  }
});

test('a result counts when its line has ended, and figures that the benchmark itself prints do not', () => {
  const stream = new ResultStream();
  const countAfter = (text: string) => {
    stream.append(text);
    return stream.count;
  };
  assert.equal(countAfter('BenchmarkX/a-2 \t'), 0);
  assert.equal(countAfter('     100\t      12 ns/op'), 0);
  assert.equal(countAfter('\n'), 1);
  assert.equal(countAfter('BenchmarkX/b-2         \tBenchmarkX/b-2 \t 1 \t 5 ns/op\n'), 1);
  assert.equal(countAfter('     300\t      14 ns/op\n'), 2);
});

test('a program that prints lines like results without end does not fill the memory', () => {
  const stream = new ResultStream();
  for (let i = 0; i < 30; i++) stream.append('BenchmarkX/a-2 1 12 ns/op\n'.repeat(1000));
  assert.equal(stream.count, 10_000);
});
