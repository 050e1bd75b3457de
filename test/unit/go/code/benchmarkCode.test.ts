import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmarkCode } from '../../../../src/go/code/benchmarkCode';
import { finish } from '../../../../src/profile/common/guard';

const MODULE = { modulePath: 'example.com/m', moduleDir: '/m' };
const IMPORTS = `import (
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"testing"

	"example.com/m/internal/bench"
)
`;

/** Reads BenchmarkX; each use as `kind name:line`, with `loop` if it is in a loop. */
function read(body: string, others: Readonly<Record<string, string>> = {}) {
  const file = '/m/p/x_test.go';
  const texts = new Map(Object.entries({ [file]: `package p\n${IMPORTS}${body}`, ...others }));
  const { uses, atStart, loops, isWhole } = finish(benchmarkCode({ texts, ...MODULE }, file, 'BenchmarkX'));
  const words = (all: typeof uses) => all.map((use) => {
    return [use.kind, use.name, use.argument, use.isInLoop ? 'loop' : '', use.file === file ? '' : use.file].filter(Boolean).join(' ');
  });
  return { uses: words(uses), atStart: words(atStart), loops, isWhole };
}

test('calls that change profiles are found in a benchmark and what it calls, nearest first', () => {
  const { uses } = read(`
func BenchmarkX(b *testing.B) {
	runtime.SetMutexProfileFraction(-1)
	for i := 0; i < b.N; i++ {
		start()
	}
	runtime.MemProfileRate = 1
	if runtime.MemProfileRate == 2 {}
}
func start() { pprof.StartCPUProfile(os.Stdout); exec.Command("x") }
func unused() { pprof.StopCPUProfile() }
`);
  assert.deepEqual(uses, ['mutexRate runtime.SetMutexProfileFraction -1', 'memoryRate runtime.MemProfileRate 1',
    'cpuProfile pprof.StartCPUProfile loop', 'child exec.Command "x" loop']);
});

test('TestMain and init are read apart from the benchmark', () => {
  const { uses, atStart } = read(`
func init() { runtime.MemProfileRate = 0 }
func TestMain(m *testing.M) { pprof.StartCPUProfile(os.Stdout); os.Exit(m.Run()) }
func BenchmarkX(b *testing.B) { for b.Loop() {} }
`);
  assert.deepEqual([uses, atStart], [[], ['cpuProfile pprof.StartCPUProfile', 'memoryRate runtime.MemProfileRate 0']]);
});

test('an assignment to b.N is no loop over it, in every form', () => {
  for (const assignment of ['b.N = 1', 'b.N /= 2', 'b.N++', 'b.N <<= 1']) {
    const { uses, loops } = read(`func BenchmarkX(b *testing.B) {\n\t${assignment}\n}`);
    assert.deepEqual([uses, loops], [['setsN b.N'], false], assignment);
  }
  for (const use of ['for i := 0; i < b.N; i++ {}', 'for range b.N {}', 'n := b.N', 'for b.N == 1 {}', 'for b.Loop() {}']) {
    const { uses, loops } = read(`func BenchmarkX(b *testing.B) {\n\t${use}\n}`);
    assert.deepEqual([uses, loops], [[], true], use);
  }
});

test('loops are found in helpers, methods, tables, generic functions, parallel bodies and other packages of the module', () => {
  const loops = (body: string, others: Readonly<Record<string, string>> = {}) => {
    const code = read(body, others);
    return code.loops && code.isWhole;
  };
  assert.ok(loops('func BenchmarkX(b *testing.B) { run(b) }\nfunc run(b *testing.B) { for range b.N {} }'));
  assert.ok(loops('func BenchmarkX(b *testing.B) { b.Run("a", run) }\nfunc run(b *testing.B) { for range b.N {} }'));
  assert.ok(loops('func BenchmarkX(b *testing.B) { run[int](b, 1) }\nfunc run[T interface{ ~int }](b *testing.B, v T) { for range b.N {} }'));
  assert.ok(loops('func BenchmarkX(b *testing.B) { s{b}.run() }\ntype s struct { b *testing.B }\nfunc (s s) run() { for range s.b.N {} }'));
  assert.ok(loops('var all = []func(*testing.B){func(b *testing.B) { for b.Loop() {} }}\nfunc BenchmarkX(b *testing.B) { for _, f := range all { b.Run("", f) } }'));
  assert.ok(loops('func BenchmarkX(b *testing.B) { b.RunParallel(func(pb *testing.PB) { for pb.Next() {} }) }'));
  assert.ok(loops('func BenchmarkX(b *testing.B) { run(10)(b) }\nfunc run(n int) func(*testing.B) { return func(b *testing.B) { for b.Loop() {} } }'));
  const helper = { '/m/internal/bench/b.go': 'package bench\nimport "testing"\nfunc Run(b *testing.B, f func()) { for b.Loop() { f() } }' };
  assert.ok(loops('func BenchmarkX(b *testing.B) { bench.Run(b, func() {}) }', helper));
  assert.equal(loops('func BenchmarkX(b *testing.B) { work() }\nfunc BenchmarkY(b *testing.B) { for b.Loop() {} }'), false);
});

test('a *testing.B that goes to code that is not known may loop there', () => {
  assert.equal(read('func BenchmarkX(b *testing.B) { bench.Run(b, func() {}) }').isWhole, false);
  assert.equal(read('func BenchmarkX(b *testing.B) { b.Run("a", func(b *testing.B) {}) }').isWhole, true);
});

test('a stopped timer is found in loops, also in a helper that a loop calls', () => {
  const { uses } = read(`
func BenchmarkX(b *testing.B) {
	b.StopTimer()
	for _, n := range []int{1, 2} {
		pause(b, n)
	}
	b.ReportMetric(1, "ns/op")
	b.ReportMetric(1, "B/op")
}
func pause(b *testing.B, n int) { b.StopTimer(); b.StartTimer() }
`);
  assert.deepEqual(uses, ['stopTimer b.StopTimer', 'reportsTime b.ReportMetric', 'stopTimer b.StopTimer loop', 'startTimer b.StartTimer loop']);
});

test('unfinished code and signatures without an end are read', () => {
  read(`func BenchmarkX(b *testing.B) { ${'for { func(b *testing.B) ( '.repeat(20_000)}`);
  read(`func BenchmarkX(b *testing.B) { } ${'func x '.repeat(100_000)}`);
});
