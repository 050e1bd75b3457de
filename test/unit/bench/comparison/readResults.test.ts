import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from './inputs';

test('log lines are not counted as results and stay in the text', () => {
  const text = 'starting up: 3 workers\nBenchmarkA-8 \t 100 \t 12 ns/op\ncache warmed\nPASS\nok \tx\t1.2s\n';
  const { count, skippedCount, text: readText } = read(text);
  assert.deepEqual([count, skippedCount, readText], [1, 0, text]);
});

test('a result that the benchmark split by printing is joined', () => {
  const { count, text } = read('BenchmarkA-8 \tloading…\ndone\n     100\t 12 ns/op\nBenchmarkB-8 \t 100\t 7 ns/op\nPASS\n');
  assert.equal(count, 2);
  assert.match(text, /^BenchmarkA-8\t100\t12 ns\/op\nBenchmarkB-8\t100\t7 ns\/op\n$/);
});

test('a log line that is too long for benchstat does not hide the results', () => {
  const { count } = read(`${'x'.repeat(70_000)}\nBenchmarkA-8 \t 100 \t 12 ns/op\n`);
  assert.equal(count, 1);
});

test('text without results has a count of 0', () => {
  for (const text of ['', '\n', 'hello: world\n', '{"Action":"start"}\n', 'Benchmark\n', '\0\0']) {
    assert.equal(read(text).count, 0, JSON.stringify(text));
  }
});

test('malformed result lines are reported with their line numbers', () => {
  const { count, skipped, skippedCount } = read('BenchmarkA 100 1 ns/op\nBenchmarkB 100 1\nBenchmarkC x 1 ns/op\n');
  assert.deepEqual([count, skippedCount], [1, 2]);
  assert.deepEqual(skipped, [
    'line 2: missing units', 'line 3: parsing iteration count: invalid syntax',
  ]);
});

test('a Unit line with several malformed parts counts as one skipped line', () => {
  const text = 'Unit ns/op better\nUnit B/op better=lower exact better=higher up\nBenchmarkA 100 1 ns/op\n';
  const { count, skipped, skippedCount } = read(text);
  assert.deepEqual([count, skippedCount], [1, 2]);
  assert.deepEqual(skipped, [
    'line 1: expected key=value', 'line 2: expected key=value',
    'line 2: metadata better of unit B/op already set to lower', 'line 2: expected key=value',
  ]);
});

test('malformed lines in the output of go test -json are reported with the lines of the file', () => {
  const events = [
    { Package: 'a', Output: 'pkg: a\nBenchmarkA 100 1 ns/op\n' },
    { Package: 'b', Output: 'BenchmarkB ' },
    { Package: 'a', Output: 'BenchmarkC 100 1\n' },
    { Package: 'b', Output: '100 2\n' },
    { Package: 'b', Output: 'first\nBenchmarkD x 1 ns/op\n' },
  ];
  const lines = ['build output', ...events.map((event) => JSON.stringify({ Action: 'output', ...event }))];
  const { count, skipped } = read([...lines.slice(1), lines[0]!].join('\n'));
  assert.equal(count, 1);
  assert.deepEqual(skipped, ['line 3: missing units', 'line 2: missing units', 'line 5: parsing iteration count: invalid syntax']);
});

test('the output of go test -json is read as text, package by package', () => {
  const events = [
    { Package: 'a', Output: 'pkg: a\n' },
    { Package: 'b', Output: 'pkg: b\n' },
    { Package: 'a', Output: 'BenchmarkA-8 \t' },
    { Package: 'b', Output: 'BenchmarkB-8 \t' },
    { Package: 'a', Output: ' 100\t 12 ns/op\n' },
    { Package: 'b', Output: ' 100\t 13 ns/op\n' },
  ];
  const lines = events.map((event) => JSON.stringify({ Time: '2026-01-01T00:00:00Z', Action: 'output', ...event }));
  const { count, text } = read(lines.join('\n'));
  assert.equal(count, 2);
  assert.match(text, /^pkg: a\nBenchmarkA-8 \t 100\t 12 ns\/op\n\npkg: b\nBenchmarkB-8 \t 100\t 13 ns\/op\n$/);
});

test("config has all values of each key, and '' for results without the key", () => {
  const { config } = read('goos: linux\nBenchmarkA 1 1 ns/op\ncommit: x\nBenchmarkB 1 1 ns/op\ngoos:\nBenchmarkC 1 1 ns/op\n');
  assert.deepEqual([...config].map(([key, values]) => [key, [...values]]), [['goos', ['linux', '']], ['commit', ['', 'x']]]);
});
