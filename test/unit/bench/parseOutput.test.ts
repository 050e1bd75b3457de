import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBenchmarks } from '../../shared/inOneStep';

/** One line per result: `name | iterations | value unit, value unit`. */
function resultLines(text: string): string[] {
  return parseBenchmarks(text).results.map(
    ({ name, iterations, values }) =>
      `${name} | ${iterations} | ${values.map(({ value, unit }) => `${value} ${unit}`).join(', ')}`,
  );
}

test('reads a result line with custom metrics and MB/s in the order printed', () => {
  const line = 'BenchmarkMetric-2   \t      10\t        66.10 ns/op\t 151.29 MB/s\t1000000000 big/op\t       0 B/op';
  assert.deepEqual(resultLines(line), ['BenchmarkMetric-2 | 10 | 66.1 ns/op, 151.29 MB/s, 1000000000 big/op, 0 B/op']);
});

test('splits a name into function, sub-benchmarks and GOMAXPROCS', () => {
  const parts = (name: string) => {
    const result = parseBenchmarks(`${name} 1 5 ns/op`).results[0];
    return [result?.baseName, result?.subName, result?.procs];
  };
  assert.deepEqual(parts('BenchmarkA'), ['BenchmarkA', '', 1]);
  assert.deepEqual(parts('BenchmarkA-16'), ['BenchmarkA', '', 16]);
  assert.deepEqual(parts('BenchmarkA/size=10-8'), ['BenchmarkA', 'size=10', 8]);
  assert.deepEqual(parts('BenchmarkA/x_y/z-3-2'), ['BenchmarkA', 'x_y/z-3', 2]);
  assert.deepEqual(parts('BenchmarkA/b-'), ['BenchmarkA', 'b-', 1]);
});

test('gives each result the configuration above it', () => {
  const text = [
    'goos: linux',
    'pkg: a.b/c',
    'BenchmarkA 1 5 ns/op',
    'pkg: a.b/d',
    'goos:',
    'BenchmarkB 1 5 ns/op',
  ].join('\n');
  const [a, b] = parseBenchmarks(text).results;
  assert.deepEqual(a?.config, { goos: 'linux', pkg: 'a.b/c' });
  assert.deepEqual(b?.config, { pkg: 'a.b/d' });
});

test('does not read prose as configuration', () => {
  const text = 'Note: capital\nhas space: x\n: none\nkey:novalue\nBenchmarkA 1 5 ns/op';
  assert.deepEqual(parseBenchmarks(text).results[0]?.config, {});
});

test('joins a result that the benchmark split by printing', () => {
  const text = [
    'BenchmarkSplit/x_y/z-3-2         \tmid 0',
    'seen 12\t5 rows',
    'tail 12 34 ns/op      10\t      2803 ns/op\t     108 B/op\t       1 allocs/op',
    'BenchmarkNext-2   \t      10\t     74.10 ns/op',
  ].join('\n');
  assert.deepEqual(resultLines(text), [
    'BenchmarkSplit/x_y/z-3-2 | 10 | 2803 ns/op, 108 B/op, 1 allocs/op',
    'BenchmarkNext-2 | 10 | 74.1 ns/op',
  ]);
  assert.deepEqual(parseBenchmarks(text).problems, []);
});

test('joins a result that the benchmark split without ending the line', () => {
  const text = 'BenchmarkSub/a-2   \tone word        5\t     74.10 ns/op\t       0 allocs/op';
  assert.deepEqual(resultLines(text), ['BenchmarkSub/a-2 | 5 | 74.1 ns/op, 0 allocs/op']);
});

test('finds a result that follows output without a newline', () => {
  assert.deepEqual(resultLines('doneBenchmarkPrint-2   \t      10\t       130.2 ns/op'), [
    'BenchmarkPrint-2 | 10 | 130.2 ns/op',
  ]);
});

