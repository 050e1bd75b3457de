import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mergedBytes } from '../../../src/engine/node/exportToFile';
import { agentFigures } from '../../../src/go/agent/agentFigures';
import type { RunFolder } from '../../../src/go/agent/runFolder';
import { minorOf } from '../../../src/go/tool/overlay';
import { RUNTIME_FIGURES, type RuntimeFigure, RuntimeFiguresReader } from '../../../src/timeline/runtimeFigures';
import { withWorld } from '../capture/module';
import { nanosIn, profiled } from './programRun';

function lastOf(reader: RuntimeFiguresReader): Record<RuntimeFigure, number> {
  const last = RUNTIME_FIGURES.map((name, i) => [name, reader.columns[i].at(-1)!]);
  return Object.fromEntries(last) as Record<RuntimeFigure, number>;
}

async function figuresIn(folder: RunFolder): Promise<RuntimeFiguresReader> {
  const reader = new RuntimeFiguresReader();
  reader.add((await folder.newFigures())!.text);
  return reader;
}

test('at a quiet moment, the figures are those that the program reads itself', async () => {
  const text = `package main

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"
)

var keep []byte

func main() {
	keep = make([]byte, 20<<20)
	for i := 0; i < 7; i++ {
		go func() { select {} }()
	}
	runtime.GOMAXPROCS(3)
	runtime.GC()
	runtime.GC()
	time.Sleep(350 * time.Millisecond)
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/goal:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(samples)
	for _, each := range samples {
		fmt.Println(each.Value.Uint64())
	}
}
`;
  await profiled({ 'main.go': text }, [], undefined, async ({ text: printed }, { folder }) => {
    const reader = await figuresIn(folder);
    const last = lastOf(reader);
    const cycles = reader.columns[RUNTIME_FIGURES.indexOf('cycles')].reduce((a, b) => a + b, 0);
    assert.deepEqual([last.heapLive, last.heapGoal, cycles].map(String), printed.trim().split('\n'));
    assert.ok(last.heapLive > 20 << 20);
    // Seven, and main.
    assert.deepEqual([last.goroutines, last.processors], [8, 3]);
    assert.ok(last.heapObjects > 20 << 20);
    const used = reader.columns[RUNTIME_FIGURES.indexOf('cpuUsed')].filter(Number.isFinite);
    assert.ok(used.at(-1)! < 0.5);
    assert.ok(reader.times[0] < 1 && reader.count >= 3);
  });
});

test('a goroutine more is one more while the CPU profile is taken, too, and in a program that handles signals', async () => {
  const text = `package main

import (
	"os"
	"os/signal"
	"time"
)

func main() {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	go func() { select {} }()
	beHot(400)
	time.Sleep(300 * time.Millisecond)
}
`;
  await profiled({ 'main.go': text }, ['cpu'], undefined, async (_, { folder }) => {
    const reader = await figuresIn(folder);
    // The goroutine that passes signals on is the program's here.
    assert.equal(lastOf(reader).goroutines, 3);
    // On a busy machine, no interval may be full.
    const perSecond = reader.columns[RUNTIME_FIGURES.indexOf('cpuUsed')];
    const used = reader.times.slice(1)
      .reduce((sum, time, i) => sum + (time - reader.times[i]!) * (perSecond[i + 1] || 0), 0);
    assert.ok(used > 0.2 && used < 0.8, `${used}`);
  });
});

for (const kinds of [['wall'], ['trace'], ['cpu', 'wall', 'trace']] as const) {
  test(`a goroutine more is one more with ${kinds.join(', ')}, too`, async () => {
    const text = `package main

import "time"

func main() {
	for i := 0; i < 4; i++ {
		go func() { select {} }()
	}
	time.Sleep(450 * time.Millisecond)
}
`;
    await profiled({ 'main.go': text }, kinds, undefined, async (_, { folder }) => {
      assert.equal(lastOf(await figuresIn(folder)).goroutines, 5);
    });
  });
}

