import assert from 'node:assert/strict';
import test from 'node:test';
import { parseBenchmarks } from '../../../src/bench/parse';
import { placeResults } from '../../../src/editor/subResults';

const SOURCE = `func BenchmarkX(b *testing.B) {
	b.Run("short text", func(b *testing.B) { run(b, 1) })
	b.Run(\`long\`, func(b *testing.B) { run(b, 9) })
	for _, n := range sizes {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) { run(b, n) })
	}
	for _, n := range sizes {
		b.Run(fmt.Sprint("each=", n), func(b *testing.B) {
			b.Run("twice", func(b *testing.B) { run(b, n) })
		})
	}
}
func BenchmarkY(b *testing.B) { b.Run("n=1", nil) }`.split('\n');

function place(...names: string[]) {
  const output = names.map((name) => `BenchmarkX${name}-8 \t 10\t 312 ns/op`).join('\n');
  const { atLines, atBenchmark } = placeResults(parseBenchmarks(output).results, SOURCE, { from: 1, to: 12 });
  const named = atLines.filter(({ isNamedThere }) => isNamedThere);
  const stacked = atLines.filter(({ isNamedThere }) => !isNamedThere);
  return {
    named: named.map(({ subName, line, results: group }) => [subName, line, group.length]),
    stacked: stacked.map(({ subName, line }) => [subName, line]),
    atBenchmark: atBenchmark.map(({ subName }) => subName),
  };
}

test('a sub-benchmark with a literal name stands at its call, spaces read as the testing package writes them', () => {
  assert.deepEqual(place('/short_text', '/long').named, [['short_text', 2, 1], ['long', 3, 1]]);
});

test("the benchmark's own result stands at the benchmark", () => {
  assert.deepEqual(place(''), { named: [], stacked: [], atBenchmark: [''] });
});

test('names that are only known at run time stand one below the other, beside those that have their line', () => {
  assert.deepEqual(place('/n=1', '/short_text', '/n=2').stacked, [['n=1', 1], ['n=2', 3]]);
});

test('with one call that makes up names they stand from that call on', () => {
  const source = SOURCE.slice(0, 6);
  const output = 'BenchmarkX/n=1-8 \t 10\t 3 ns/op\nBenchmarkX/n=2-8 \t 10\t 4 ns/op\nBenchmarkX/n=3-8 \t 10\t 5 ns/op';
  const { atLines, atBenchmark } = placeResults(parseBenchmarks(output).results, source, { from: 1, to: 6 });
  assert.deepEqual(atLines.map(({ line }) => line), [5, 6]);
  assert.deepEqual(atBenchmark.map(({ subName }) => subName), ['n=3']);
});

test('a call that ran under several names is no place for one result', () => {
  assert.deepEqual(place('/each=1/twice', '/each=2/twice').named, []);
});

test('repeated runs of one name stand together', () => {
  assert.deepEqual(place('/long', '/long').named, [['long', 3, 2]]);
});
