import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopStyle as readLoopStyle, runsInParallel } from '../../../../src/go/code/benchmarkLoops';
import { finish } from '../../../../src/profile/common/guard';

const loopStyle = (...args: Parameters<typeof readLoopStyle>) => finish(readLoopStyle(...args));

function styleOf(body: string, parameter = 'b *testing.B') {
  return loopStyle(`package a\n\nfunc BenchmarkX(${parameter}) {\n${body}\n}\n\nfunc other(b *testing.B) { b.Loop(); _ = b.N }\n`, 'BenchmarkX');
}

const SHAPES: readonly [description: string, body: string, style: ReturnType<typeof loopStyle>][] = [
  ['a loop over b.Loop', 'for b.Loop() {\n\tf()\n}', 'b.Loop'],
  ['a loop with another condition besides b.Loop', 'for i := 0; b.Loop() && i >= 0; i++ {\n}', 'b.Loop'],
  ['b.Loop in an if', 'for {\n\tif !b.Loop() {\n\t\tbreak\n\t}\n}', 'b.Loop'],
  ['a counting loop', 'for i := 0; i < b.N; i++ {\n\tf()\n}', 'b.N'],
  ['a range over b.N', 'for range b.N {\n}', 'b.N'],
  ['b.N in a call', 'run(b.N)', 'b.N'],
  ['b.RunParallel', 'b.RunParallel(func(pb *testing.PB) {\n\tfor pb.Next() {\n\t}\n})', 'b.N'],
  ['a literal with its own *testing.B', 'b.Run("a", func(c *testing.B) {\n\tfor c.Loop() {\n\t}\n})', 'b.Loop'],
  ['a literal with more parameters', 'run := func(b *testing.B, n int) { for range b.N {} }\nrun(b, 1)', 'b.N'],
  ['two sub-benchmarks with different loops', 'b.Run("a", func(b *testing.B) { for b.Loop() {} })\nb.Run("b", func(b *testing.B) { for range b.N {} })', undefined],
  ['a sub-benchmark with b.Loop, beside a b.N loop that reports no result', 'b.Run("a", func(b *testing.B) { for b.Loop() {} })\nfor range b.N {}', 'b.Loop'],
  ['b.Loop and b.N in one loop', 'for b.Loop() { _ = b.N }', undefined],
  ['a loop in another function', 'loop(b)', undefined],
  ['a function passed to b.Run', 'b.Run("a", other)', undefined],
  ['a benchmark without a loop', 'b.Skip()', undefined],
  ['the field N of another value', 'for i := 0; i < config.N; i++ {\n\tx.Loop()\n}', undefined],
  ['a field of the same name as the parameter', 'for range x.b.N {\n}', undefined],
  ['b.N in comments and strings', '// b.N\n_ = "b.N"\n_ = `b.N`\nfor b.Loop() {}', 'b.Loop'],
];

for (const [description, body, style] of SHAPES) {
  test(`the loop style of ${description} is ${style ?? 'undefined'}`, () => assert.equal(styleOf(body), style));
}

test('the parameter and the package may have any name', () => {
  assert.equal(styleOf('for bench.Loop() {}', 'bench *testing.B'), 'b.Loop');
  assert.equal(styleOf('for range größe.N {}', 'größe *tst.B'), 'b.N');
});

test('the loop is found in a function that receives the *testing.B, in any test file of the package', () => {
  const text = `package a
func BenchmarkX(b *testing.B) { setup(); through(b, 3) }
func BenchmarkY(b *testing.B) {
	b.Run("loop", func(b *testing.B) { for b.Loop() {} })
	b.Run("n n", counting)
	b.Run("method", s.bench)
	b.Run("outer", func(c *testing.B) { c.Run("inner", BenchmarkX) })
	b.Run("local", local)
	for range 3 { b.Run(name(), func(b *testing.B) { counting(b) }) }
}
func setup() { x.Loop() }
func through(b *testing.B, n int) { if n > 0 { through(b, n-1) }; looping(n, b) }
func (s suite) bench(b *testing.B) { looping(s.n, b) }`;
  const other = 'package a\nfunc looping(n int, bb *testing.B) { for bb.Loop() {} }\nfunc counting(b *testing.B) { for range b.N {} }';
  const style = (name: string, ...others: string[]) => loopStyle(text, name, others);
  assert.equal(style('BenchmarkX', other), 'b.Loop');
  assert.equal(style('BenchmarkX'), undefined);
  const cases = ['loop', 'n_n', 'method', 'outer/inner', 'local', 'computed'];
  assert.deepEqual(cases.map((name) => style(`BenchmarkY/${name}`, other)), [
    'b.Loop', 'b.N', 'b.Loop', 'b.Loop', undefined, 'b.N',
  ]);
  assert.equal(style('BenchmarkY', other), undefined);
});

