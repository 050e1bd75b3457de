import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShownFigures } from '../../proof/figures';
import { measure } from '../../proof/measure';
import { withWorld } from './module';

/** `operate` allocates one object of 64 bytes, `prepare` three. */
const TESTS = `package a

import "testing"

var sink *[64]byte

//go:noinline
func operate() { sink = new([64]byte) }

//go:noinline
func prepare() {
	operate()
	operate()
	operate()
}

func BenchmarkLoop(b *testing.B) {
	prepare()
	for b.Loop() {
		operate()
	}
}

func BenchmarkNoReset(b *testing.B) {
	prepare()
	for range b.N {
		operate()
	}
}

func BenchmarkReset(b *testing.B) {
	prepare()
	b.ResetTimer()
	operate()
	for range b.N {
		operate()
	}
}

func BenchmarkStopped(b *testing.B) {
	for range b.N {
		b.StopTimer()
		prepare()
		b.StartTimer()
		operate()
	}
}

func bench(b *testing.B, work func()) {
	b.StopTimer()
	prepare()
	for range b.N {
		b.StartTimer()
		work()
		b.StopTimer()
		prepare()
	}
}

func BenchmarkHelper(b *testing.B) { bench(b, operate) }

type suite struct{ times int }

func (s *suite) bench(b *testing.B) {
	prepare()
	for b.Loop() {
		for range s.times {
			operate()
		}
	}
}

func each(b *testing.B, f func(b *testing.B, n int)) {
	for _, n := range []int{1, 2} {
		b.Run(string(rune('0'+n)), func(b *testing.B) { f(b, n) })
	}
}

func BenchmarkCases(b *testing.B) {
	prepare()
	s := &suite{2}
	b.Run("method", s.bench)
	b.Run("one line", func(b *testing.B) { bench(b, operate) })
	each(b, func(b *testing.B, n int) {
		prepare()
		b.ResetTimer()
		for range b.N {
			operate()
		}
	})
}

func recurse(depth int) {
	if depth > 0 {
		operate()
		recurse(depth - 1)
	}
}

func BenchmarkRecursion(b *testing.B) {
	for range b.N {
		recurse(10)
	}
}
`;

const FILES = { 'go.mod': 'module example.com/setup\n\ngo 1.24\n', 'a_test.go': TESTS };

/** All of the program's own objects. The runtime and package testing allocate as well, on a busy machine more. */
const OWN = { focus: String.raw`^example\.com/setup\.operate$` };

/**
 * The operations of a profile, and its objects in the loop, in the setup that go test measures, and in the rest of the
 * setup.
 */
type Case = readonly [name: string, benchtime: string, operations: number, loop: number, timed: number, rest: number];
const TABLE: readonly Case[] = [
  ['BenchmarkLoop', '1x', 1, 1, 0, 3],
  ['BenchmarkLoop', '4x', 4, 4, 0, 3],
  ['BenchmarkNoReset', '1x', 1, 1, 3, 0],
  ['BenchmarkNoReset', '2x', 3, 3, 6, 0],
  ['BenchmarkReset', '5x', 6, 6, 2, 6],
  ['BenchmarkStopped', '3x', 4, 4, 0, 12],
  ['BenchmarkHelper', '3x', 4, 4, 0, 18],
  ['BenchmarkCases/method', '3x', 3, 6, 0, 6],
  ['BenchmarkCases/one_line', '3x', 4, 4, 0, 21],
  ['BenchmarkCases/2', '3x', 4, 4, 0, 9],
  ['BenchmarkRecursion', '2x', 3, 30, 0, 0],
];

test('the costs of the loop and of the setup are separated exactly, object by object', () =>
  withWorld(FILES, async ({ root, go }) => {
    for (const [name, benchtime, operations, loop, timed, rest] of TABLE) {
      const capture = await measure({ folder: root, name, kinds: ['memory'], memProfileRate: 1, benchtime, go });
      const profile = capture.profiles.get('memory')!;
      const shownFigures = new ShownFigures(capture, profile);
      for (const [type, size] of [['alloc_objects', 1], ['alloc_space', 64]] as const) {
        const figures = await shownFigures.below(type, OWN);
        const objects = [figures.loop, figures.timedSetup, figures.untimedSetup].map((perOperation) => {
          return Math.round((perOperation * profile.operations! * 1000) / size) / 1000;
        });
        const actual = [profile.operations, ...objects];
        assert.deepEqual(actual, [operations, loop, timed, rest], `${name} ${benchtime} ${type}`);
      }
    }
  }));
