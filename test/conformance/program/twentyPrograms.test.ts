import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { ProgramBuild } from '../../../src/go/program/programBuild';
import { decodeProfile } from '../../../src/profile/wire/decode';
import { type World, withWorld } from '../capture/module';
import { BURN, MAX_BYTES } from './programRun';

/** What a program waits for, as Go statements: `wait` returns after 20 ms, `leave` never does. */
const WAITS: Readonly<Record<string, { readonly wait: string; readonly leave: string; readonly blocks: boolean }>> = {
  sleep: { wait: 'time.Sleep(pause)', leave: 'time.Sleep(time.Hour)', blocks: false },
  receive: { wait: 'c := make(chan int)\n\tgo func() { time.Sleep(pause); c <- 1 }()\n\t<-c', leave: '<-never', blocks: true },
  send: { wait: 'c := make(chan int)\n\tgo func() { time.Sleep(pause); <-c }()\n\tc <- 1', leave: 'never <- 1', blocks: true },
  select: {
    wait: 'c := make(chan int)\n\tgo func() { time.Sleep(pause); close(c) }()\n\tselect {\n\tcase <-c:\n\tcase <-never:\n\t}',
    leave: 'select {\n\tcase <-never:\n\tcase <-time.NewTimer(time.Hour).C:\n\t}', blocks: true,
  },
  mutex: { wait: 'var mu sync.Mutex\n\thold(&mu)\n\tmu.Lock()\n\tmu.Unlock()', leave: 'locked.Lock()', blocks: true },
  rwMutex: { wait: 'var mu sync.RWMutex\n\thold(&mu)\n\tmu.RLock()\n\tmu.RUnlock()', leave: 'locked.Lock()', blocks: true },
  waitGroup: {
    wait: 'var g sync.WaitGroup\n\tg.Add(1)\n\tgo func() { time.Sleep(pause); g.Done() }()\n\tg.Wait()',
    leave: 'open.Wait()', blocks: true,
  },
  cond: {
    wait: 'c := sync.NewCond(new(sync.Mutex))\n\tc.L.Lock()\n\tgo func() { time.Sleep(pause); c.L.Lock(); c.L.Unlock(); c.Signal() }()\n\tc.Wait()\n\tc.L.Unlock()',
    leave: 'c := sync.NewCond(new(sync.Mutex))\n\tc.L.Lock()\n\tc.Wait()', blocks: true,
  },
  ticker: { wait: 't := time.NewTicker(pause)\n\t<-t.C\n\tt.Stop()', leave: '<-time.NewTicker(time.Hour).C', blocks: true },
  network: {
    wait: 'a, b := net.Pipe()\n\tgo func() { time.Sleep(pause); b.Write([]byte{1}) }()\n\ta.Read(make([]byte, 1))',
    leave: 'l, _ := net.Listen("tcp", "127.0.0.1:0")\n\tl.Accept()', blocks: true,
  },
  pipe: {
    wait: 'r, w, _ := os.Pipe()\n\tgo func() { time.Sleep(pause); w.Close() }()\n\tr.Read(make([]byte, 1))\n\tr.Close()',
    leave: 'r, w, _ := os.Pipe()\n\tr.Read(make([]byte, 1))\n\tw.Close()', blocks: false,
  },
  systemCall: {
    wait: 'var p [2]int\n\tsyscall.Pipe(p[:])\n\tgo func() { time.Sleep(pause); syscall.Close(p[1]) }()\n\tsyscall.Read(p[0], make([]byte, 1))',
    leave: 'var p [2]int\n\tsyscall.Pipe(p[:])\n\tsyscall.Read(p[0], make([]byte, 1))', blocks: false,
  },
};

