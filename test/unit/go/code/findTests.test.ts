import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTestFunctions } from '../../../../src/go/code/findTests';

/** `kind name line-endLine` for each function. */
const functionsIn = (text: string) =>
  findTestFunctions(text).map(({ kind, name, line, endLine }) => `${kind} ${name} ${line}-${endLine}`);

const names = (text: string) => findTestFunctions(text).map(({ name }) => name);

test('finds each kind of function with its lines', () => {
  const text = `package a_test

import "testing"

func BenchmarkJoin(b *testing.B) {
	for b.Loop() {
	}
}

func TestJoin(t *testing.T) {}
func FuzzJoin(f *testing.F) {
	f.Fuzz(func(t *testing.T, s string) {
	})
}

func ExampleJoin() {
	// Output: x
}
`;
  assert.deepEqual(functionsIn(text), [
    'benchmark BenchmarkJoin 5-8',
    'test TestJoin 10-10',
    'fuzz FuzzJoin 11-14',
    'example ExampleJoin 16-18',
  ]);
});

test('accepts any name for the parameter and for the testing package', () => {
  const signatures = ['_ *testing.B', 'anyName *t.B', '*testing.B', 'b *B', 'größe *testing.B', 'b * testing . B'];
  const text = signatures.map((signature, i) => `func Benchmark${i}(${signature}) {}`).join('\n');
  assert.deepEqual(names(text), signatures.map((_, i) => `Benchmark${i}`));
});

test('ignores functions with other signatures', () => {
  const wrong = [
    'func BenchmarkTwo(a, b *testing.B) {}',
    'func BenchmarkMore(b *testing.B, n int) {}',
    'func BenchmarkValue(b testing.B) {}',
    'func BenchmarkOther(t *testing.T) {}',
    'func BenchmarkNone() {}',
    'func BenchmarkVariadic(b ...*testing.B) {}',
    'func BenchmarkSlice(b []*testing.B) {}',
    'func BenchmarkFunc(f func(*testing.B)) {}',
    'func BenchmarkResult(b *testing.B) error { return nil }',
    'func BenchmarkResults(b *testing.B) (int, error) { return 0, nil }',
    'func BenchmarkGeneric[T any](b *testing.B) {}',
    'func (s *Suite) BenchmarkMethod(b *testing.B) {}',
    'func ExampleWithParameter(x int) {\n// Output: x\n}',
    'func TestMain(m *testing.M) {}',
  ];
  for (const text of wrong) assert.deepEqual(names(text), [], text);
  assert.deepEqual(names(`${wrong.join('\n')}\nfunc BenchmarkLast(b *testing.B) {}`), ['BenchmarkLast']);
});

test('accepts the same benchmark names as Go', () => {
  const named = (name: string) => names(`func ${name}(b *testing.B) {}`).length === 1;
  for (const name of ['Benchmark', 'BenchmarkX', 'Benchmark_x', 'Benchmark1', 'BenchmarkÄ', 'Benchmark世界']) {
    assert.ok(named(name), name);
  }
  for (const name of ['Benchmarking', 'benchmarkX', 'Benchmarkä', 'MyBenchmark', 'BenchmarkerX']) {
    assert.ok(!named(name), name);
  }
});

test('finds nothing inside comments, strings and runes', () => {
  const text = `package a
// func BenchmarkLine(b *testing.B) {}
/*
func BenchmarkBlock(b *testing.B) {}
*/
var raw = \`
func BenchmarkRaw(b *testing.B) {}
\`
var s = "\\"\\\\\\" func BenchmarkString(b *testing.B) {}"
var runes = []rune{'"', '\\'', '\`', '{'}
func BenchmarkReal(b *testing.B) {
	x := "}" + \`}\` // }
	_ = '}' /* } */
}
`;
  assert.deepEqual(functionsIn(text), ['benchmark BenchmarkReal 11-14']);
});

test('reads a signature over several lines with comments in it', () => {
  const text = 'func BenchmarkLong( // why\n\tb /* the */ *testing.B,\n) {\n\tfor b.Loop() {\n\t}\n}\n';
  assert.deepEqual(functionsIn(text), ['benchmark BenchmarkLong 1-6']);
});

test('ignores function values and nested functions', () => {
  const text = `var f = func(b *testing.B) {}
func helper() {
	run := func(b *testing.B) { b.Run("x", func(b *testing.B) {}) }
}
func BenchmarkA(b *testing.B) { b.Run("y", func(b *testing.B) { }) }`;
  assert.deepEqual(functionsIn(text), ['benchmark BenchmarkA 5-5']);
});

test('finds a function without a body, which assembly implements', () => {
  assert.deepEqual(functionsIn('func BenchmarkAsm(b *testing.B)\n\nvar x int\n'), ['benchmark BenchmarkAsm 1-1']);
  assert.deepEqual(functionsIn('func BenchmarkAsm(b *testing.B)'), ['benchmark BenchmarkAsm 1-1']);
});

test('finds an example only if it has an Output comment', () => {
  const example = (body: string) => names(`func ExampleX() {\n${body}\n}\n// Output: outside`).length === 1;
  for (const body of [
    '// Output: x',
    '// Output:',
    '\tf()\n\t// unordered OUTPUT:\n\t// a\n\t// b',
    '/* Output:\na */',
    'f() // note\n// Output: x',
    '//\n// output: x',
  ]) {
    assert.ok(example(body), body);
  }
  for (const body of ['', 'f()', '// Outputs: x', '// Output: x\n\n// more', '// note\n// Output: x', 'f() // x\n\n// y']) {
    assert.ok(!example(body), body);
  }
});

test('continues after unfinished code', () => {
  const text = `func BenchmarkOpen(b *testing.B) {
	if x {
	s := "not closed
	r := 'x

func BenchmarkNext(b *testing.B) {
}
func BenchmarkHalf(b *testing.
func BenchmarkLast(b *testing.B) {
}
func`;
  assert.deepEqual(functionsIn(text), [
    'benchmark BenchmarkOpen 1-4',
    'benchmark BenchmarkNext 6-7',
    'benchmark BenchmarkLast 9-10',
  ]);
});

test('counts lines with Windows line endings', () => {
  assert.deepEqual(functionsIn('package a\r\n\r\nfunc BenchmarkA(b *testing.B) {\r\n}\r\n'), ['benchmark BenchmarkA 3-4']);
});

test('finds every function of a file of 20,000 lines', () => {
  const benchmark = 'func BenchmarkN(b *testing.B) {\n\tfor b.Loop() { // loop\n\t\tsink = join("a", `b`, \'c\')\n\t}\n}\n';
  assert.equal(findTestFunctions(benchmark.repeat(4000)).length, 4000);
});
