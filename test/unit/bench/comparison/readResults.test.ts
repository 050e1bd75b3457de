import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './inputs';

test('results are counted among log lines, which stay in the text', () => {
  const text = 'starting up: 3 workers\nBenchmarkA-8 \t 100 \t 12 ns/op\nrandom log\nPASS\nok \tx\t1.2s\n';
  const { count, skippedCount, text: kept } = read(text);
  assert.deepEqual([count, skippedCount, kept], [1, 0, text]);
});

test('figures that a benchmark splits from its name by printing are found', () => {
  const { count, text } = read('BenchmarkA-8 \tloading…\ndone\n     100\t 12 ns/op\nBenchmarkB-8 \t 100\t 7 ns/op\nPASS\n');
  assert.equal(count, 2);
  assert.match(text, /^BenchmarkA-8\t100\t12 ns\/op\nBenchmarkB-8\t100\t7 ns\/op\n$/);
});

test('a log line longer than benchstat reads does not hide the results', () => {
  const { count } = read(`${'x'.repeat(70_000)}\nBenchmarkA-8 \t 100 \t 12 ns/op\n`);
  assert.equal(count, 1);
});

test('text without results has a count of 0, whatever it is', () => {
  for (const text of ['', '\n', 'hello: world\n', '{"Action":"start"}\n', 'Benchmark\n', '\0\0']) {
    assert.equal(read(text).count, 0, JSON.stringify(text));
  }
});

test('lines that begin like a result and are not one are named with their line', () => {
  const { count, skipped, skippedCount } = read('BenchmarkA 100 1 ns/op\nBenchmarkB 100 1\nBenchmarkC x 1 ns/op\n');
  assert.deepEqual([count, skippedCount], [1, 2]);
  assert.deepEqual(skipped, [
    'line 2: missing units', 'line 3: parsing iteration count: invalid syntax',
  ]);
});

test('the output of go test -json reads like the text in it, with the packages apart', () => {
  const events = [
    { Package: 'a', Output: 'pkg: a\n' },
    { Package: 'b', Output: 'pkg: b\n' },
    { Package: 'a', Output: 'BenchmarkA-8 \t' },
    { Package: 'b', Output: 'BenchmarkB-8 \t' },
    { Package: 'a', Output: ' 100\t 12 ns/op\n' },
    { Package: 'b', Output: ' 100\t 13 ns/op\n' },
  ];
  const lines = events.map((event) => JSON.stringify({ Time: '2026-01-01T00:00:00Z', Action: 'output', ...event }));
  const { count, text } = read(['not JSON', ...lines].slice(1).join('\n'));
  assert.equal(count, 2);
  assert.match(text, /^pkg: a\nBenchmarkA-8 \t 100\t 12 ns\/op\n\npkg: b\nBenchmarkB-8 \t 100\t 13 ns\/op\n$/);
});

test('the values of each key are known, with an empty one where a result has none', () => {
  const { config } = read('goos: linux\nBenchmarkA 1 1 ns/op\ncommit: x\nBenchmarkB 1 1 ns/op\ngoos:\nBenchmarkC 1 1 ns/op\n');
  assert.deepEqual([...config].map(([key, values]) => [key, [...values]]), [['goos', ['linux', '']], ['commit', ['', 'x']]]);
});