test('finds the result between output that ended without a newline', () => {
  const figures = '     100\t      2167 ns/op\t       2 B/op\t       0 allocs/op';
  const read = '100 | 2167 ns/op, 2 B/op, 0 allocs/op';
  const first = 'BenchmarkA-2    \t     200\t 1.5 ns/op';
  for (const text of ['hello', '50\u202f%', 'step 1', '12 of 3 ', 'a\tb', '\t3 ns/op', 'hello 12']) {
    const output = `${text}BenchmarkX-2     \t${text}${text}${figures}`;
    assert.deepEqual(resultLines(output), [`BenchmarkX-2 | ${read}`], output);
    assert.deepEqual(resultLines(`${first}\n${output}`), ['BenchmarkA-2 | 200 | 1.5 ns/op', `BenchmarkX-2 | ${read}`], output);
    assert.deepEqual(resultLines(`${text.trimEnd()}BenchmarkX-2     \t${text}\n${text}${figures}`), [`BenchmarkX-2 | ${read}`], output);
  }
  const twoNames = `BenchmarkA-2 \tBenchmarkX-2     \tBenchmarkA-2 \tseen${figures}`;
  assert.deepEqual(resultLines(`hello ${twoNames}`), [], 'which of the names is that of the result is not known');
});

test('a number of iterations that may continue printed digits is not read', () => {
  const iterations = (text: string) => parseBenchmarks(`BenchmarkX-2     \t${text}\t 12.5 ns/op`).results[0]?.iterations;
  assert.equal(iterations('run 12345678'), 12_345_678, 'a count of fewer than eight digits begins with a space');
  assert.equal(iterations('run 112345678'), undefined, 'run 1 and 12345678, or run and 112345678');
  assert.equal(iterations('hello1000000000'), 1_000_000_000, 'no count begins with 0');
  assert.equal(iterations('run 1 1234567'), 1_234_567);
});

test('a line of a log that names a benchmark does not hide the figures before it', () => {
  const output = 'BenchmarkA-2    \t     200\t 1.5 ns/op\nsee BenchmarkB \tfor more\nBenchmarkC-2    \t     300\t 2.5 ns/op\nPASS';
  assert.deepEqual(resultLines(output), ['BenchmarkA-2 | 200 | 1.5 ns/op', 'BenchmarkC-2 | 300 | 2.5 ns/op']);
  assert.deepEqual(parseBenchmarks(output).problems, []);
});

test('reads -v output, where the bare name comes first', () => {
  const { results, problems } = parseBenchmarks('BenchmarkA\nBenchmarkA/x\nBenchmarkA/x-2   \t 10\t 1 ns/op\nPASS');
  assert.deepEqual(results.map((result) => result.line), [3]);
  assert.deepEqual(problems, []);
});

test('reports a malformed result line and continues', () => {
  const text = [
    'Benchmarking the cache now',
    'BenchmarkBad-2   \t--- FAIL: BenchmarkBad-2',
    'BenchmarkShort 10',
    'BenchmarkUnit 10 12 ns/op 5',
    'BenchmarkGood 10 12 ns/op',
  ].join('\n');
  const { results, problems } = parseBenchmarks(text);
  assert.deepEqual(results.map((result) => result.name), ['BenchmarkGood']);
  assert.deepEqual([...problems].sort((a, b) => a.line - b.line), [
    { line: 1, message: 'iteration count is not a number: the' },
    { line: 2, message: 'iteration count is not a number: ---' },
    { line: 3, message: 'missing measurements' },
    { line: 4, message: 'missing unit' },
  ]);
});

test('reads numbers as Go prints them, and Windows line endings', () => {
  assert.deepEqual(resultLines('BenchmarkA 1 1e+09 ns/op NaN x +Inf y -2.5 z\r\n'), [
    'BenchmarkA | 1 | 1000000000 ns/op, NaN x, Infinity y, -2.5 z',
  ]);
});

test('reads Unit lines', () => {
  assert.deepEqual(parseBenchmarks('Unit ns/op better=lower assume=exact').units, [
    { unit: 'ns/op', key: 'better', value: 'lower' },
    { unit: 'ns/op', key: 'assume', value: 'exact' },
  ]);
});