/** How a program ends, as Go statements. */
const ENDS: Readonly<Record<string, { readonly end: string; readonly isWhole: boolean }>> = {
  return: { end: '', isWhole: true },
  exit: { end: 'os.Exit(3)', isWhole: true },
  fatal: { end: 'log.Fatal("no")', isWhole: true },
  interrupt: { end: 'syscall.Kill(os.Getpid(), syscall.SIGINT)\n\tselect {}', isWhole: true },
  terminate: { end: 'syscall.Kill(os.Getpid(), syscall.SIGTERM)\n\tselect {}', isWhole: true },
  handled: {
    end: 'c := make(chan os.Signal, 1)\n\tsignal.Notify(c, syscall.SIGTERM)\n\tsyscall.Kill(os.Getpid(), syscall.SIGTERM)\n\t<-c\n\tos.Exit(4)',
    isWhole: true,
  },
  panic: { end: 'panic("boom")', isWhole: false },
  kill: { end: 'time.Sleep(2 * time.Second)\n\tsyscall.Kill(os.Getpid(), syscall.SIGKILL)', isWhole: false },
};

const CASES = [
  ...Object.keys(WAITS).map((wait) => ({ wait, end: 'return' })),
  ...Object.keys(ENDS).map((end) => ({ wait: 'receive', end })),
];

const MAIN = `package main

import (
	"os"
	"runtime"
	"sync"
	"time"
)

const pause = 20 * time.Millisecond

var (
	never  = make(chan int)
	locked sync.Mutex
	open   sync.WaitGroup
	kept   [][]byte
)

func init() { runtime.MemProfileRate = 1 }

// hold locks, and unlocks after a pause.
func hold(l sync.Locker) {
	l.Lock()
	go release(l)
}

//go:noinline
func release(l sync.Locker) {
	time.Sleep(pause)
	l.Unlock()
}

//go:noinline
func allocate() {
	for i := 0; i < 100; i++ {
		kept = append(kept, make([]byte, 10000))
	}
}

func main() {
	locked.Lock()
	open.Add(1)
	begin()
	allocate()
	beHot(400)
	wait, leave, end := waits[os.Args[1]], leaves[os.Args[1]], ends[os.Args[2]]
	for i := 0; i < 10; i++ {
		wait()
	}
	for i := 0; i < 5; i++ {
		go leave()
	}
	time.Sleep(100 * time.Millisecond)
	finish()
	end()
}
`;
const functions = (kind: string, bodies: readonly (readonly [string, string])[]): string => {
  const texts = bodies.map(([name, body]) => `//go:noinline\nfunc ${kind}_${name}() {\n\t${body}\n}\n`);
  return `${texts.join('\n')}\nvar ${kind}s = map[string]func(){\n${bodies.map(([name]) => `\t"${name}": ${kind}_${name},`).join('\n')}\n}\n`;
};
const CASES_FILE = `package main

import (
	"log"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

${functions('wait', Object.entries(WAITS).map(([name, { wait }]) => [name, wait]))}
${functions('leave', Object.entries(WAITS).map(([name, { leave }]) => [name, leave]))}
${functions('end', Object.entries(ENDS).map(([name, { end }]) => [name, end]))}`;
/** What a developer writes by hand. */
const BY_HAND = `//go:build own

package main

import (
	"os"
	"runtime"
	"runtime/pprof"
)

func begin() {
	runtime.SetMutexProfileFraction(1)
	runtime.SetBlockProfileRate(1)
	f, _ := os.Create(os.Getenv("OWN") + "/cpu")
	pprof.StartCPUProfile(f)
}

func finish() {
	pprof.StopCPUProfile()
	runtime.GC()
	for name, file := range map[string]string{"allocs": "memory", "mutex": "mutex", "block": "block", "goroutine": "goroutine"} {
		f, _ := os.Create(os.Getenv("OWN") + "/" + file)
		pprof.Lookup(name).WriteTo(f, 0)
		f.Close()
	}
}
`;
const WITHOUT = '//go:build !own\n\npackage main\n\nimport "runtime"\n\nfunc begin() {}\n\nfunc finish() { runtime.GC() }\n';

/** The first value of the samples that have a function, and the second, over several profiles. */
function sums(profiles: readonly Uint8Array[], name: string): readonly [number, number] {
  const sum: [number, number] = [0, 0];
  for (const bytes of profiles) {
    const profile = decodeProfile(new Uint8Array(gunzipSync(bytes)));
    const { sampleCount, stacks, values, locations, lines, functions: { name: names }, strings } = profile;
    for (let sample = 0; sample < sampleCount; sample++) {
      const has = stacks.locations.subarray(stacks.offsets[sample], stacks.offsets[sample + 1]).some((at) => {
        const own = lines.function.subarray(locations.lineOffsets[at], locations.lineOffsets[at + 1]);
        return own.some((fn) => strings.get(names[fn]) === name);
      });
      if (has) [0, 1].forEach((i) => (sum[i]! += values[i]?.[sample] ?? 0));
    }
  }
  return sum;
}

