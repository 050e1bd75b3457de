import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkSetup } from '../../../../src/capture/goCode/benchmarkSetup';
import { finish } from '../../../../src/profile/work/guard';

/** The lines that are set-up: those that end with the comment `// setup`. */
function check(text: string, name = 'BenchmarkX'): void {
  const lines = text.split('\n');
  const wanted = lines.flatMap((line, at) => (line.includes('// setup') ? [at + 1] : []));
  const found = finish(benchmarkSetup(text, name)).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at));
  const isCode = (line: number) => !/^\s*(func |\}|\/\/|$)/.test(lines[line - 1]!);
  assert.deepEqual(found.filter(isCode).sort((a, b) => a - b), wanted);
}

test('lines before ResetTimer are set-up', () => {
  check(`
func BenchmarkX(b *testing.B) {
	data := load("a }") // setup
	b.ResetTimer() // setup
	work(data)
	use(b.N)
}`);
});

test('lines before the loop are set-up, whichever way it is written', () => {
  for (const clause of ['for b.Loop() {', 'for i := 0; i < b.N; i++ {', 'for range b.N {', 'for n := b.N; n > 0; n-- {']) {
    check(`
func BenchmarkX(b *testing.B) {
	data := load() // setup
	for i := range data { // setup
		data[i] = 1 // setup
	}
	${clause}
		work(data)
	}
	clean(data)
}`);
  }
});

test('a reset after the loop does not end the set-up', () => {
  check(`
func BenchmarkX(b *testing.B) {
	data := load() // setup
	for b.Loop() {
		work(data)
	}
	b.ResetTimer()
}`);
});

test('the body of RunParallel is measured', () => {
  check(`
func BenchmarkX(b *testing.B) {
	data := load() // setup
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			work(data)
		}
	})
}`);
});

test('sub-benchmarks have their own set-up, and everything around them is set-up', () => {
  check(`
func BenchmarkX(b *testing.B) {
	words := load() // setup
	for _, size := range sizes { // setup
		text := grow(size) // setup
		b.Run("size", func(b *testing.B) { // setup
			more := prepare(text) // setup
			b.ResetTimer() // setup
			for range b.N {
				work(more)
			}
		})
	}
	clean(words) // setup
}`);
});

test('another name for the benchmark, and another one in the file', () => {
  check(`
func BenchmarkOther(b *testing.B) {
	load()
	for b.Loop() {
	}
}

func BenchmarkX(bench *testing.B) {
	load() // setup
	for bench.Loop() {
		b.ResetTimer()
	}
}`);
});

test('there is no set-up if the text shows none', () => {
  check('func BenchmarkX(b *testing.B) {\n\trun(b)\n}');
  check('func BenchmarkX(b *testing.B) {\n\tif slow {\n\t\tload()\n\t\tb.ResetTimer()\n\t}\n\tfor i := 0; i < n; i++ {\n\t}\n}');
  check('func BenchmarkX(t *testing.T) {\n\tload()\n}');
  check('func BenchmarkX(b *testing.B) {\n\tload()\n\tfor b.Loo');
  check('package p');
});

test('lines between StopTimer and StartTimer are set-up, in a loop and in its blocks', () => {
  check(`
func BenchmarkX(b *testing.B) {
	b.StopTimer() // setup
	data := load() // setup
	for i := range b.N { // setup
		b.StartTimer() // setup
		work(data)
		if i%10 == 0 {
			b.StopTimer() // setup
			data = load() // setup
			b.StartTimer() // setup
		}
		work(data)
		b.StopTimer() // setup
		clean(data) // setup
	}
	b.Run("inner", func(b *testing.B) { // setup
		for b.Loop() {
			work(data)
			b.StopTimer(); clean(data); b.StartTimer() // setup
			work(data)
		}
	})
}`);
});
