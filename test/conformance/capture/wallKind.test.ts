import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { nanosOf } from '../program/wallStacks';
import { run, withWorld } from './module';

const TESTS = `package a

import (
	"sync"
	"testing"
	"time"
)

func waits(t time.Duration) { time.Sleep(t) }

func TestSleep(t *testing.T) {
	t.Run("one", func(t *testing.T) { waits(400 * time.Millisecond) })
	var wg sync.WaitGroup
	c := make(chan int)
	wg.Add(1)
	go func() { defer wg.Done(); receives(c) }()
	waits(400 * time.Millisecond)
	close(c)
	wg.Wait()
}

func receives(c chan int) { <-c }

func TestShort(t *testing.T) {}

func BenchmarkSleep(b *testing.B) {
	for i := 0; i < b.N; i++ {
		waits(2 * time.Millisecond)
	}
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			waits(2 * time.Millisecond)
		}
	})
}
`;
const FILES = { 'go.mod': 'module example.com/wall\n\ngo 1.20\n', 'a_test.go': TESTS };

test('a wall profile of a test has its waits, without what the testing package waits for meanwhile', () =>
  withWorld(FILES, async (world) => {
    const { profiles: [{ kind, bytes }], flags } = await run(world, 'TestSleep', { kinds: ['wall'] });
    const profile = decodeProfile(new Uint8Array(gunzipSync(bytes)));
    assert.equal(kind, 'wall');
    // The added agent is no choice of the user.
    assert.deepEqual(flags.filter((flag) => /overlay|ldflags/.test(flag)), []);
    const near = (nanos: number, millis: number) => assert.ok(nanos > millis * 0.6e6 && nanos < millis * 2e6, `${nanos} of ${millis} ms`);
    near(nanosOf([profile], 'wall', 'example.com/wall.waits'), 800);
    near(nanosOf([profile], 'wall', 'example.com/wall.receives'), 400);
    // While the case runs, the test waits in package testing.
    near(nanosOf([profile], 'wall', 'example.com/wall.TestSleep'), 400);
    assert.ok(nanosOf([profile], 'wall_all', 'testing.(*M).Run') > 600e6);
    assert.ok(nanosOf([profile], 'wall', 'testing.(*M).Run') < 200e6);
  }));

test('a wall profile of a benchmark has known operations, with RunParallel too', () =>
  withWorld(FILES, async (world) => {
    const request = { kinds: ['cpu', 'wall'] as const, benchtime: '200ms', cpuTimeUnit: 'cpu-ns/op' };
    for (const name of ['BenchmarkSleep', 'BenchmarkParallel']) {
      const { profiles } = await run(world, name, request);
      const { kind, bytes, iterations, byDuration } = profiles[1]!;
      assert.equal(kind, 'wall');
      const operations = byDuration?.operations ?? iterations!.reduce((sum, count) => sum + count + 1, 0);
      const nanos = nanosOf([decodeProfile(new Uint8Array(gunzipSync(bytes)))], 'wall', 'example.com/wall.waits');
      // Each operation sleeps for 2 ms and a little more.
      const each = nanos / operations;
      assert.ok(each > 1.2e6 && each < 8e6, `${name}: ${each}`);
    }
  }));

test('a test that ends before a sample has an empty wall profile, not a failure', () =>
  withWorld(FILES, async (world) => {
    const { profiles: [{ bytes }] } = await run(world, 'TestShort', { kinds: ['wall'] });
    assert.equal(decodeProfile(new Uint8Array(gunzipSync(bytes))).sampleTypes.length, 3);
  }));

test('external tests of an old module, and an overlay of the user, have a wall profile', () => {
  const overlay = JSON.stringify({ Replace: { 'b_test.go': 'other.txt' } });
  const external = TESTS.replace('package a', 'package a_test').replaceAll('400 *', '200 *');
  const files = { 'go.mod': 'module example.com/wall\n\ngo 1.12\n', 'a.go': 'package a\n', 'b_test.go': 'package a_test\n', 'other.txt': external, 'overlay.json': overlay };
  return withWorld(files, async (world) => {
    const go = { ...world.go, buildFlags: ['-overlay=overlay.json'] };
    const { profiles: [{ bytes }] } = await run(world, 'TestSleep', { kinds: ['wall'], go });
    const profile = decodeProfile(new Uint8Array(gunzipSync(bytes)));
    assert.ok(nanosOf([profile], 'wall', 'example.com/wall_test.waits') > 200e6);
  });
});

test('with -exec, which runs the program through go test, there is a wall profile too', () =>
  withWorld(FILES, async (world) => {
    const go = { ...world.go, buildFlags: ['-exec=env EXECUTED=1'] };
    const { profiles: [{ bytes }] } = await run(world, 'TestSleep', { kinds: ['wall'], go });
    assert.ok(nanosOf([decodeProfile(new Uint8Array(gunzipSync(bytes)))], 'wall', 'example.com/wall.waits') > 400e6);
  }));
