import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { agentWall } from '../../../src/go/agent/agentWall';
import { readWallSampling } from '../../../src/go/agent/wallSampling';
import { minorOf } from '../../../src/go/tool/overlay';
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

/** Fails if there are other goroutines than those of package testing again and again, as goleak does. */
const STRICT = `package a

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestStrict(t *testing.T) {
	time.Sleep(300 * time.Millisecond)
	text := make([]byte, 1<<20)
	for i := 0; i < 20; i++ {
		var others []string
		for _, each := range strings.Split(string(text[:runtime.Stack(text, true)]), "\\n\\n")[1:] {
			if !strings.Contains(each, "testing.(*M).Run") {
				others = append(others, each)
			}
		}
		if len(others) == 0 {
			return
		}
		if i == 19 {
			t.Fatal("found unexpected goroutines:", others)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
`;

test('a test that looks for leaked goroutines, as goleak does, passes while its wall profile is taken', () =>
  withWorld({ ...FILES, 'b_test.go': STRICT }, async (world) => {
    const { profiles: [{ bytes }] } = await run(world, 'TestStrict', { kinds: ['wall'] });
    const profile = decodeProfile(new Uint8Array(gunzipSync(bytes)));
    assert.ok(nanosOf([profile], 'wall', 'example.com/wall.TestStrict') > 200e6);
  }));

test('the wall profile of a test with very many different stacks does not grow without end, and says what is missing', async () => {
  const version = execFileSync('go', ['env', 'GOVERSION'], { env: { ...process.env, GOTOOLCHAIN: 'local' } }).toString();
  const minor = minorOf(version.trim());
  const main = `package main

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
${minor < 24 ? '	"sort"\n' : ''}	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

type Agent struct {
	dir   string
	start time.Time
	wall  *Wall
}

func (a *Agent) fail(kind string, err error) { panic(err) }

func (a *Agent) write(name, text string) error { return os.WriteFile(a.dir+"/"+name, []byte(text), 0600) }

func (a *Agent) save(name string, fill func(io.Writer) error) error {
	f, err := os.Create(a.dir + "/" + name)
	if err != nil {
		return err
	}
	defer f.Close()
	return fill(f)
}

func usesSignals() bool { return false }

var isTracing atomic.Bool

${agentWall('', minor, true, 40)}
func main() {
	a := &Agent{dir: os.Args[1], start: time.Now()}
	a.beginWall()
	for i := 0; i < 200; i++ {
		pprof.Do(context.Background(), pprof.Labels("n", strconv.Itoa(i)), func(context.Context) { a.wall.sample() })
	}
	a.turnWall(false)
	fmt.Println(a.wall.count, a.wall.dropped > 0)
	a.turnWall(true)
}
`;
  await withWorld({ 'go.mod': 'module example.com/w\n\ngo 1.21\n', 'main.go': main }, async ({ root }) => {
    const flags = minor >= 23 ? ['-ldflags=-checklinkname=0'] : [];
    const printed = execFileSync('go', ['run', ...flags, '.', root], { cwd: root, env: { ...process.env, GOTOOLCHAIN: 'local' } });
    assert.equal(printed.toString().trim(), '40 true');
    assert.ok(readWallSampling(readFileSync(join(root, 'sampled.wall'), 'utf8'))!.samples >= 200);
    assert.ok(decodeProfile(new Uint8Array(gunzipSync(readFileSync(join(root, 'wall.0.pb.gz'))))).sampleCount <= 40);
  });
});

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
