import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkLoops as readLoops } from '../../../../src/go/code/benchmarkLoops';
import { finish } from '../../../../src/profile/common/guard';

const benchmarkLoops = (text: string) => finish(readLoops(text));

/** Checks that the lines of the loops are the lines with the comment `// loop`. */
function checkLoops(text: string): void {
  const expected = text.split('\n').flatMap((line, at) => (line.includes('// loop') ? [at + 1] : []));
  const actual = benchmarkLoops(text).lines.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i));
  assert.deepEqual(actual.sort((a, b) => a - b), expected);
}

test('the header of a benchmark loop of any form is found', () => {
  for (const clause of ['for b.Loop() {', 'for i := 0; i < b.N; i++ {', 'for range b.N {', 'for n := b.N; n > 0; n-- {']) {
    checkLoops(`
func BenchmarkX(b *testing.B) {
	data := load()
	for i := range data {
		data[i] = 1
	}
	${clause} // loop
		work(data)
		for range 3 {
			json.Marshal(data)
		}
	}
}`);
  }
});

test('the header of a loop may have several lines', () => {
  checkLoops(`
func BenchmarkX(b *testing.B) {
	for i := 0; // loop
		i < b.N; // loop
		i++ { // loop
		work()
	}
}`);
});

test('a loop on a single line has no header lines', () => {
  checkLoops('func BenchmarkX(b *testing.B) { for b.Loop() { json.Marshal(1) } }');
});

test('loops in function literals and inside other statements are found, with the calls that run them', () => {
  checkLoops(`
func BenchmarkX(bench *testing.B) {
	for _, size := range sizes {
		bench.Run(name(size), func(b *testing.B) { // loop
			if size > 1 {
				for b.Loop() { // loop
					work(size)
				}
			}
		})
	}
	bench.RunParallel(func(p *testing.PB) { // loop
		for p.Next() { // loop
			work(0)
		}
	})
}`);
});

test('other loops, strings and comments are not benchmark loops', () => {
  checkLoops(`
// for b.Loop() {
func BenchmarkX(b *testing.B) {
	text := "for b.Loop() {"
	for i := 0; i < c.N; i++ {
		work(text, b.N)
	}
	for range list.N {
	}
}`);
});

test('the functions that take a *testing.B are listed, without methods', () => {
  const { functions, lines } = benchmarkLoops(`
func benchmark(size int, b *testing.B) {
	for b.Loop() {
		work(size)
	}
}

func Benchmark10(b *testing.B) { benchmark(10, b) }

func work(size int) { use(func(b *testing.B) {}) }

func (s *suite) run(b *testing.B) {}

func TestX(t *testing.T) {}
`);
  assert.deepEqual(functions, ['benchmark', 'Benchmark10']);
  assert.deepEqual(lines, [[3, 3]]);
});

test('an incomplete file is read to its end', () => {
  assert.deepEqual(benchmarkLoops('func BenchmarkX(b *testing.B) {\n\tfor b.Loop('), { functions: ['BenchmarkX'], lines: [] });
  assert.deepEqual(benchmarkLoops(''), { functions: [], lines: [] });
});
