import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { RunFolder } from '../../../src/go/agent/runFolder';
import type { Profile } from '../../../src/profile/model';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { MAX_BYTES, profiled } from './programRun';
import { nanosOf, stacksOf } from './wallStacks';

/** Each of these functions waits in its own way, or computes, and prints how long it took. */
const WAITS = `package main

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"runtime/pprof"
	"sync"
	"time"
)

func timed(name string, f func()) {
	start := time.Now()
	f()
	fmt.Printf("TOOK %s %d\\n", name, time.Since(start).Nanoseconds())
}

func sleeps() { time.Sleep(1500 * time.Millisecond) }

func receives(c chan int) { <-c }

func selects(c, d chan int) {
	select {
	case <-c:
	case <-d:
	}
}

func locks(mu *sync.Mutex) { mu.Lock() }

func reads(conn net.Conn) { conn.Read(make([]byte, 1)) }

func execs() { exec.Command("sleep", "1").Run() }

func labeled(context.Context) { time.Sleep(time.Second) }

//go:noinline
func computes() { beHot(1000) }

func main() {
	c, d := make(chan int), make(chan int)
	var mu sync.Mutex
	mu.Lock()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	near, _ := net.Dial("tcp", listener.Addr().String())
	far, _ := listener.Accept()
	var wg sync.WaitGroup
	for name, f := range map[string]func(){
		"main.sleeps": sleeps, "main.receives": func() { receives(c) }, "main.selects": func() { selects(c, d) },
		"main.locks": func() { locks(&mu) }, "main.reads": func() { reads(near) }, "main.execs": execs, "main.computes": computes,
		"main.labeled": func() { pprof.Do(context.Background(), pprof.Labels("job", "a b"), labeled) },
	} {
		wg.Add(1)
		go func(name string, f func()) {
			defer wg.Done()
			timed(name, f)
		}(name, f)
	}
	time.Sleep(1200 * time.Millisecond)
	close(c)
	mu.Unlock()
	far.Write([]byte{1})
	wg.Wait()
}
`;

test('a wall profile has the time of each way of waiting, and of computing, and stacks that begin as those of pprof', async () => {
  await profiled({ 'main.go': WAITS }, ['wall'], undefined, async ({ text }, { folder }) => {
    const pieces = await wallPieces(folder);
    assert.equal(nanosOf(pieces, 'wall_all', 'runtime.goexit'), 0);
    assert.notEqual(nanosOf(pieces, 'wall_all', 'runtime.main'), 0);
    const took = [...text.matchAll(/TOOK (\S+) (\d+)/g)].map(([, name, nanos]) => [name!, Number(nanos)] as const);
    assert.equal(took.length, 8);
    for (const [name, expected] of took) {
      const found = nanosOf(pieces, 'wall', name);
      // At the ends, at most one time between two samples is missing or too much, which a busy machine makes longer.
      assert.ok(Math.abs(found - expected) < 0.2 * expected + 250e6, `${name}: ${found} of ${expected}`);
    }
    assert.ok(nanosOf(pieces, 'wall', 'main.labeled', 'job', 'a b') > 700e6);
    assert.equal(nanosOf(pieces, 'wall', 'main.sleeps', 'job', 'a b'), 0);
    // The first frame says for what a goroutine waits.
    for (const leaf of ['time.Sleep', 'runtime.chanrecv1', 'runtime.selectgo', 'internal/poll.runtime_pollWait']) {
      assert.ok(pieces.some((each) => [...stacksOf(each)].some(({ names }) => names[0] === leaf)), leaf);
    }
    const { goroutines, samples } = (await folder.wallSampling())!;
    assert.ok(goroutines >= 8 && samples > 10);
  });
});

const IDLE = `package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"sync"
	"time"
)

func worker(jobs chan func()) {
	for job := range jobs {
		job()
	}
}

// It cannot be told from a worker.
func answered(answer chan int) { _, _ = <-answer }

// Whether it waits for work cannot be known.
func selecting(jobs, end chan func()) {
	for {
		select {
		case job := <-jobs:
			job()
		case <-end:
			return
		}
	}
}

func handle(w http.ResponseWriter, _ *http.Request) {
	time.Sleep(300 * time.Millisecond)
	fmt.Fprintln(w, "done")
}

func ranges(c chan int) {
	for range c {
	}
}

func main() {
	jobs, end := make(chan func()), make(chan func())
	var wg sync.WaitGroup
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go worker(jobs)
		go func() { defer wg.Done(); worker(jobs) }()
	}
	go selecting(make(chan func()), end)
	go answered(make(chan int))
	go func() { select {} }()
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	server := httptest.NewServer(http.HandlerFunc(handle))
	response, err := http.Get(server.URL)
	if err != nil {
		panic(err)
	}
	io.Copy(io.Discard, response.Body)
	response.Body.Close()
	c := make(chan int)
	time.AfterFunc(1200*time.Millisecond, func() { close(c) })
	ranges(c)
	close(jobs)
	wg.Wait()
}
`;