test('states of goroutines and pauses for garbage collection are those that the program reads itself', async (t) => {
  const text = `package main

import (
	"fmt"
	"math"
	"runtime"
	"runtime/metrics"
	"syscall"
	"time"
)

func main() {
	runtime.GOMAXPROCS(4)
	for i := 0; i < 3; i++ {
		var pipe [2]int
		if err := syscall.Pipe(pipe[:]); err != nil {
			panic(err)
		}
		go syscall.Read(pipe[0], make([]byte, 1))
	}
	go func() {
		for {
		}
	}()
	for i := 0; i < 5; i++ {
		runtime.GC()
		time.Sleep(100 * time.Millisecond)
	}
	samples := []metrics.Sample{{Name: "PAUSES"}}
	metrics.Read(samples)
	sum := 0.0
	histogram := samples[0].Value.Float64Histogram()
	for i, count := range histogram.Counts {
		limit := histogram.Buckets[i+1]
		if math.IsInf(limit, 1) {
			limit = histogram.Buckets[i]
		}
		sum += float64(count) * limit * 1e9
	}
	fmt.Println(sum)
}
`;
  const pauses = minorOf(execFileSync('go', ['env', 'GOVERSION']).toString().trim()) >= 22 ? '/sched/pauses/total/gc:seconds' : '/gc/pauses:seconds';
  await profiled({ 'main.go': text.replace('PAUSES', pauses) }, [], undefined, async ({ text: printed }, { folder }) => {
    const reader = await figuresIn(folder);
    const columnOf = (name: RuntimeFigure) => reader.columns[RUNTIME_FIGURES.indexOf(name)];
    const sum = columnOf('pauses').reduce((a, b) => a + b, 0);
    assert.ok(sum > 0 && Math.abs(sum - Number(printed)) < 1e-6 * sum, `${sum}, ${printed}`);
    assert.ok(Math.max(...columnOf('longestPause')) <= sum);
    if (Number.isNaN(lastOf(reader).running)) return t.skip('this Go does not count states');
    // One computes; main is in some rows, on a busy machine in most.
    assert.ok(columnOf('running').includes(1) && columnOf('notInGo').includes(3));
  });
});

test('the profile of some pieces has their sums, to the digit, in each function', async () => {
  await profiled({ 'main.go': 'package main\n\nfunc main() {\n\tbeHot(1500)\n}\n' }, ['cpu'], undefined, async ({ pieces }) => {
    assert.ok(pieces.length >= 4);
    const chosen = pieces.slice(1, -1);
    const sources = chosen.map(({ bytes }) => ({ kind: 'bytes', bytes }) as const);
    const bytes = await mergedBytes({ sources }, new AbortController().signal);
    const sum = { ...chosen[0]!, bytes };
    for (const name of ['main.main', 'main.burn', 'main.used']) assert.equal(nanosIn([sum], name), nanosIn(chosen, name), name);
    assert.ok(nanosIn([sum], 'main.main') > 0);
    // Pieces follow each other: their bounds are those of the time that they measured.
    pieces.slice(1).forEach(({ begin }, i) => {
      const { begin: before, millis } = pieces[i]!;
      assert.ok(Math.abs(begin - (before + millis)) <= 5, `${before} + ${millis}, then ${begin}`);
    });
  });
});

