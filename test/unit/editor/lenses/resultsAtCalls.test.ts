import assert from 'node:assert/strict';
import test from 'node:test';
import '../../../shared/someVscode';
import { groupByName } from '../../../../src/bench/resultsByCase';
import { parseBenchmarks } from '../../../shared/inOneStep';
import { titleAtCall } from '../../../../src/editor/lenses/benchmarkLenses';
import { resultsAtCalls } from '../../../../src/editor/lenses/resultsAtCalls';
import { LITERALS, LOOP } from './benchmarkSources';

/** `line: title` of each lens at a call, for a benchmark with results of these names, such as `/size=10`. */
function titles(source: string, ...names: string[]): string[] {
  const lines = source.split('\n');
  const output = names.map((name) => `BenchmarkX${name}-8 \t 10\t 312 ns/op`).join('\n');
  const groups = groupByName(parseBenchmarks(output).results);
  return resultsAtCalls(groups, lines, { from: 1, to: lines.length }).map((call) => `${call.line}: ${titleAtCall(call)}`);
}

const sizes = (count: number, prefix = 'size=') => Array.from({ length: count }, (_, i) => `/${prefix}${i}`);

test('a result is shown at the b.Run call with the same literal name, in which underscores replace spaces', () => {
  assert.deepEqual(titles(LITERALS, '/short_text', '/long'), ['2: 312\u202fns/op', '3: 312\u202fns/op']);
});

test('many results of one call share one lens', () => {
  assert.deepEqual(titles(LOOP, ...sizes(40)), ['3: 40 results…']);
});

test('a single result of a call with a computed name is shown with its name', () => {
  assert.deepEqual(titles(LOOP, '/size=10'), ['3: size=10: 312\u202fns/op']);
});

test('repeated runs of one case are shown as their median', () => {
  assert.deepEqual(titles(LITERALS, '/long', '/long'), ['3: 312\u202fns/op  (median of 2)']);
});

test("the benchmark's own result, and results that match no call, are not shown at calls", () => {
  assert.deepEqual(titles(LITERALS, '', '/gone', '/other'), []);
});

test('of nested calls, only the innermost has results, whose names include those of the outer calls', () => {
  const nested = `func BenchmarkX(b *testing.B) {
	b.Run("encode", func(b *testing.B) {
		for _, n := range sizes {
			b.Run(strconv.Itoa(n), func(b *testing.B) { run(b, n) })
		}
	})
	b.Run("decode", func(b *testing.B) {
		for _, n := range sizes {
			b.Run(strconv.Itoa(n), func(b *testing.B) { run(b, n) })
		}
	})
}`;
  assert.deepEqual(titles(nested, '/encode/1', '/encode/2', '/decode/1'), ['4: 2 results…', '9: decode/1: 312\u202fns/op']);
});

test('a call with a literal name inside a call with computed names has the results for all these names', () => {
  const nested = LOOP.replace('run(b, n)', 'b.Run("twice", func(b *testing.B) { run(b, n) })');
  assert.deepEqual(titles(nested, '/size=1/twice', '/size=2/twice'), ['4: 2 results…']);
});

test('a literal name in a loop matches the names to which package testing adds numbers', () => {
  const loop = LOOP.replace('fmt.Sprintf("size=%d", n)', '"size"');
  assert.deepEqual(titles(loop, '/size', '/size#01', '/size#02'), ['3: 3 results…']);
});

test('calls are distinguished by the start of their names, and results that match several calls are not shown', () => {
  const source = `func BenchmarkX(b *testing.B) {
	for _, n := range sizes {
		b.Run("n="+strconv.Itoa(n), func(b *testing.B) { run(b, n) })
		b.Run(fmt.Sprint("m=", n), func(b *testing.B) { run(b, n) })
	}
}`;
  assert.deepEqual(titles(source, '/n=1', '/n=2', '/m=1'), ['3: 2 results…', '4: m=1: 312\u202fns/op']);
  const unknown = source.replace('fmt.Sprint("m=", n)', 'nameOf(n)');
  assert.deepEqual(titles(unknown, '/n=1', '/x', '/y'), ['4: 2 results…']);
});

test('the sub-benchmarks of a helper function are shown at the call that runs the helper', () => {
  const helper = 'func BenchmarkX(b *testing.B) {\n\tb.Run("gzip", benchAll)\n}';
  assert.deepEqual(titles(helper, '/gzip/1', '/gzip/2'), ['2: 2 results…']);
});

test('a call may span several lines, and calls other than b.Run are ignored', () => {
  const source = `func BenchmarkX(b *testing.B) {
	cmd.Run()
	group.Run(ctx)
	b.Run(
		"a,b",
		func(b *testing.B) { run(b, 1) },
	)
}`;
  assert.deepEqual(titles(source, '/a,b'), ['4: 312\u202fns/op']);
});

test('in incomplete source, results are shown at the calls that can be parsed', () => {
  assert.deepEqual(titles(LITERALS.replace('run(b, 9) })', 'run(b, 9'), '/short_text'), ['2: 312\u202fns/op']);
});
