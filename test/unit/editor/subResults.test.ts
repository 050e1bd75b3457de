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
  const { atRun, atBenchmark } = placeResults(parseBenchmarks(output).results, SOURCE, { from: 1, to: 12 });
  return {
    atRun: atRun.map(({ subName, line, results }) => [subName, line, results.length]),
    atBenchmark: atBenchmark.map(({ subName }) => subName),
  };
}

test('a sub-benchmark with a literal name stands at its call, spaces read as the testing package writes them', () => {
  assert.deepEqual(place('/short_text', '/long').atRun, [['short_text', 2, 1], ['long', 3, 1]]);
});

test('what only gets its name at run time stands at the benchmark, and so does the benchmark itself', () => {
  assert.deepEqual(place('', '/n=1', '/n=2'), { atRun: [], atBenchmark: ['', 'n=1', 'n=2'] });
});

test('a call that ran under several names has no single result, so these stand at the benchmark', () => {
  assert.deepEqual(place('/each=1/twice', '/each=2/twice').atBenchmark, ['each=1/twice', 'each=2/twice']);
});

test('repeated runs of one name stand together', () => {
  assert.deepEqual(place('/long', '/long').atRun, [['long', 3, 2]]);
});
