import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { loopOf, operationsOf } from '../../../src/bench/operations';
import { type GoTestRequest, PROFILE_KINDS } from '../../../src/go/captureTypes';
import { loopStyle } from '../../../src/go/code/benchmarkLoops';
import { benchmarkLoop } from '../../../src/profile/lines/loopOfStacks';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { finish } from '../../../src/profile/common/guard';
import { run as runTarget, type RunTarget, withOneProgram, withWorld, type World } from './module';

/** Each operation adds 1 to a counter. At its end, the program appends a line with the counter to a file. */
const TESTS = `package a

import (
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"
)

var (
	operations atomic.Int64
	sink       []byte
)

//go:noinline
func operate() {
	operations.Add(1)
	sink = make([]byte, 1024)
}

func TestMain(m *testing.M) {
	code := m.Run()
	file, _ := os.OpenFile(os.Getenv("OPERATIONS_FILE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	fmt.Fprintln(file, operations.Load())
	file.Close()
	os.Exit(code)
}

func BenchmarkN(b *testing.B) {
	for range b.N {
		operate()
	}
}

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
		operate()
	}
}

func BenchmarkParallel(b *testing.B) {
	b.SetParallelism(3)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			operate()
		}
	})
}

func BenchmarkSlow(b *testing.B) {
	for range b.N {
		operate()
		time.Sleep(40 * time.Millisecond)
	}
}

func BenchmarkSlowLoop(b *testing.B) {
	for b.Loop() {
		operate()
		time.Sleep(40 * time.Millisecond)
	}
}

func BenchmarkSetup(b *testing.B) {
	kept := make([][]byte, 100)
	for i := range kept {
		kept[i] = make([]byte, 4096)
	}
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		b.StopTimer()
		kept[i%len(kept)] = make([]byte, 8192)
		b.StartTimer()
		operate()
	}
}

func BenchmarkCountKept(b *testing.B) {
	n := b.N
	for i := n; i > 0; i-- {
		operate()
	}
}

func loopN(b *testing.B, _ int) {
	for range b.N {
		operate()
	}
}

func loopLoop(b *testing.B) {
	for b.Loop() {
		operate()
	}
}

func through(b *testing.B) { loopLoop(b) }

func BenchmarkHelperN(b *testing.B) { loopN(b, 3) }

func BenchmarkHelperLoop(b *testing.B) { through(b) }

type suite struct{ size int }

func (s suite) benchN(b *testing.B) { loopN(b, s.size) }

func (s suite) benchLoop(b *testing.B) {
	for b.Loop() {
		operate()
	}
}

func BenchmarkMixed(b *testing.B) {
	setup := make([]byte, 1<<20)
	copy(setup, "text")
	b.Run("n", func(b *testing.B) { loopN(b, len(setup)) })
	b.Run("loop", func(b *testing.B) {
		for b.Loop() {
			operate()
		}
	})
	s := suite{len(setup)}
	b.Run("parallel", BenchmarkParallel)
	b.Run("method n", s.benchN)
	b.Run("method loop", s.benchLoop)
	b.Run("benchmark", BenchmarkN)
	for _, size := range []int{1, 2} {
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			b.Run("inner", func(b *testing.B) { loopN(b, size) })
		})
	}
}

// The parent's own loop has no result.
func BenchmarkParent(b *testing.B) {
	for range b.N {
		sink = make([]byte, 64)
	}
	b.Run("only", loopLoop)
}

func BenchmarkQuiet(b *testing.B) {
	b.Run("n", func(b *testing.B) {
		for range b.N {
			operations.Add(1)
		}
	})
}
`;
const FILES = { 'go.mod': 'module example.com/operations\n\ngo 1.24\n', 'a_test.go': TESTS };

/** The operations of each profile: those that the program counted, and those that Linecost derives. */
async function countOperations(
  world: World,
  run: RunTarget,
  name: string,
  testArgs: readonly string[],
  more: Partial<GoTestRequest>,
) {
  const file = join(world.temp, 'operations');
  const go = { ...world.go, env: { ...world.go.env, OPERATIONS_FILE: file }, testArgs };
  const { profiles } = await run(name, { kinds: ['memory'], memProfileRate: 1, ...more, go });
  const [, ...counted] = readFileSync(file, 'utf8').trim().split('\n').map(Number);
  rmSync(file);
  // A trace is no profile yet.
  const decoded = profiles.filter(({ kind }) => kind !== 'trace');
  const loops = decoded.map(({ bytes }) => ({ loop: benchmarkLoop(decodeProfile(gunzipSync(bytes))) }));
  const loop = loopOf({ loop: finish(loopStyle(TESTS, name)), profiles: loops });
  const derived = profiles.map(({ iterations, byDuration }) => {
    return byDuration ? byDuration.operations : operationsOf(iterations, loop);
  });
  return { counted, derived, areByDuration: profiles.map(({ byDuration }) => byDuration !== undefined) };
}

