import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../shared/until';
import { nanosIn, profiled } from './programRun';

test('a program that takes a CPU profile of itself gets it whole, and it is one of our pieces', async () => {
  const body = `	beHot(700)
	f, _ := os.Create("own.pprof")
	if err := pprof.StartCPUProfile(f); err != nil {
		panic(err)
	}
	fmt.Println(pprof.StartCPUProfile(f))
	own()
	pprof.StopCPUProfile()
	f.Close()
	beHot(300)`;
  const imports = 'import (\n\t"fmt"\n\t"os"\n\t"runtime/pprof"\n)\n\n//go:noinline\nfunc own() { beHot(600) }\n';
  await profiled({ 'main.go': `package main\n\n${imports}\nfunc main() {\n${body}\n}\n` }, ['cpu'], undefined, ({ pieces, text }, { program }, { root }) => {
    assert.ok(program.build.sharesCpuProfile);
    assert.match(text, /cpu profiling already in use/);
    const own = readFileSync(join(root, 'own.pprof'));
    const same = pieces.filter(({ bytes }) => own.equals(bytes));
    assert.equal(same.length, 1);
    assert.ok(nanosIn(same, 'main.own') > 400e6);
    assert.equal(nanosIn(pieces.filter((piece) => piece !== same[0]), 'main.own'), 0);
    assert.ok(nanosIn(pieces, 'main.burn') > nanosIn(same, 'main.burn') + 600e6);
  });
});

test('a program that serves /debug/pprof answers with a CPU profile, which is one of our pieces too', async () => {
  const text = `package main

import (
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
)

func main() {
	listener, _ := net.Listen("tcp", "127.0.0.1:0")
	fmt.Println("ADDRESS", listener.Addr(), "!")
	http.HandleFunc("/end", func(http.ResponseWriter, *http.Request) { os.Exit(0) })
	go http.Serve(listener, nil)
	for {
		burn(1000)
	}
}
`;
  let fetched = Buffer.alloc(0);
  await profiled({ 'main.go': text }, ['cpu'], async ({ printed, text: output }) => {
    await printed('!');
    const address = /ADDRESS (\S+)/.exec(output())![1];
    const response = await fetch(`http://${address}/debug/pprof/profile?seconds=1`);
    assert.equal(response.status, 200);
    fetched = Buffer.from(await response.arrayBuffer());
    await fetch(`http://${address}/end`).catch(() => undefined);
  }, ({ pieces }) => {
    assert.equal(pieces.filter(({ bytes }) => fetched.equals(bytes)).length, 1);
    assert.ok(pieces.length > 2);
  });
});

test('a package that starts the CPU profile before main does keeps its own, and ours follows it', async () => {
  const early = `package early

import (
	"os"
	"runtime/pprof"
)

func init() {
	f, _ := os.Create("own.pprof")
	if err := pprof.StartCPUProfile(f); err != nil {
		panic(err)
	}
}
`;
  const main = `package main

import (
	_ "example.com/app/early"
	"runtime/pprof"
)

func main() {
	beHot(300)
	pprof.StopCPUProfile()
	beHot(700)
}
`;
  await profiled({ 'early/early.go': early, 'main.go': main }, ['cpu'], undefined, ({ pieces }, _, { root }) => {
    assert.ok(nanosIn([{ bytes: readFileSync(join(root, 'own.pprof')) }], 'main.burn') > 100e6);
    assert.ok(nanosIn(pieces, 'main.burn') > 500e6);
  });
});

test('a program that ends the profile by SetCPUProfileRate(0), or stops one that it did not start, still ends', async () => {
  const main = `package main

import (
	"fmt"
	"runtime"
	"runtime/pprof"
)

func main() {
	beHot(300)
	runtime.SetCPUProfileRate(0)
	beHot(700)
	pprof.StopCPUProfile()
	beHot(700)
	fmt.Println("returned")
}
`;
  await profiled({ 'main.go': main }, ['cpu'], undefined, ({ pieces, ending, text }) => {
    assert.match(text, /returned/);
    assert.deepEqual(ending, { how: 'exited' });
    assert.ok(nanosIn(pieces, 'main.burn') > 800e6);
  });
});

test('a detached program keeps the CPU profile that it takes of itself', async () => {
  const main = `package main

import (
	"fmt"
	"os"
	"runtime/pprof"
)

func main() {
	f, _ := os.Create("own.pprof")
	pprof.StartCPUProfile(f)
	fmt.Println("started")
	for {
		beHot(100)
		if _, err := os.Stat("stop"); err == nil {
			break
		}
	}
	after()
	pprof.StopCPUProfile()
	f.Close()
}

//go:noinline
func after() { beHot(600) }
`;
  await profiled({ 'main.go': main }, ['cpu', 'mutex', 'block'], async ({ folder, printed }, { root }) => {
    await printed('started');
    await folder.detach();
    await until(async () => (await folder.ending())?.how === 'detached');
    writeFileSync(join(root, 'stop'), '');
  }, (_, __, { root }) => {
    const own = { bytes: readFileSync(join(root, 'own.pprof')) };
    assert.ok(nanosIn([own], 'main.after') > 400e6);
  });
});

test('a program whose folder is removed is not measured further', async () => {
  const main = `package main

import (
	"fmt"
	"runtime"
	"time"
)

func main() {
	fmt.Println("measured", runtime.SetMutexProfileFraction(-1))
	for i := 0; i < 500 && runtime.SetMutexProfileFraction(-1) != 0; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	fmt.Println("at last", runtime.SetMutexProfileFraction(-1), runtime.NumGoroutine())
	time.Sleep(300 * time.Millisecond)
}
`;
  await profiled({ 'main.go': main }, ['cpu', 'mutex', 'wall'], async ({ folder, printed }) => {
    await printed('measured 1');
    const path = Object.values(folder.env)[0].split('\n')[1];
    rmSync(path, { recursive: true });
    await printed('at last');
    mkdirSync(path);
  }, ({ text, exitCode }) => {
    assert.match(text, /at last 0/);
    assert.equal(exitCode, 0);
  });
});