test('the share of garbage collection is what gctrace says, without processors that were idle', async () => {
  const text = `package main

import (
	"runtime"
	"time"
)

type node struct{ next *node }

var nodes *node

func main() {
	for i := 0; i < 2_000_000; i++ {
		nodes = &node{nodes}
	}
	for i := 0; i < 5; i++ {
		runtime.GC()
	}
	time.Sleep(250 * time.Millisecond)
}
`;
  await profiled({ 'main.go': text }, [], undefined, async ({ text: printed }, { folder }) => {
    const written = (await folder.newFigures())!.text;
    const reader = new RuntimeFiguresReader();
    reader.add(written);
    const columnOf = (name: RuntimeFigure) => reader.columns[RUNTIME_FIGURES.indexOf(name)];
    const cycles = columnOf('cycles').reduce((a, b) => a + b, 0);
    const lines = written.split('\n').map((line) => line.split(' '));
    const place = lines[0]!.findIndex((name) => name.endsWith(':/cpu/classes/total:cpu-seconds'));
    const available = lines.filter(([time]) => /^\d/.test(time!)).map((words) => Number(words[place]));
    const milliseconds = columnOf('gcShare').reduce((sum, share, row) => {
      return sum + (share || 0) * 10 * (available[row]! - (available[row - 1] ?? 0));
    }, 0);
    const traced = [...printed.matchAll(/ ms clock, ([\d.]+)\+([\d.]+)\/([\d.]+)\/[\d.]+\+([\d.]+) ms cpu/g)].slice(0, cycles);
    assert.ok(cycles >= 5 && traced.length === cycles);
    const figures = traced.flatMap((found) => found.slice(1).map(Number));
    const [stops, marks] = [[0, 3], [1, 2]].map((places) => {
      return figures.filter((_, i) => places.includes(i % 4)).reduce((a, b) => a + b, 0);
    });
    // gctrace cuts figures to two digits, and counts a stop of the program from before it began, for all processors.
    assert.ok(milliseconds >= marks! && milliseconds <= 1.1 * (marks! + stops!) + 5, `${milliseconds}: ${marks} + ${stops}`);
  }, {}, { GODEBUG: 'gctrace=1' });
});

test('a killed program leaves the figures until then', async () => {
  await profiled({ 'main.go': 'package main\n\nfunc main() {\n\tprintln("ready")\n\tselect {}\n}\n' }, [], async ({ child, printed }) => {
    await printed('ready');
    await new Promise((resolve) => setTimeout(resolve, 500));
    child.kill('SIGKILL');
  }, async (_, { folder }) => assert.ok((await figuresIn(folder)).count >= 3));
});

test('when there are too many rows, two become one: the highest reading, the last count, the sums of histograms', async () => {
  const rows = 40;
  const text = `package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

type Agent struct {
	dir   string
	start time.Time
}

func (a *Agent) has(string) bool { return true }
func usesSignals() bool          { return false }

var isTracing atomic.Bool

${agentFigures('', process.platform, rows)}
func main() {
	a := &Agent{os.Args[1], time.Now()}
	f := a.newFigures()
	all, _ := os.Create(os.Args[1] + "/all")
	for i := 0; i < ${rows * 2}; i++ {
		go func() { time.Sleep(time.Millisecond) }()
		if i%3 == 0 {
			runtime.GC()
		}
		time.Sleep(3 * time.Millisecond)
		f.read(false)
		fmt.Fprintln(all, f.number, f.rows, f.highest[3])
	}
	f.read(true)
	for _, bucket := range f.before[len(f.rules)-2] {
		fmt.Print(bucket, " ")
	}
}
`;
  await withWorld({ 'go.mod': 'module example.com/f\n\ngo 1.20\n', 'main.go': text }, (world) => {
    const printed = execFileSync('go', ['run', '.', world.root], { cwd: world.root, env: { ...process.env, GOTOOLCHAIN: 'local' } }).toString();
    const steps = readFileSync(join(world.root, 'all'), 'utf8').trim().split('\n').map((line) => line.split(' ').map(Number));
    const number = steps.at(-1)![0];
    assert.ok(number >= 2, `halved ${number} times`);
    assert.ok(steps.every(([, count]) => count < rows));
    const file = readFileSync(join(world.root, `figures.${number}`), 'utf8');
    const lines = file.trim().split('\n').filter((line) => /^\d/.test(line)).map((line) => line.split(' '));
    assert.ok(lines.length <= rows);
    const times = lines.map(([time]) => Number(time));
    assert.deepEqual(times, [...times].sort((a, b) => a - b));
    assert.equal(Math.max(...lines.map((words) => Number(words[4]))), Math.max(...steps.map((step) => step[2])));
    // All pauses are still there.
    const pauses = new Map<number, number>();
    for (const words of lines) {
      for (const [bucket, count] of words.at(-2)!.split(',').map((pair) => pair.split(':').map(Number))) {
        if (count) pauses.set(bucket, (pauses.get(bucket) ?? 0) + count);
      }
    }
    const counts = printed.trim().split(' ').map(Number);
    assert.deepEqual([...pauses].sort(([a], [b]) => a - b), [...counts.entries()].filter(([, count]) => count > 0));
    return Promise.resolve();
  });
});
