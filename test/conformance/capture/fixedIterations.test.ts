import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultsOf } from '../../../src/bench/goTestResults';
import { loopStyle } from '../../../src/go/code/benchmarkLoops';
import { operationsOf } from '../../../src/bench/operations';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import { readRound, takenProfiles } from '../../../src/features/profile/profiledRounds';
import { GoTest } from '../../../src/go/test/goTest';
import { finish } from '../../../src/profile/common/guard';
import { pprofTop, requestFor, type RunTarget, withOneProgram, withWorld, type World } from './module';

const TESTS = `package a

import (
	"os"
	"testing"
	"time"
)

var sink *[64]byte

//go:noinline
func allocate() { sink = new([64]byte) }

func BenchmarkN(b *testing.B) {
	for range b.N {
		allocate()
	}
}

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
		allocate()
	}
}

// One iteration is longer than its benchtime.
func BenchmarkSlow(b *testing.B) {
	for range b.N {
		time.Sleep(20 * time.Millisecond)
		allocate()
	}
}

// Pauses once, in the first process.
func BenchmarkPaused(b *testing.B) {
	if os.Mkdir("paused", 0o700) == nil {
		time.Sleep(50 * time.Millisecond)
	}
	for range b.N {
		allocate()
	}
}

func BenchmarkCases(b *testing.B) {
	for _, name := range []string{"a", "b"} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				allocate()
			}
		})
	}
}

func BenchmarkOneCase(b *testing.B) {
	b.Run("only", func(b *testing.B) {
		for b.Loop() {
			allocate()
		}
	})
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			allocate()
		}
	})
}
`;
const FILES = { 'go.mod': 'module example.com/fixed\n\ngo 1.24\n', 'a_test.go': TESTS };

const COUNT = 6;

/**
 * Profiles a benchmark. Returns the iterations of the profile, those that the run without a profile printed, and the
 * allocations in the profile.
 */
async function countIterations(world: World, run: RunTarget, name: string, benchtime: string, more = {}) {
  const request = { kinds: ['memory'], memProfileRate: 1, count: COUNT, benchtime, ...more } as const;
  const { profiles, output } = await run(name, request);
  const top = pprofTop(world.temp, profiles[0]!.bytes, '-sample_index=alloc_objects', '-unit=count');
  const allocations = Number(/^ *(\d+) .*\.allocate$/m.exec(top)?.[1]);
  const printed = resultsOf(output, name).map(({ iterations }) => iterations);
  return { iterations: profiles[0]!.iterations, printed, allocations };
}

const RUNS: readonly [name: string, benchtime: string][] = [
  ['BenchmarkN', '1x'],
  ['BenchmarkN', '1000x'],
  ['BenchmarkN', '1ms'],
  ['BenchmarkLoop', '1000x'],
  ['BenchmarkLoop', '1ms'],
  ['BenchmarkOneCase', '1x'],
  ['BenchmarkCases/b', '1000x'],
  ['BenchmarkParallel', '1000x'],
];

test('a profile has as many allocations as its iterations and its kind of loop predict', () =>
  withWorld(FILES, (world) => withOneProgram(world, async (run) => {
    for (const [name, benchtime] of RUNS) {
      const { iterations, printed, allocations } = await countIterations(world, run, name, benchtime);
      const largest = Math.max(...printed);
      assert.deepEqual([printed.length, iterations], [COUNT, Array(COUNT).fill(largest)], name);
      const isExact = finish(loopStyle(TESTS, name.split('/')[0]!)) === 'b.Loop' || largest === 1;
      const perRound = isExact ? largest : largest + 1;
      // The runtime's own count is sometimes off by one or two.
      const surplus = allocations - COUNT * perRound;
      assert.ok(Math.abs(surplus) <= 2, `${name} ${benchtime}: ${surplus}`);
    }
  })));

test('the iterations of a profile include the results of every processor count', () =>
  withWorld(FILES, (world) => withOneProgram(world, async (run) => {
    const go = { ...world.go, testArgs: ['-cpu=1,2', '-benchtime=30x'] };
    const { iterations } = await countIterations(world, run, 'BenchmarkN', '500x', { go });
    assert.deepEqual(iterations, Array(2 * COUNT).fill(500));
    const bySettings = await countIterations(world, run, 'BenchmarkLoop', '500x', { go, benchtime: undefined });
    assert.deepEqual(bySettings.iterations, Array(2 * COUNT).fill(30));
  })));

