import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceProfiles } from '../../../src/go/trace/traceProfiles';
import { leakedGoroutines } from '../../../src/goroutines/leakedGoroutines';
import { finish } from '../../../src/profile/common/guard';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { gunzipSync } from 'node:zlib';
import { MAX_BYTES, profiled, type Running } from './programRun';
import type { World } from '../capture/module';

const { signal } = new AbortController();

/** Waits 30 times 10 ms for a channel in `wait`. */
const WAITS = `package main

import (
	"fmt"
	"os"
	"time"
)

//go:noinline
func wait(c chan int) { <-c }

func main() {
	for i := 0; i < 30; i++ {
		c := make(chan int)
		go func() {
			time.Sleep(10 * time.Millisecond)
			c <- 1
		}()
		wait(c)
	}
	fmt.Println("waited")
	if len(os.Args) > 9 {
		beHot(1)
	}
	END
}
`;

/** The nanoseconds that stacks with a function of this name waited, in the profile sync of the program's trace. */
async function waitedIn(name: string, { folder }: Running, world: World): Promise<number> {
  const path = (await folder.tracePath())!;
  const made = await traceProfiles(path, { name: 'The trace', go: world.go, signal });
  const profile = decodeProfile(new Uint8Array(gunzipSync(made.find(({ kind }) => kind === 'sync')!.bytes)));
  const { sampleCount, stacks, values, locations, lines, functions, strings } = profile;
  let sum = 0;
  for (let sample = 0; sample < sampleCount; sample++) {
    const own = [...stacks.locations.subarray(stacks.offsets[sample], stacks.offsets[sample + 1])];
    const names = own.map((at) => strings.get(functions.name[lines.function[locations.lineOffsets[at]]]));
    if (names.includes(name)) sum += values[1][sample];
  }
  return sum;
}

for (const [how, end] of [['returns', ''], ['calls os.Exit', 'os.Exit(0)'], ['is killed', 'select {}']] as const) {
  test(`the execution trace of a program that ${how} has what it waited for`, async () => {
    await profiled({ 'main.go': WAITS.replace('END', end) }, ['cpu', 'trace'], async ({ child, printed }) => {
      await printed('waited');
      if (how !== 'is killed') return;
      // The runtime writes a trace about once a second.
      await new Promise((resolve) => setTimeout(resolve, 2500));
      child.kill('SIGKILL');
    }, async (_, running, world) => {
      const waited = await waitedIn('main.wait', running, world);
      assert.ok(waited > 250e6 && waited < 2e9, `${waited}`);
      assert.equal(await running.folder.failureOf('trace'), undefined);
    });
  });
}

test('a program that takes a trace itself is told that one is taken, and ours goes on', async () => {
  const main = `package main

import (
	"fmt"
	"io"
	"runtime/trace"
	"time"
)

func main() {
	fmt.Println("TRACE", trace.Start(io.Discard))
	wait()
}

//go:noinline
func wait() {
	c := make(chan int)
	go func() {
		time.Sleep(300 * time.Millisecond)
		c <- 1
	}()
	<-c
}
`;
  await profiled({ 'main.go': main }, ['trace'], undefined, async ({ text }, running, world) => {
    assert.match(text, /TRACE .*already enabled/);
    const waited = await waitedIn('main.wait', running, world);
    assert.ok(waited > 200e6 && waited < 2e9, `${waited}`);
  });
});

const LEAKS = `package main

import (
	"fmt"
	"os"
	"runtime/pprof"
	"strings"
	"time"
)

//go:noinline
func leak() {
	c := make(chan int)
	go func() { <-c }()
}

func main() {
	for range 7 {
		leak()
	}
	go func() { time.Sleep(time.Hour) }()
	time.Sleep(200 * time.Millisecond)
	var text strings.Builder
	for range 3 {
		text.Reset()
		pprof.Lookup("goroutineleak").WriteTo(&text, 1)
	}
	fmt.Println(strings.SplitN(text.String(), "\\n", 2)[0])
	os.Exit(3)
}
`;

test('the goroutines that a program leaks until its end are those that Go counts, without those of Linecost', async () => {
  const files = { 'go.mod': 'module example.com/app\n\ngo 1.24\n', 'main.go': LEAKS };
  await profiled(files, ['cpu', 'leaks'], undefined, async ({ text, exitCode }, { folder }) => {
    const found = (await folder.leaks(MAX_BYTES, signal))!;
    assert.equal(text.trim(), `goroutineleak profile: total ${found.count}`);
    assert.deepEqual([found.count, exitCode], [7, 3]);
    const leaked = finish(leakedGoroutines(found.text));
    assert.equal(leaked.match(/^goroutine \d+ \[chan receive \(leaked\)\]:\nmain\.leak\.func1\(\)/gm)?.length, 7);
    assert.doesNotMatch(leaked, /linecost/);
  });
});
