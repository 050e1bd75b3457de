import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkSetup } from '../../../../src/go/code/benchmarkSetup';
import { finish } from '../../../../src/profile/common/guard';

/** Checks that the setup lines have the comment `// setup`, or `// timed` if the timer measures them. */
function checkSetup(text: string, name = 'BenchmarkX', others: readonly string[] = []): void {
  const files = [text, ...others].map((source, i) => ({ file: `${i}_test.go`, text: source }));
  const setups = finish(benchmarkSetup(files, name));
  for (const { file, text: code } of files) {
    const lines = code.split('\n');
    const linesMarked = (word: string) => lines.flatMap((line, at) => (line.includes(`// ${word}`) ? [at + 1] : []));
    const isCode = (line: number) => !/^\s*(func |\}|\/\/|$)/.test(lines[line - 1]!);
    const setupsInFile = setups.filter((setup) => setup.file === file);
    const linesIn = (kind: 'lines' | 'timed' | 'repeated') => setupsInFile.flatMap((setup) => setup[kind]).flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, i) => first + i)).filter(isCode).sort((a, b) => a - b);
    assert.deepEqual(linesIn('timed'), linesMarked('timed'), `timed in ${file}`);
    if (code.includes('repeated')) assert.deepEqual(linesIn('repeated'), linesMarked('setup repeated'), `repeated in ${file}`);
    assert.deepEqual(linesIn('lines'), [...linesMarked('setup'), ...linesMarked('timed')].sort((a, b) => a - b), file);
  }
}

test('lines before ResetTimer are setup', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	data := load("a }") // setup
	b.ResetTimer() // setup
	work(data)
	use(b.N)
}`);
});

test('lines before a loop in any form are setup', () => {
  for (const clause of ['for b.Loop() {', 'for i := 0; i < b.N; i++ {', 'for range b.N {', 'for n := b.N; n > 0; n-- {']) {
    const kind = clause.includes('Loop') ? 'setup' : 'timed';
    checkSetup(`
func BenchmarkX(b *testing.B) {
	data := load() // ${kind}
	for i := range data { // ${kind}
		data[i] = 1 // ${kind}
	}
	${clause}
		work(data)
	}
	clean(data)
}`);
  }
});

test('a reset after the loop does not end the setup', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	data := load() // setup
	for b.Loop() {
		work(data)
	}
	b.ResetTimer()
}`);
});

test('lines before RunParallel are timed setup, and its body is not setup', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	data := load() // timed
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			work(data)
		}
	})
}`);
});

test('sub-benchmarks have their own setup, and everything around them is setup', () => {
  checkSetup(`
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

test('the parameter may have any name, and other benchmarks of the file do not count', () => {
  checkSetup(`
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

test('a function without a recognizable benchmark loop has no setup', () => {
  checkSetup('func BenchmarkX(b *testing.B) {\n\trun(b)\n}');
  checkSetup('func BenchmarkX(b *testing.B) {\n\tif slow {\n\t\tload()\n\t\tb.ResetTimer()\n\t}\n\tfor i := 0; i < n; i++ {\n\t}\n}');
  checkSetup('func BenchmarkX(t *testing.T) {\n\tload()\n}');
  checkSetup('func BenchmarkX(b *testing.B) {\n\tload()\n\tfor b.Loo');
  checkSetup('package p');
});

test('lines between StopTimer and StartTimer are setup, in a loop and in its blocks', () => {
  checkSetup(`
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
	b.Run("inner", func(b *testing.B) {
		for b.Loop() {
			work(data)
			b.StopTimer(); clean(data); b.StartTimer() // setup
			work(data)
		}
	})
}`);
});

test('without a reset, setup before a loop over b.N is timed', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	data := load() // setup
	b.ResetTimer() // setup
	more := load() // timed
	b.StopTimer() // setup
	data = load() // setup
	b.StartTimer() // setup
	for range b.N {
		work(data)
	}
}`);
});

test('a helper that stops the timer has its own setup', () => {
  checkSetup(`
func bench(b *testing.B, size int, algorithm func([]int)) {
	if size > 1e4 { // timed
		b.Skip() // timed
	}
	b.StopTimer() // setup
	data := make([]int, size) // setup
	for i := 0; i < b.N; i++ { // setup
		data[0] = i // setup
		b.StartTimer() // setup
		algorithm(data)
		b.StopTimer() // setup
		verify(data) // setup
	}
}

func BenchmarkX(b *testing.B) {
	algorithm := choose() // timed
	bench(b, 1e2, algorithm)
}`);
});