test('a profile that precedes the timed run has as many allocations as its iterations predict', () =>
  withWorld(FILES, async (world) => {
    for (const [name, loop, benchtime] of [
      ['BenchmarkN', 'b.N', '20ms'], ['BenchmarkN', 'b.N', '700x'], ['BenchmarkLoop', 'b.Loop', '20ms'],
      ['BenchmarkOneCase', 'b.Loop', '700x'], ['BenchmarkSlow', 'b.N', '1ms'],
    ] as const) {
      const request = requestFor(world, name, { kinds: ['memory'], memProfileRate: 1, benchtime });
      const measuring = await GoTest.build(request, () => undefined, new AbortController().signal);
      try {
        measuring.prepareProfiles(loop);
        const { bytes, iterations } = await measuring.readProfile(await measuring.measure('memory'), 'memory');
        const top = pprofTop(world.temp, bytes, '-sample_index=alloc_objects', '-unit=count');
        const allocations = Number(/^ *(\d+) .*\.allocate$/m.exec(top)?.[1]);
        assert.equal(iterations?.length, 1, name);
        if (benchtime.endsWith('x')) assert.equal(iterations![0], 700);
        // The runtime's own count is sometimes off by one or two.
        const surplus = allocations - operationsOf(iterations, loop)!;
        assert.ok(Math.abs(surplus) <= 2, `${name} ${benchtime}: ${iterations}, ${surplus}`);
      } finally {
        await measuring.close();
      }
    }
  }));

test('a pause while the number of iterations is found does not leave the profile with a few of them', () =>
  withWorld(FILES, async (world) => {
    const request = requestFor(world, 'BenchmarkPaused', { kinds: ['memory'], memProfileRate: 1, benchtime: '400ms' });
    const measuring = await GoTest.build(request, () => undefined, new AbortController().signal);
    try {
      measuring.prepareProfiles('b.N');
      const { iterations } = await measuring.readProfile(await measuring.measure('memory'), 'memory');
      // Without the correction, 8.
      assert.ok(iterations![0]! > 1000, String(iterations));
    } finally {
      await measuring.close();
    }
  }));

for (const [name, loop, hasTime] of [
  ['BenchmarkN', 'b.N', true], ['BenchmarkLoop', 'b.Loop', false],
] as const) {
  const after = hasTime ? 'after the timed run' : 'without a timed run';
  test(`rounds of ${loop} ${after} repeat the iterations, and their sum is that of go tool pprof on all of them`, () =>
    withWorld(FILES, async (world) => {
      const kinds = ['cpu', 'memory'] as const;
      const request = requestFor(world, name, { kinds, memProfileRate: 1, benchtime: '40ms' });
      const measuring = await GoTest.build(request, () => undefined, new AbortController().signal);
      try {
        measuring.prepareProfiles(loop);
        const first = await measuring.measure(...kinds);
        const rounds = [await readRound(measuring, first)];
        if (hasTime) await measuring.time();
        for (let i = 0; i < 2; i++) rounds.push(await readRound(measuring, await measuring.repeat(first)));
        const [cpu, memory] = takenProfiles(rounds);
        assert.equal(new Set(memory!.profile.iterations!.slice(1)).size, 1, 'the iterations differ');
        assert.deepEqual(memory!.profile.iterations, cpu!.profile.iterations);
        for (const taken of [cpu!, memory!]) {
          const sources = taken.rounds.map((bytes) => ({ kind: 'bytes', bytes }) as const);
          const merged = await new NodeStore().answer('mergedBytes', { sources }, new AbortController().signal);
          assert.equal(pprofTop(world.temp, merged), pprofTop(world.temp, taken.rounds));
          if (taken.kind === 'cpu') continue;
          const top = pprofTop(world.temp, merged, '-sample_index=alloc_objects', '-unit=count');
          const allocations = Number(/^ *(\d+) .*\.allocate$/m.exec(top)?.[1]);
          // The runtime's own count is sometimes off by one or two.
          const surplus = allocations - operationsOf(taken.profile.iterations, loop)!;
          assert.ok(Math.abs(surplus) <= 6, `${taken.profile.iterations}, ${surplus}`);
        }
      } finally {
        await measuring.close();
      }
    }));
}

test('the iterations are unknown if several sub-benchmarks share a profile', () =>
  withWorld(FILES, (world) => withOneProgram(world, async (run) => {
    const { iterations, printed } = await countIterations(world, run, 'BenchmarkCases', '10x');
    assert.deepEqual([iterations, printed], [undefined, Array(2 * COUNT).fill(10)]);
  })));