const NAMES = [
  'BenchmarkN',
  'BenchmarkLoop',
  'BenchmarkParallel',
  'BenchmarkSlow',
  'BenchmarkSlowLoop',
  'BenchmarkSetup',
  'BenchmarkCountKept',
  'BenchmarkHelperN',
  'BenchmarkHelperLoop',
  'BenchmarkMixed/n',
  'BenchmarkMixed/loop',
  'BenchmarkMixed/method_n',
  'BenchmarkMixed/method_loop',
  'BenchmarkMixed/benchmark',
  'BenchmarkMixed/size=1',
  'BenchmarkParent',
  'BenchmarkQuiet/n',
];

test('the derived operations of a profile equal those that the program counted', () =>
  withWorld(FILES, (world) => withOneProgram(world, async (run) => {
    for (const name of NAMES) {
      const { derived, counted } = await countOperations(world, run, name, ['-cpu=1,2'], { benchtime: '3x', count: 2 });
      assert.deepEqual(derived, counted, name);
    }
  })));

test('the derived operations are exact for all kinds of profile if benchtime is a duration', () =>
  withWorld(FILES, (world) => withOneProgram(world, async (run) => {
    for (const name of ['BenchmarkN', 'BenchmarkSlow', 'BenchmarkSlowLoop']) {
      const request = { benchtime: '10ms', kinds: PROFILE_KINDS };
      const { derived, counted } = await countOperations(world, run, name, [], request);
      assert.deepEqual(derived, counted, name);
    }
  })));

test('RunParallel is profiled by duration, without another grain, and the operations of all its rounds are exact', () =>
  withWorld(FILES, (world) => withOneProgram(world, async (run) => {
    for (const [name, testArgs] of [['BenchmarkParallel', []], ['BenchmarkMixed/parallel', ['-cpu=1,2']]] as const) {
      const request = { benchtime: '10ms', count: 2, kinds: PROFILE_KINDS };
      const { derived, counted, areByDuration } = await countOperations(world, run, name, testArgs, request);
      assert.deepEqual(derived, counted, name);
      assert.deepEqual(areByDuration, PROFILE_KINDS.map((kind) => kind !== 'memory'), name);
    }
    const fixed = await countOperations(world, run, 'BenchmarkParallel', [], { benchtime: '50x', kinds: PROFILE_KINDS });
    assert.deepEqual([fixed.derived, new Set(fixed.areByDuration)], [fixed.counted, new Set([false])]);
  })));

test('RunParallel in another package is found in the profile, which is then taken by duration', () => {
  const helper = 'package helper\n\nimport "testing"\n\nfunc Run(b *testing.B, f func()) {\n\tb.RunParallel(func(pb *testing.PB) {\n\t\tfor pb.Next() {\n\t\t\tf()\n\t\t}\n\t})\n}\n';
  const tests = 'package a\n\nimport (\n\t"example.com/operations/helper"\n\t"testing"\n)\n\nfunc BenchmarkX(b *testing.B) { helper.Run(b, spin) }\n\n//go:noinline\nfunc spin() {\n\tx := uint32(1)\n\tfor range 200_000_000 {\n\t\tx = x*1664525 + 1013904223\n\t}\n\tsink = x\n}\n\nvar sink uint32\n';
  const files = { 'go.mod': FILES['go.mod'], 'helper/helper.go': helper, 'a_test.go': tests };
  return withWorld(files, async (world) => {
    // A single operation takes a quarter of a second of processor time, so the profile has samples.
    const { profiles } = await runTarget(world, 'BenchmarkX', { benchtime: '10ms', kinds: ['cpu', 'memory'] });
    assert.deepEqual(profiles.map(({ byDuration }) => byDuration), [{}, undefined]);
    assert.ok(profiles[1].iterations!.length > 0);
  });
});

test('a benchmark of another kind can be profiled by duration, with exact operations', () =>
  withWorld(FILES, (world) => withOneProgram(world, async (run) => {
    const request = { benchtime: '10ms', kinds: PROFILE_KINDS, byDuration: true };
    const { derived, counted, areByDuration } = await countOperations(world, run, 'BenchmarkN', [], request);
    assert.deepEqual([derived, areByDuration], [counted, PROFILE_KINDS.map(() => true)]);
  })));

test("the user's own overlay is kept while rounds are counted", () => {
  const overlay = JSON.stringify({ Replace: { 'a_test.go': 'other.txt' } });
  const files = { ...FILES, 'other.txt': TESTS.replaceAll('1024', '2048'), 'overlay.json': overlay };
  return withWorld(files, async (world) => {
    const go = { ...world.go, buildFlags: ['-overlay=overlay.json'] };
    const { profiles, flags, output } = await runTarget(world, 'BenchmarkParallel', { benchtime: '10ms', go });
    assert.ok(profiles[0].byDuration!.operations! > 1);
    assert.match(output, /\t *20\d\d B\/op/);
    assert.deepEqual(flags, ['-overlay=overlay.json', '-benchtime=10ms']);
  });
});

test('the operations of a profile are unknown if several sub-benchmarks share it', () =>
  withWorld(FILES, (world) => withOneProgram(world, async (run) => {
    const { derived } = await countOperations(world, run, 'BenchmarkMixed', [], { kinds: ['memory'] });
    assert.deepEqual(derived, [undefined]);
  })));
