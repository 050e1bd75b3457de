import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkLoops as readLoops } from '../../../../src/capture/goCode/benchmarkLoops';
import { finish } from '../../../../src/profile/work/guard';

const benchmarkLoops = (text: string) => finish(readLoops(text));

/** The lines of the loop are those that end with the comment `// loop`. */
function check(text: string): void {
  const wanted = text.split('\n').flatMap((line, at) => (line.includes('// loop') ? [at + 1] : []));
  const found = benchmarkLoops(text).lines.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at));
  assert.deepEqual(found.sort((a, b) => a - b), wanted);
}

test('the header of a benchmark loop is found in every form', () => {
  for (const clause of ['for b.Loop() {', 'for i := 0; i < b.N; i++ {', 'for range b.N {', 'for n := b.N; n > 0; n-- {']) {
    check(`
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

test('a header may have several lines', () => {
  check(`
func BenchmarkX(b *testing.B) {
	for i := 0; // loop
		i < b.N; // loop
		i++ { // loop
		work()
	}
}`);
});

test('a body on the header\'s line is not part of the loop\'s own lines', () => {
  check('func BenchmarkX(b *testing.B) { for b.Loop() { json.Marshal(1) } }');
});

test('loops in function literals and inside other statements are found, with the lines that wait for them', () => {
  check(`
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
  check(`
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

test('the functions with a loop are the benchmarks and their helpers', () => {
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