test('reads at most 16 configuration keys, and shares the configuration between results', () => {
  const keys = Array.from({ length: 3000 }, (_, i) => `req-${i}: done`).join('\n');
  const { results } = parseBenchmarks(`goos: linux\n${keys}\nBenchmarkA 1 5 ns/op\nBenchmarkB 1 5 ns/op`);
  assert.equal(results[0]?.config.goos, 'linux');
  assert.ok(Object.keys(results[0].config).length <= 16);
  assert.equal(results[0].config, results[1]?.config);
});

test('figures of go test replace result lines that the benchmark printed after its name', () => {
  const measuredLine = '      10\t     312.0 ns/op\t       0 B/op\t       0 allocs/op';
  const printedLine = 'BenchmarkX-2 \t     100\t       1.0 ns/op\t       0 B/op\t       0 allocs/op';
  for (const output of [
    `BenchmarkX-2   \t${printedLine}\n${measuredLine}`,
    `BenchmarkX-2   \t${printedLine}\n${printedLine}\n${printedLine}\n${measuredLine}`,
    `BenchmarkX-2   \tworking\n${printedLine}\n${measuredLine}`,
    `BenchmarkX-2   \tworking\n${printedLine.replace('-2', '')}\nPASS\n${measuredLine}`,
    `BenchmarkX-2   \t     100\t       1.0 ns/op\n${measuredLine}`,
  ]) {
    const { results, displaced } = parseBenchmarks(`${output}\nPASS\n`);
    assert.deepEqual(results.map(({ name, iterations }) => [name, iterations]), [['BenchmarkX-2', 10]], output);
    assert.ok(displaced > 0);
  }
});

test('keeps the result of each run of a benchmark that prints', () => {
  const measuredLine = '      10\t     312.0 ns/op';
  const output = `BenchmarkX-2   \tworking\n${measuredLine}\nBenchmarkX-2   ${'\t'}${measuredLine}\nBenchmarkY-2   ${'\t'}${measuredLine}\n`;
  const { results, displaced } = parseBenchmarks(output);
  assert.deepEqual(results.map(({ name }) => name), ['BenchmarkX-2', 'BenchmarkX-2', 'BenchmarkY-2']);
  assert.equal(displaced, 0);
});

test('lines that TestMain prints after PASS are not results', () => {
  const line = 'BenchmarkX-2 \t 10\t 312 ns/op\n';
  const { results, displaced } = parseBenchmarks(`${line}PASS\n${line.replace('312', '1')}ok  \tm\t1.0s\n`);
  assert.deepEqual(results.map(({ values }) => values[0]?.value), [312]);
  assert.equal(displaced, 1);
});

test('every run of a benchmark that prints result lines has the figures of go test', () => {
  const printedLine = 'BenchmarkX-2 \t 1000000\t         1.0 ns/op';
  const measuredLine = '      10\t     312.0 ns/op';
  const run = `BenchmarkX-2   \t${printedLine}\n${printedLine.replace('-2', '-4')}\n${measuredLine}\n`;
  const { results } = parseBenchmarks(`${run}${run}PASS\n`);
  assert.deepEqual(results.map(({ name, iterations }) => [name, iterations]), [['BenchmarkX-2', 10], ['BenchmarkX-2', 10]]);
});

test('a failed round has no result, and the results of the other rounds are kept', () => {
  const round = (nanoseconds: number) => `BenchmarkX-2   \t      20\t        ${nanoseconds} ns/op`;
  const failure = ['BenchmarkX-2   \t--- FAIL: BenchmarkX', '    a_test.go:38: run two', '--- FAIL: BenchmarkX-2', '    a_test.go:38: run two'];
  const { results, displaced } = parseBenchmarks([round(1), ...failure, round(3), round(4), 'PASS', ''].join('\n'));
  assert.deepEqual([results.map(({ values }) => values[0]!.value), displaced], [[1, 3, 4], 0]);
});
