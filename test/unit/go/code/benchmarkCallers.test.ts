import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callersOf, callingFile, functionAtLine } from '../../../../src/go/code/benchmarkCallers';
import { finish } from '../../../../src/profile/common/guard';

const OWN = `package vm

func push(value int) {}
func Run() { push(1) }

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Pop() T {
	return s.items[0]
}

func Map[K comparable, V any](key K) (value V) { return value }
func (s *Stack[T]) Run() {}
`;

/** What calls a function of OWN, each as `name`, or `name<function between`. */
function callers(key: string, ...tests: readonly string[]): string[] {
  const own = finish(callingFile(OWN));
  const called = own.functions.find((each) => each.key === key)!;
  const found = finish(callersOf(called, own, '/w/vm', tests.map((text) => finish(callingFile(text)))));
  return found.flatMap((names) => [...names].map(([name, through]) => name + (through && `<${through}`)));
}

/** Benchmarks of the bodies, `Benchmark0` for the first, that call `push`. */
function callingPush(...bodies: readonly string[]): string[] {
  const text = bodies.map((body, i) => `func Benchmark${i}(b *testing.B) {\n${body}\n}\n`).join('');
  return callers('push', `package vm\n\nimport "testing"\n${text}`);
}

test('a benchmark that calls a function is found, and so is one that calls it through a helper of either file', () => {
  const text = `package vm
import "testing"
func BenchmarkDirect(b *testing.B) { for b.Loop() { push(1) } }
func BenchmarkHelped(b *testing.B) { bench(b, 10) }
func BenchmarkRun(b *testing.B) { Run() }
func BenchmarkOther(b *testing.B) { other(); twice() }
func bench(b *testing.B, n int) { push(n) }
func twice() { bench(nil, 1) }
func other() {}
`;
  assert.deepEqual(callers('push', text), ['BenchmarkDirect', 'BenchmarkHelped<bench', 'BenchmarkRun<Run', 'bench', 'twice<bench']);
});

test('sub-benchmarks and tables of cases that call or pass on a function are found', () => {
  const found = callingPush(
    'b.Run("a", func(b *testing.B) { push(1) })',
    'for _, f := range []func(int){nil, push} { f(1) }',
    'cases := []c{{name: "x", f: push}}\n_ = cases',
    'b.RunParallel(func(pb *testing.PB) { for pb.Next() { push(1) } })',
    'f := push\nf(1)',
    'x.push = 1; _ = c{push: 1}; other(x.push) // push(1)',
  );
  assert.deepEqual(found, [0, 1, 2, 3, 4].map((i) => `Benchmark${i}`));
});

test('a name that a parameter or variable shadows is another function, only as far as it is in scope', () => {
  const found = callingPush(
    'push := func(int) {}\npush(1)',
    'var push func(int) = nil\npush(1)',
    'other(func(n int, push func(int)) { push(1) })',
    'for _, push := range pushes {\npush(1)\n}',
    'if push := get(); push(1) {\n}',
    'n, push := get()\npush(n)',
    'f := func() (push func()) { push(); return }\nf()',
    // These call it.
    'push := push(1)\n_ = push',
    '{\npush := 1\n_ = push\n}\npush(1)',
    'other(func(push int) { _ = push })\npush(1)',
    'var f func(push int)\nf(1)\nif true {\npush(1)\n}',
  );
  assert.deepEqual(found, [7, 8, 9, 10].map((i) => `Benchmark${i}`));
});

test('a method is found by its name, not if it is that of an import or of the benchmark itself', () => {
  const text = `package vm
import ("testing"; "example.com/queue")
func BenchmarkPop(b *testing.B) { s := Stack[int]{}; for b.Loop() { s.Pop() } }
func BenchmarkChain(b *testing.B) { get().stack.Pop() }
func BenchmarkQueue(b *testing.B) { queue.Pop(); _ = s.Pop }
func BenchmarkRun(b *testing.B) { b.Run("x", suite.benchPop) }
func (s *suite) benchPop(b *testing.B) { s.stack.Pop() }
`;
  assert.deepEqual(callers('.Pop', text), ['BenchmarkPop', 'BenchmarkChain', 'BenchmarkRun<benchPop', '.benchPop']);
  assert.deepEqual(callers('.Run', text), []);
});

test('a generic function is found with and without its type arguments', () => {
  const text = `package vm
func BenchmarkInferred(b *testing.B) { Map(1) }
func BenchmarkExplicit(b *testing.B) { _ = Map[int, map[string]int](1) }
func BenchmarkValue(b *testing.B) { use(Map[int, int]) }
func BenchmarkIndex(b *testing.B) { Map := []int{1}
	_ = Map[0]
}
`;
  assert.deepEqual(callers('Map', text), ['BenchmarkInferred', 'BenchmarkExplicit', 'BenchmarkValue']);
});

test('the external test package calls a function by the import of the package', () => {
  const external = (imports: string, call: string) =>
    callers('Run', `package vm_test\nimport (\n"testing"\n${imports}\n)\nfunc BenchmarkX(b *testing.B) { ${call} }\n`);
  const found = ['BenchmarkX'];
  assert.deepEqual(external('"example.com/vm"', 'vm.Run()'), found);
  assert.deepEqual(external('"example.com/vm/v2"', 'vm.Run()'), found);
  assert.deepEqual(external('"example.com/vm-lib"', 'vm.Run()'), found);
  assert.deepEqual(external('machine "example.com/vm"', 'machine.Run()'), found);
  assert.deepEqual(external('. "example.com/vm"', 'Run()'), found);
  assert.deepEqual(external('"example.com/vm"', 'Run()'), []);
  assert.deepEqual(external('"example.com/other"', 'other.Run()'), []);
  assert.deepEqual(external('"example.com/vm"', 'vm := get()\nvm.Run()'), []);
  const between = `package vm_test
func BenchmarkX(b *testing.B) { setup() }
func BenchmarkInternal(b *testing.B) { vm.SetUp() }
func setup() { vm.Run() }
`;
  assert.deepEqual(callers('Run', between, 'package vm\nfunc SetUp() { Run() }\n'), [
    'BenchmarkX<setup', 'BenchmarkInternal<SetUp', 'setup', 'SetUp',
  ]);
});

test('the function at a line is that between its name and its closing brace', () => {
  const own = finish(callingFile(OWN));
  assert.deepEqual([1, 3, 4, 6, 8, 10, 12].map((line) => functionAtLine(own, line)?.key), [
    undefined, 'push', 'Run', undefined, '.Pop', '.Pop', 'Map',
  ]);
});

test('hostile and unfinished texts are read in linear time', () => {
  const time = (unit: string, count: number) => {
    const begin = process.cpuUsage();
    finish(callingFile(`package p\nfunc BenchmarkX(b *testing.B) {\n${unit.repeat(count)}`));
    return process.cpuUsage(begin).user / 1000;
  };
  for (const unit of ['func(a, b func(', 'a, ', 'push := ', '{', '}', 'var a, b ', 'f[', 'x.', 'func() struct {', ')(']) {
    time(unit, 1000);
    assert.ok(time(unit, 50_000) < 3000, unit);
  }
});