test('a sub-benchmark has the loop of the function that returns it', () => {
  const text = `package a
func BenchmarkX(b *testing.B) {
	b.Run("a", bench(3))
	b.Run("b", s.count(fmt.Sprint(1)))
	b.Run("c", unknown(3))
}
func bench(n int) func(*testing.B) { return func(b *testing.B) { for b.Loop() {} } }
func (s suite) count(n string) func(b *testing.B) { return func(b *testing.B) { for range b.N {} } }`;
  assert.deepEqual(['a', 'b', 'c'].map((name) => loopStyle(text, `BenchmarkX/${name}`)), ['b.Loop', 'b.N', undefined]);
});

test('the loop is found in a benchmark that a function returns and that is called immediately', () => {
  const text = `package a
func BenchmarkX(b *testing.B) { bench(size(3))(b) }
func BenchmarkY(b *testing.B) { suite{}.bench(3)(b) }
func BenchmarkZ(b *testing.B) { wrapped((b))(3) }
func bench(n int) func(*testing.B) { return func(b *testing.B) { for b.Loop() {} } }
func (s suite) bench(n int) func(b *testing.B) { return func(b *testing.B) { for range b.N {} } }`;
  assert.deepEqual(['X', 'Y', 'Z'].map((name) => loopStyle(text, `Benchmark${name}`)), ['b.Loop', 'b.N', undefined]);
});

test('a missing function has no loop style, even if the file has other functions', () => {
  assert.equal(loopStyle('package a\nfunc BenchmarkXY(b *testing.B) { for b.Loop() {} }', 'BenchmarkX'), undefined);
  assert.equal(loopStyle('', 'BenchmarkX'), undefined);
});

test('a method is not mistaken for a function or another type’s method of the same name', () => {
  const text = (call: string) => `package a
func BenchmarkX(b *testing.B) { b.Run("a", ${call}) }
func bench(b *testing.B) { for range b.N {} }
func (s *suite) bench(b *testing.B) { for b.Loop() {} }
func (s *suite) run(b *testing.B) { for b.Loop() {} }
func (o other) run(b *testing.B) { for range b.N {} }
`;
  assert.equal(loopStyle(text('s.bench'), 'BenchmarkX/a'), 'b.Loop');
  assert.equal(loopStyle(text('bench'), 'BenchmarkX/a'), 'b.N');
  assert.equal(loopStyle(text('func(b *testing.B) { s.bench(b) }'), 'BenchmarkX/a'), 'b.Loop');
  assert.equal(loopStyle(text('s.run'), 'BenchmarkX/a'), undefined);
});

test('a benchmark or case runs in parallel if it, or a function that receives its *testing.B, calls RunParallel', () => {
  const text = `package a
func BenchmarkX(b *testing.B) { through(b) }
func BenchmarkY(b *testing.B) {
	b.Run("serial", func(b *testing.B) { for b.Loop() {} })
	b.Run("parallel", func(b *testing.B) { through(b) })
}
func BenchmarkZ(b *testing.B) { for range b.N {} }`;
  const other = 'package a\nfunc through(b *testing.B) { b.SetParallelism(2); b.RunParallel(body) }';
  const isParallel = (name: string, ...others: string[]) => finish(runsInParallel([text, ...others], name));
  const names = ['BenchmarkX', 'BenchmarkY', 'BenchmarkY/serial', 'BenchmarkY/parallel', 'BenchmarkZ', 'BenchmarkNone'];
  assert.deepEqual(names.map((name) => isParallel(name, other)), [true, true, false, true, false, false]);
  assert.equal(isParallel('BenchmarkX'), false);
});
