import assert from 'node:assert/strict';
import test from 'node:test';
import { groupByName } from '../../../../src/bench/resultsByCase';
import { parseBenchmarks } from '../../../../src/bench/parseOutput';
import type { CaptureRecord } from '../../../../src/bench/captures/captureStore';
import { latestVerdicts } from '../../../../src/bench/latestVerdicts';
import { titleAtCall } from '../../../../src/editor/lenses/lensTitles';
import { resultsAtCalls, verdictAtCall } from '../../../../src/editor/lenses/resultsAtCalls';

/** `line: title` of each lens at a call, for a benchmark with results of these names, such as `/size=10`. */
function titles(source: string, ...names: string[]): string[] {
  const lines = source.split('\n');
  const output = names.map((name) => `BenchmarkX${name}-8 \t 10\t 312 ns/op`).join('\n');
  const groups = groupByName(parseBenchmarks(output).results);
  return resultsAtCalls(groups, lines, { from: 1, to: lines.length }).map((call) => `${call.line}: ${titleAtCall(call)}`);
}

const sizes = (count: number, prefix = 'size=') => Array.from({ length: count }, (_, i) => `/${prefix}${i}`);

const LITERALS = `func BenchmarkX(b *testing.B) {
	b.Run("short text", func(b *testing.B) { run(b, 1) })
	b.Run(\`long\`, func(b *testing.B) { run(b, 9) })
	// b.Run("gone", func(b *testing.B) {})
}`;

const LOOP = `func BenchmarkX(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			run(b, n)
		})
	}
}`;

test('a result is shown at the b.Run call with the same literal name, in which underscores replace spaces', () => {
  assert.deepEqual(titles(LITERALS, '/short_text', '/long'), ['2: 312.0 ns/op', '3: 312.0 ns/op']);
});

test('many results of one call share one lens', () => {
  assert.deepEqual(titles(LOOP, ...sizes(40)), ['3: 40 results…']);
});

test('a single result of a call with a computed name is shown with its name', () => {
  assert.deepEqual(titles(LOOP, '/size=10'), ['3: size=10: 312.0 ns/op']);
});

test('repeated runs of one case are shown as their median', () => {
  assert.deepEqual(titles(LITERALS, '/long', '/long'), ['3: 312.0 ns/op  (median of 2)']);
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
  assert.deepEqual(titles(nested, '/encode/1', '/encode/2', '/decode/1'), ['4: 2 results…', '9: decode/1: 312.0 ns/op']);
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
  assert.deepEqual(titles(source, '/n=1', '/n=2', '/m=1'), ['3: 2 results…', '4: m=1: 312.0 ns/op']);
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
  assert.deepEqual(titles(source, '/a,b'), ['4: 312.0 ns/op']);
});

test('in incomplete source, results are shown at the calls that can be parsed', () => {
  assert.deepEqual(titles(LITERALS.replace('run(b, 9) })', 'run(b, 9'), '/short_text'), ['2: 312.0 ns/op']);
});

/** Four results for each name, from `time` to `time + 3` ns/op. */
const timed = (time: number, ...names: readonly string[]) => [0, 1, 2, 3].flatMap((extra) =>
  parseBenchmarks(names.map((name) => `BenchmarkX${name} \t 10\t ${time + extra} ns/op`).join('\n')).results);

/** A capture that Measure Again made: 100 ns/op before, 50 ns/op now. */
function measured(id: string, names: readonly string[], overrides: Partial<CaptureRecord['again']> = {}): CaptureRecord {
  const again = { base: { id: 'old', capturedAt: 0 }, before: timed(100, ...names), wanted: 4, notes: [], ...overrides };
  return { id, title: 'BenchmarkX', capturedAt: 0, profiles: [], results: timed(50, ...names), again };
}

/** `line: title` of the verdict at each call, with `→ id` if its capture measured nothing else. */
function verdictsAt(source: string, shown: CaptureRecord['results'], ...captures: readonly CaptureRecord[]): string[] {
  const lines = source.split('\n');
  return resultsAtCalls(groupByName(shown), lines, { from: 1, to: lines.length }).flatMap((call) => {
    const verdict = verdictAtCall(call, latestVerdicts(captures));
    return verdict ? [`${call.line}: ${verdict.title}${verdict.alone === undefined ? '' : ` → ${verdict.alone}`}`] : [];
  });
}

const FASTER = '49.3 % faster (p = 0.029, n = 4+4)';

test('each case has its own verdict at its call', () => {
  const names = ['/short_text-8', '/long-8'];
  const both = measured('b', names);
  assert.deepEqual(verdictsAt(LITERALS, both.results, both), [`2: ${FASTER}`, `3: ${FASTER}`]);
  const alone = measured('c', ['/long-8'], { base: { id: 'old', capturedAt: 0, revision: 'v1' } });
  assert.deepEqual(verdictsAt(LITERALS, [...timed(50, '/short_text-8'), ...alone.results], alone, both), [
    `2: ${FASTER}`, `3: against v1: ${FASTER} → c`,
  ]);
});

test('the verdict on one case with a computed name has its name, and a verdict on several cases counts them', () => {
  const capture = measured('b', ['/size=1-8']);
  assert.deepEqual(verdictsAt(LOOP, capture.results, capture), [`3: size=1: ${FASTER} → b`]);
  const ofThree = measured('b', ['/size=1-8', '/size=2-8', '/size=3-8']);
  assert.deepEqual(verdictsAt(LOOP, ofThree.results, ofThree), ['3: 3 cases: 3 faster']);
  const twoCaptures = [measured('d', ['/size=2-8']), capture];
  const results = twoCaptures.flatMap((each) => each.results);
  assert.deepEqual(verdictsAt(LOOP, results, ...twoCaptures), ['3: 2 cases: 2 faster'], 'the lines of no single capture show both');
  const shown = [...ofThree.results, ...timed(9, '/size=4-8')];
  assert.deepEqual(verdictsAt(LOOP, shown, ofThree), ['3: 3 of 4 cases: 3 faster']);
});

test('a case that ran with several values of GOMAXPROCS counts once for each value', () => {
  const capture = measured('b', ['/long-2', '/long-4']);
  assert.deepEqual(verdictsAt(LITERALS, capture.results, capture), ['3: 2 cases: 2 faster']);
});

test('a verdict on results other than the shown ones is left out', () => {
  const capture = measured('b', ['/long-8']);
  assert.deepEqual(verdictsAt(LITERALS, timed(49, '/long-8'), capture), []);
  const later = { ...capture, id: 'c', results: timed(60, '/long-8'), again: undefined };
  assert.deepEqual(verdictsAt(LITERALS, later.results, later, capture), []);
});

test('a partial verdict on a case is marked as partial', () => {
  const capture = measured('b', ['/long-8'], { wanted: 10, stopped: 'cancelled' });
  assert.deepEqual(verdictsAt(LITERALS, capture.results, capture), [`3: partial (4+4 of 10+10): ${FASTER} → b`]);
});