let world: World;
let program: ProgramBuild;
let done: () => void;
let closed: Promise<void>;
const own = () => join(world.root, 'own');

before(async () => {
  const files = { 'go.mod': 'module example.com/app\n\ngo 1.20\n', 'burn.go': BURN, 'main.go': MAIN, 'cases.go': CASES_FILE, 'own.go': BY_HAND, 'without.go': WITHOUT };
  await new Promise<void>((ready, failed) => {
    closed = withWorld(files, async (made) => {
      world = made;
      execFileSync('go', ['build', '-tags=own', '-o', own(), '.'], { cwd: world.root, env: { ...world.go.env } });
      const request = { packageDir: world.root, mainFile: join(world.root, 'main.go'), go: world.go, sourceFolders: [world.root] };
      program = await ProgramBuild.build(request, () => undefined, new AbortController().signal);
      ready();
      await new Promise<void>((resolve) => (done = resolve));
      await program.close();
    });
    closed.catch(failed);
  });
});
after(async () => {
  done?.();
  await closed;
});

async function run(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  await new Promise<void>((resolve) => void child.once('close', () => resolve()));
}

for (const { wait, end } of CASES) {
  test(`a program that waits in ${wait} and ends by ${end} has the figures that runtime/pprof writes in it`, async () => {
    const { signal } = new AbortController();
    const folder = await program.newRun(['cpu', 'memory', 'mutex', 'block', 'goroutine']);
    await run(program.program, [wait, end], folder.env);
    const ours = async (kind: 'memory' | 'mutex' | 'block' | 'goroutine') => (await folder.profileOf(kind, MAX_BYTES, signal))!;
    await run(own(), [wait, end], { OWN: world.temp });
    const byHand = (kind: string) => [readFileSync(join(world.temp, kind))];
    const { isWhole } = ENDS[end]!;
    const pieces = (await folder.newPieces('cpu', MAX_BYTES, signal)).map(({ bytes }) => bytes);
    // A sample is 10 ms: 400 ms have 40 ± 6.
    const [cpu, cpuByHand] = [sums(pieces, 'main.beHot')[1], sums(byHand('cpu'), 'main.beHot')[1]];
    if (isWhole) assert.ok(Math.abs(cpu - cpuByHand) <= 150e6, `cpu ${cpu} ${cpuByHand}`);
    else assert.ok(cpu > 0, `cpu ${cpu}`);
    if (end === 'panic') return;
    assert.deepEqual(sums([await ours('memory')], 'main.allocate'), sums(byHand('memory'), 'main.allocate'));
    const left = `main.leave_${wait}`;
    assert.deepEqual([sums([await ours('goroutine')], left)[0], sums(byHand('goroutine'), left)[0]], [5, 5]);
    const { blocks } = WAITS[wait]!;
    const waiting = `main.wait_${wait}`;
    const [count, delay] = sums([await ours('block')], waiting);
    const [countByHand, delayByHand] = sums(byHand('block'), waiting);
    // Ten times 20 ms, and what a busy machine adds. One that it holds back until the wait is over does not wait, and
    // some, such as a read of net.Pipe, can wait twice.
    const areMost = (counts: readonly number[]) => counts.every((each) => each >= 8 && each <= 20);
    assert.ok(blocks ? areMost([count, countByHand]) : count + countByHand === 0, `${count} ${countByHand}`);
    if (blocks) for (const nanos of [delay, delayByHand]) assert.ok(nanos > 100e6 && nanos < 2e9, `${nanos}`);
    if (wait !== 'mutex' && wait !== 'rwMutex') return;
    const [held, heldByHand] = [sums([await ours('mutex')], 'main.release'), sums(byHand('mutex'), 'main.release')];
    assert.ok(areMost([held[0], heldByHand[0]]), `${held[0]} ${heldByHand[0]}`);
    for (const [, nanos] of [held, heldByHand]) assert.ok(nanos > 100e6 && nanos < 2e9, `${nanos}`);
  });
}