test('setup is found in helpers: in other files, methods, generic functions and helpers of helpers', () => {
  checkSetup(
    `
func BenchmarkX(b *testing.B) {
	s := newSuite() // setup
	s.bench(b)
}`,
    'BenchmarkX',
    [
      `
func (s *suite) bench(b *testing.B) {
	data := load(s) // setup
	loop[int](b, data)
}`,
      `
func loop[T any](b *testing.B, data []T) {
	copied := copyOf(data) // setup
	for b.Loop() {
		work(copied)
	}
}`,
    ],
  );
});

test('a function literal that is passed to a helper, which calls b.Run, has its own setup', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	each(b, func(b *testing.B, data []byte, n int) { // setup
		b.StopTimer() // setup
		small := data[:n] // setup
		b.StartTimer() // setup
		for range b.N {
			work(small)
		}
	})
}

func each(b *testing.B, f func(b *testing.B, data []byte, n int)) {
	data := load() // setup
	for _, n := range []int{1, 2} { // setup
		b.Run(name(n), func(b *testing.B) { // setup
			f(b, data, n)
		})
	}
}`);
});

test('a function that returns the benchmark has setup, and so does the function literal that it returns', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	words := load() // setup
	b.Run("a", bench(words, 3)) // setup
	b.Run("b", s.of(words)) // setup
}
func bench(words []string, n int) func(*testing.B) {
	text := grow(words, n) // setup
	return func(b *testing.B) { // setup
		more := prepare(text) // setup
		b.ResetTimer() // setup
		for range b.N {
			work(more)
		}
	}
}
func (s suite) of(words []string) func(b *testing.B) {
	return func(b *testing.B) { // setup
		more := prepare(words) // timed
		for range b.N {
			work(more)
		}
	}
}
func other(n int) func(*testing.B) {
	n++
	return func(b *testing.B) { n++; b.ResetTimer() }
}`);
});

test('a helper may start or reset the timer', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	b.StopTimer() // setup
	data := load() // setup
	loop(b, data)
}

func loop(b *testing.B, data []byte) {
	b.StartTimer() // timed
	for range b.N {
		work(data)
	}
}`);
  checkSetup(`
func BenchmarkX(b *testing.B) {
	data := prepare(b) // setup
	for range b.N {
		work(data)
	}
}

func prepare(b *testing.B) []byte {
	data := load() // setup
	b.ResetTimer() // setup
	return data
}`);
});

test('passing the benchmark to another package does not start its timer', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	for range b.N {
		b.StopTimer() // setup
		data, err := load() // setup
		require.NoError(b, err) // setup
		b.StartTimer() // setup
		work(data)
	}
}`);
});

test('helpers that call each other are read once', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	ping(b)
}

func ping(b *testing.B) {
	b.StopTimer() // setup
	load() // setup
	pong(b)
}

func pong(b *testing.B) {
	ping(b)
}`);
});

test('methods have the same symbols as in profiles', () => {
  const text = 'func (s *suite[T]) bench(b *testing.B) {\n\tload()\n\tfor b.Loop() {\n\t}\n}\nfunc BenchmarkX(b *testing.B) {\n\ts.bench(b)\n}';
  const [setup] = finish(benchmarkSetup([{ file: 'x_test.go', text }], 'BenchmarkX'));
  assert.equal(setup?.function, '(*suite).bench');
});

test('lines before the immediate call of a returned benchmark are setup, and the call is not', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	words := load() // setup
	bench(words, size(3))(b)
}
func bench(words []string, n int) func(*testing.B) {
	return func(b *testing.B) { // setup
		more := prepare(words) // setup
		b.ResetTimer() // setup
		for range b.N {
			work(more)
		}
	}
}`);
});

test('of the setup lines, only those in the loop may run once per operation', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	b.StopTimer() // setup
	data := load() // setup
	b.StartTimer() // setup
	for range b.N {
		if work(data) {
			b.StopTimer() // setup repeated
			data = load() // setup repeated
			b.StartTimer() // setup repeated
		}
	}
	b.StopTimer() // setup
	clean(data) // setup
}`);
});

test('the lines between StopTimer and StartTimer of a helper without a loop may run once per operation', () => {
  checkSetup(`
func BenchmarkX(b *testing.B) {
	for range b.N {
		refill(b)
		work()
	}
}

func refill(b *testing.B) {
	b.StopTimer() // setup repeated
	fill() // setup repeated
	b.StartTimer() // setup repeated
}`);
});
