import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CPU_TIME_UNIT, withCpuTime } from '../../../src/bench/cpuTime';
import { resultsOf } from '../../../src/bench/goTestResults';
import { GoTest } from '../../../src/go/test/goTest';
import { requestFor, withWorld, type World } from './module';

const TESTS = `package a

import (
	"os"
	"testing"
	"time"
)

var sum int

//go:noinline
func spin() {
	for i := range 3_000_000 {
		sum += i % 7
	}
}

func BenchmarkSpin(b *testing.B) {
	for b.Loop() {
		spin()
	}
}

// Only a pause is timed.
func BenchmarkStopped(b *testing.B) {
	for range 20 {
		spin()
	}
	b.ResetTimer()
	for range b.N {
		time.Sleep(time.Millisecond)
		b.StopTimer()
		spin()
		b.StartTimer()
	}
}

func BenchmarkVariables(b *testing.B) {
	for _, variable := range os.Environ() {
		if len(variable) > 12 && variable[:12] == "LINECOST_CPU" {
			b.Fatal(variable)
		}
	}
	for b.Loop() {
		spin()
	}
}
`;
const FILES = { 'go.mod': 'module example.com/cpu\n\ngo 1.24\n', 'a_test.go': TESTS };

/** Builds a benchmark and calls `body` with it, and with the results of one turn. */
async function withTurn(
  world: World,
  name: string,
  body: (result: ReturnType<typeof withCpuTime>[number], built: GoTest) => void | Promise<void>,
): Promise<void> {
  const request = requestFor(world, name, { kinds: [], benchtime: '20x', cpuTimeUnit: CPU_TIME_UNIT });
  const built = await GoTest.build(request, () => undefined, new AbortController().signal);
  try {
    const [result] = withCpuTime(resultsOf(await built.turn('now'), name));
    await body(result!, built);
  } finally {
    await built.close();
  }
}

test('a turn has the CPU time of the timed part, of which a pause and a stopped timer are none', () =>
  withWorld(FILES, async (world) => {
    let spun = 0;
    await withTurn(world, 'BenchmarkSpin', async ({ cpuNanos = 0, values }, built) => {
      spun = cpuNanos;
      assert.deepEqual(values.map(({ unit }) => unit), ['ns/op', 'B/op', 'allocs/op']);
      assert.doesNotMatch(await built.time(), /linecost/, 'the run for the result is as go test prints it');
    });
    assert.ok(spun > 0);
    await withTurn(world, 'BenchmarkStopped', ({ cpuNanos = 0, values }) => {
      assert.ok(cpuNanos < spun / 2, `${cpuNanos} of ${spun}`);
      assert.ok(cpuNanos < values[0]!.value, 'it sleeps');
    });
  }));

test('the program does not see how its CPU time is measured', () =>
  withWorld(FILES, async (world) => {
    await withTurn(world, 'BenchmarkVariables', ({ cpuNanos = 0 }) => assert.ok(cpuNanos > 0));
  }));
