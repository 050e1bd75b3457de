import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { CPU_TIME_UNIT } from '../../../src/bench/cpuTime';
import type { GoTestRequest, ProfileKind } from '../../../src/go/captureTypes';
import { RATE_REFUSED } from '../../../src/go/test/cpuRate';
import { GoTest } from '../../../src/go/test/goTest';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { pprofTop, requestFor, withWorld, type World } from './module';

const TESTS = `package a

import (
	"fmt"
	"os"
	"strings"
	"syscall"
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

//go:noinline
func spinFor(used time.Duration) {
	for until := usage() + used; usage() < until; {
		spin()
	}
}

func usage() time.Duration {
	var now syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &now)
	return time.Duration(now.Utime.Nano() + now.Stime.Nano())
}

//go:noinline
func beforeMain() { spinFor(200 * time.Millisecond) }

func init() { beforeMain() }

// Prints the CPU time that it used.
func BenchmarkSpin(b *testing.B) {
	for _, variable := range os.Environ() {
		if strings.HasPrefix(variable, "LINECOST_CPU") {
			b.Fatal(variable)
		}
	}
	from := usage()
	for range b.N {
		spinFor(250 * time.Millisecond)
	}
	fmt.Fprintln(os.Stderr, "used", int64(usage()-from))
}
`;
const FILES = { 'go.mod': 'module example.com/rate\n\ngo 1.24\n', 'a_test.go': TESTS };

const KINDS: readonly ProfileKind[] = ['cpu', 'memory'];

/** Profiles a benchmark with a round of one iteration and one of two, which use 0.75 s. */
async function profiled(world: World, more: Partial<GoTestRequest>) {
  const asked = { kinds: KINDS, benchtime: '2x', cpuTimeUnit: CPU_TIME_UNIT, ...more };
  const request = requestFor(world, 'BenchmarkSpin', asked);
  let output = '';
  const built = await GoTest.build(request, (text) => (output += text), new AbortController().signal);
  try {
    const measured = await built.measure(...KINDS);
    const { bytes } = await built.readProfile(measured, 'cpu');
    const profile = decodeProfile(gunzipSync(bytes));
    const [samples, nanos] = profile.values.map((column) => column.reduce((sum, value) => sum + value, 0));
    const top = pprofTop(world.temp, bytes);
    return { output, profile, samples: samples!, nanos: nanos!, top, result: measured.result };
  } finally {
    await built.close();
  }
}

/** The CPU time that the program says it used, in nanoseconds. */
function usedNanos(stderr: string): number {
  return [...stderr.matchAll(/^used (\d+)$/gm)].reduce((sum, [, nanos]) => sum + Number(nanos), 0);
}

test('at 250 samples a second, the period is 4 ms, and the total is the CPU time of the benchmark without its init', () =>
  withWorld(FILES, async (world) => {
    const { output, profile, samples, nanos, top, result } = await profiled(world, { cpuRate: 250 });
    assert.deepEqual([profile.period, nanos], [4e6, samples * 4e6]);
    const used = usedNanos(result.stderr);
    assert.ok(used >= 0.75e9, result.stderr);
    // As if samples came by chance; they come regularly.
    const expected = used / 4e6;
    assert.ok(Math.abs(samples - expected) < 5 * Math.sqrt(expected), `${samples} samples, ${expected} expected`);
    assert.match(top, /rate\.BenchmarkSpin/);
    assert.doesNotMatch(top, /beforeMain/);
    for (const text of [output, result.stderr, result.both ?? '']) assert.ok(!text.includes(RATE_REFUSED.trim()), text);
    assert.match(output, /^used \d+$/m);
  }));

test('both programs of a measurement in turns are profiled at the rate', () =>
  withWorld(FILES, async (world) => {
    const earlierProgram = join(world.root, 'earlier.test');
    const { signal } = new AbortController();
    const request = requestFor(world, 'BenchmarkSpin', { cpuRate: 250, cpuTimeUnit: CPU_TIME_UNIT, benchtime: '1x' });
    await (await GoTest.build({ ...request, programFile: earlierProgram }, () => undefined, signal)).close();
    let output = '';
    const built = await GoTest.build({ ...request, earlierProgram }, (text) => (output += text), signal);
    try {
      built.prepareProfiles('b.N');
      for (const measure of [() => built.measure('cpu'), () => built.measureEarlier('cpu')]) {
        const { bytes } = await built.readProfile(await measure(), 'cpu');
        assert.equal(decodeProfile(gunzipSync(bytes)).period, 4e6);
      }
    } finally {
      await built.close();
    }
    assert.ok(!output.includes(RATE_REFUSED.trim()), output);
  }));

test('at a rate that the timer of the kernel cannot keep, the profile is taken again at the rate of go test', () =>
  withWorld(FILES, async (world) => {
    let slow = 0;
    const more = { cpuRate: 20_000, onSlowTimer: () => void slow++ };
    const { output, profile, samples, result } = await profiled(world, more);
    assert.deepEqual([profile.period, slow], [1e7, 1]);
    const expected = usedNanos(result.stderr) / 1e7;
    assert.ok(Math.abs(samples - expected) < 5 * Math.sqrt(expected), `${samples} samples, ${expected} expected`);
    assert.match(output, /less time than the program used, at 20000 samples a second; profiling again at 100\.\n/);
    assert.ok(!output.includes(RATE_REFUSED.trim()), output);
  }));

test('without a rate, and with -exec, a profile is as go test takes it', () =>
  withWorld(FILES, async (world) => {
    const go = { ...world.go, buildFlags: [...world.go.buildFlags, '-exec=env'] };
    for (const more of [{}, { cpuRate: 250, go }]) {
      const { profile, output } = await profiled(world, more);
      assert.equal(profile.period, 1e7);
      assert.ok(!output.includes(RATE_REFUSED.trim()), output);
    }
    assert.deepEqual(readdirSync(world.temp), []);
  }));
