import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LeakSearch, type TestLeaks } from '../../../src/go/leaks/leakSearch';
import { leakedGoroutines } from '../../../src/goroutines/leakedGoroutines';
import { finish } from '../../../src/profile/common/guard';
import type { TestKind } from '../../../src/go/captureTypes';
import { requestFor, withWorld } from '../capture/module';

const MODULE = { 'go.mod': 'module example.com/leaky\n\ngo 1.24\n', 'leaky.go': `package leaky

func Start(n int) {
	for range n {
		c := make(chan int)
		go func() { c <- 1 }()
	}
}
` };

/** Prints what Go's own search finds when the tests have ended, which is what ours must find. */
const ORACLE = `package leaky_test

import (
	"fmt"
	"os"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	code := m.Run()
	time.Sleep(200 * time.Millisecond)
	var text strings.Builder
	for range 3 {
		text.Reset()
		pprof.Lookup("goroutineleak").WriteTo(&text, 1)
	}
	fmt.Println(strings.SplitN(text.String(), "\\n", 2)[0])
	os.Exit(code)
}
`;

const TESTS = `package leaky_test

import (
	"sync"
	"testing"

	"example.com/leaky"
)

var global = make(chan int)

func TestNone(t *testing.T) { leaky.Start(0) }

func TestMany(t *testing.T) {
	leaky.Start(3)
	var mu sync.Mutex
	mu.Lock()
	go func() { mu.Lock() }()
	go func() { select {} }()
	go func() {
		var group sync.WaitGroup
		group.Add(1)
		group.Wait()
	}()
}

func TestFails(t *testing.T) {
	leaky.Start(2)
	t.Error("no")
}

func TestGlobal(t *testing.T) { go func() { <-global }() }

func TestCases(t *testing.T) {
	t.Run("one", func(t *testing.T) { t.Parallel(); leaky.Start(1) })
	t.Run("four", func(t *testing.T) { t.Parallel(); leaky.Start(4) })
}

func FuzzX(f *testing.F) {
	f.Add(2)
	f.Fuzz(func(t *testing.T, n int) { leaky.Start(n) })
}

func ExampleStart() {
	leaky.Start(1)
	// Output:
}

func TestSkips(t *testing.T) { t.Skip("later") }

func TestPanics(t *testing.T) { panic("boom") }
`;

function leakedIn(text: Uint8Array): string {
  return finish(leakedGoroutines(text));
}

async function withSearch(
  files: Readonly<Record<string, string>>,
  act: (find: (name: string, kind?: TestKind) => Promise<TestLeaks>, printed: () => string) => Promise<void>,
): Promise<void> {
  await withWorld({ ...MODULE, ...files }, async (world) => {
    let output = '';
    const request = requestFor(world, 'TestX');
    const search = await LeakSearch.build(request, (text) => void (output += text), new AbortController().signal);
    try {
      await act((name, kind = 'test') => search.find({ kind, name }), () => output);
    } finally {
      await search.close();
    }
  });
}

test('each test has the goroutines that it leaks, as many as Go counts, with their states', async () => {
  await withSearch({ 'leaky_test.go': TESTS, 'main_test.go': ORACLE }, async (find, printed) => {
    const counts: number[] = [];
    for (const name of ['TestNone', 'TestMany', 'TestGlobal', 'TestCases', 'TestCases/four']) {
      const { count, text, failure } = await find(name);
      assert.equal(failure, undefined);
      assert.equal(leakedIn(text).match(/^goroutine /gm)?.length ?? 0, count);
      counts.push(count);
    }
    counts.push((await find('FuzzX', 'fuzz')).count, (await find('ExampleStart', 'example')).count);
    const oracle = [...printed().matchAll(/^goroutineleak profile: total (\d+)$/gm)].map(([, total]) => Number(total));
    assert.deepEqual(counts, oracle);
    assert.deepEqual(counts, [0, 6, 0, 5, 4, 2, 1]);
    const states = [...leakedIn((await find('TestMany')).text).matchAll(/^goroutine \d+ \[(.+) \(leaked\)\]:$/gm)].map(([, state]) => state);
    assert.deepEqual(states.sort(), [
      'chan send', 'chan send', 'chan send', 'select (no cases)', 'sync.Mutex.Lock', 'sync.WaitGroup.Wait',
    ]);
  });
});

test('a test that fails has its leaks and the reason, one that panics only the reason', async () => {
  await withSearch({ 'leaky_test.go': TESTS }, async (find) => {
    const { count, failure } = await find('TestFails');
    assert.equal(count, 2);
    assert.match(failure!.message, /^TestFails fails: no/);
    await assert.rejects(find('TestPanics'), /panic/);
    await assert.rejects(find('TestGone'), /TestGone/);
    await assert.rejects(find('TestSkips'), /TestSkips skips itself/);
  });
});

test('tests in the package itself, and beside external ones, are searched too', async () => {
  const inside = (name: string) => `package leaky\n\nimport "testing"\n\nfunc Test${name}(t *testing.T) { Start(2) }\n`;
  await withSearch({ 'inside_test.go': inside('Inside') }, async (find) => {
    assert.equal((await find('TestInside')).count, 2);
  });
  await withSearch({ 'inside_test.go': inside('Inside'), 'leaky_test.go': TESTS }, async (find) => {
    assert.equal((await find('TestInside')).count, 2);
    assert.equal((await find('TestFails')).count, 2);
  });
});

/** Fails if there are other goroutines when the tests have ended, again and again for some time, as goleak does. */
const STRICT = `package leaky_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	code := m.Run()
	text := make([]byte, 1<<20)
	for i := 0; i < 40 && code == 0; i++ {
		others := strings.Split(string(text[:runtime.Stack(text, true)]), "\\n\\n")[1:]
		if len(others) == 0 {
			os.Exit(0)
		}
		if i == 39 {
			fmt.Println("found unexpected goroutines:", others)
			code = 1
		}
		time.Sleep(5 * time.Millisecond)
	}
	os.Exit(code)
}
`;

test('a check for leaked goroutines, as goleak does it, finds none of the agent', async () => {
  await withSearch({ 'leaky_test.go': TESTS, 'main_test.go': STRICT }, async (find, printed) => {
    const { count, failure } = await find('TestNone');
    assert.deepEqual([count, failure?.message], [0, undefined], printed());
    assert.match((await find('TestMany')).failure!.message, /^TestMany/);
  });
});