test('goroutines that only wait for work are left out of wall, and are in wall_all', async () => {
  await profiled({ 'main.go': IDLE }, ['wall'], undefined, async (_, { folder }) => {
    const pieces = await wallPieces(folder);
    const idle = ['main.main.func2', 'os/signal.loop', 'net.(*netFD).accept', 'net/http.(*persistConn).readLoop'];
    for (const name of idle) {
      const [own, all] = ['wall', 'wall_all'].map((type) => nanosOf(pieces, type, name));
      // A sample may meet it at work, as when a connection comes.
      assert.ok(own! < 0.1 * all! && all! > 900e6, `${name}: ${own} of ${all}`);
    }
    // While the handler runs, the connection is not idle.
    const serving = nanosOf(pieces, 'wall', 'net/http.(*conn).serve');
    assert.ok(serving > 100e6 && serving < 600e6, String(serving));
    assert.ok(nanosOf(pieces, 'wall', 'main.handle') > 100e6);
    assert.ok(nanosOf(pieces, 'wall_all', 'net/http.(*conn).serve') > serving + 600e6);
    for (const name of ['main.selecting', 'main.ranges', 'main.worker', 'main.answered']) assert.ok(nanosOf(pieces, 'wall', name) > 900e6, name);
    const all = pieces.flatMap((each) => [...stacksOf(each)].flatMap(({ names }) => names));
    assert.deepEqual(all.filter((name) => name.includes('linecost')), []);
  });
});

for (const [kinds, isSeen] of [[['wall', 'trace'], false], [['wall'], true]] as const) {
  test(`the goroutine that writes an execution trace ${isSeen ? 'stays in a program that takes one itself' : 'is left out if the trace is ours'}`, async () => {
    const own = isSeen ? '\ttrace.Start(io.Discard)\n' : '';
    const imports = isSeen ? 'import (\n\t"io"\n\t"runtime/trace"\n\t"time"\n)' : 'import "time"';
    const main = `package main\n\n${imports}\n\nfunc main() {\n${own}\ttime.Sleep(500 * time.Millisecond)\n}\n`;
    await profiled({ 'main.go': main }, kinds, undefined, async (_, { folder }) => {
      const names = (await wallPieces(folder)).flatMap((each) => [...stacksOf(each)].flatMap((stack) => stack.names));
      assert.equal(names.some((name) => name.startsWith('runtime/trace.')), isSeen);
      assert.ok(names.includes('main.main'));
    });
  });
}

test('in a program of an old module, a signal that it does not handle is not passed on by a goroutine of its own', async () => {
  const main = 'package main\n\nimport "time"\n\nfunc main() { time.Sleep(500 * time.Millisecond) }\n';
  const files = { 'go.mod': 'module example.com/app\n\ngo 1.12\n', 'main.go': main };
  await profiled(files, ['wall'], undefined, async (_, { folder }) => {
    const names = (await wallPieces(folder)).flatMap((each) => [...stacksOf(each)].map(({ names }) => names.at(-1)));
    assert.deepEqual([...new Set(names)], ['runtime.main']);
  });
});

test('what was sampled until a program is killed stays', async () => {
  const main = 'package main\n\nimport "time"\n\nfunc main() {\n\tprintln("up")\n\ttime.Sleep(time.Hour)\n}\n';
  await profiled({ 'main.go': main }, ['wall'], async ({ child, printed }) => {
    await printed('up');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    child.kill('SIGKILL');
  }, async ({ ending }, { folder }) => {
    assert.deepEqual(ending, { how: 'killed' });
    assert.ok(nanosOf(await wallPieces(folder), 'wall', 'main.main') > 500e6);
  });
});

test('with more than 10,000 goroutines nothing is sampled, and the folder says for how long', async () => {
  const main = `package main

import "time"

func main() {
	end := make(chan int)
	for i := 0; i < 10500; i++ {
		go func() { <-end }()
	}
	time.Sleep(700 * time.Millisecond)
	close(end)
	time.Sleep(700 * time.Millisecond)
}
`;
  await profiled({ 'main.go': main }, ['wall'], undefined, async (_, { folder }) => {
    const { missedMillis, goroutines } = (await folder.wallSampling())!;
    assert.ok(missedMillis > 400, String(missedMillis));
    assert.ok(goroutines > 10_500);
    const slept = nanosOf(await wallPieces(folder), 'wall', 'main.main');
    assert.ok(slept > 300e6 && slept < 1100e6, String(slept));
  });
});

async function wallPieces(folder: RunFolder): Promise<readonly Profile[]> {
  const pieces = await folder.newPieces('wall', MAX_BYTES, new AbortController().signal);
  return pieces.map(({ bytes }) => decodeProfile(new Uint8Array(gunzipSync(bytes))));
}
