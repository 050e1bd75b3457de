import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseBenchmarks } from '../../shared/inOneStep';
import type { GoTestRequest } from '../../../src/go/captureTypes';
import { GoTest } from '../../../src/go/test/goTest';
import { newRecording, pprofTop, requestFor, run, runGoTest, withWorld } from './module';

const GO_MOD = 'module example.com/Up/case\n\ngo 1.21\n';
const WORKER = `package a

import (
	"runtime"
	"strings"
	"sync"
)

var sink []byte

//go:noinline
func spin(n int) (s int) {
	for i := range make([]struct{}, n) {
		s += i * i
	}
	return s
}

//go:noinline
func allocate() { sink = make([]byte, 100) }

// contend keeps a mutex locked until another goroutine waits for it.
//
//go:noinline
func contend() {
	var mu sync.Mutex
	var group sync.WaitGroup
	mu.Lock()
	group.Add(1)
	go func() {
		defer group.Done()
		mu.Lock()
		mu.Unlock()
	}()
	stacks := make([]byte, 1<<16)
	for !strings.Contains(string(stacks[:runtime.Stack(stacks, true)]), "[sync.Mutex.Lock") {
		runtime.Gosched()
	}
	mu.Unlock()
	group.Wait()
}
`;
const TESTS = `package a_test

import (
	"fmt"
	"testing"
)

func BenchmarkAll(b *testing.B) {
	for i := 0; i < b.N; i++ {
		Contend()
		Spin(100_000_000)
		for j := 0; j < 50_000; j++ {
			Allocate()
		}
	}
}

func BenchmarkSub(b *testing.B) {
	b.Run("size=10", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			Allocate()
		}
		fmt.Print("a word ")
	})
	b.Run("x y", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
		}
	})
}

func TestAll(t *testing.T) {
	Allocate()
}

func ExampleAllocate() {
	Allocate()
	fmt.Println("done")
	// Output: done
}

func FuzzAll(f *testing.F) {
	f.Add(5)
	f.Fuzz(func(t *testing.T, n int) { Allocate() })
}
`;
const EXPORTS = `package a

func Contend()    { contend() }
func Allocate()   { allocate() }
func Spin(n int)  { spin(n) }
`;
const FILES = {
  'go.mod': GO_MOD,
  'a.go': WORKER,
  'export.go': EXPORTS,
  'a_test.go': TESTS.replace('import (', 'import (\n\t. "example.com/Up/case"'),
};

test('each kind of profile comes from its own run of one build', () =>
  withWorld(FILES, async (world) => {
    const recording = newRecording();
    const kinds = ['cpu', 'memory', 'mutex', 'block'] as const;
    const request = requestFor(world, 'BenchmarkAll', { kinds, benchtime: '3x' });
    const outcome = await runGoTest(request, recording, new AbortController().signal);

    assert.deepEqual(recording.profiles.map(({ kind }) => kind), kinds);
    const top = (index: number, ...flags: string[]) => pprofTop(world.root, recording.profiles[index].bytes, ...flags);
    assert.match(top(0), /case\.spin/);
    assert.match(top(1, '-sample_index=alloc_space'), /case\.allocate/);
    assert.match(top(2), /Type: delay[^]*Unlock/);
    assert.match(top(3), /Type: delay[^]*Lock/);

    const commands: string[] = recording.output.match(/^\$ .*$/gm) ?? [];
    assert.equal(commands.filter((command) => command.includes(' -c ')).length, 1);
    assert.equal(commands.filter((command) => command.includes('-test.run=^$ -test.bench=^BenchmarkAll$ -test.benchmem')).length, 5);
    const [result, ...others] = parseBenchmarks(outcome.output).results;
    assert.deepEqual([result.baseName, result.iterations, others.length], ['BenchmarkAll', 3, 0]);
    const { importPath, modulePath, moduleDir } = outcome;
    assert.deepEqual([importPath, modulePath, moduleDir], ['example.com/Up/case', 'example.com/Up/case', world.root]);
    assert.deepEqual(readdirSync(world.temp), []);
  }));

test('profiles of further kinds reuse the linked program', () =>
  withWorld(FILES, async (world) => {
    const recording = newRecording();
    const go = { ...world.go, buildFlags: ['-x'] };
    const request = requestFor(world, 'BenchmarkAll', { go, kinds: ['cpu', 'memory'], benchtime: '1x' });
    await runGoTest(request, recording, new AbortController().signal);
    // Only the last three runs count: on a slow machine, the source can seem to change during the build and is rebuilt.
    const [timing = '', cpu = '', memory = ''] = recording.output.split(/^\$ /m).slice(-3);
    const areLinked = [timing, cpu, memory].map((output) => /[\\/]link(\.exe)? -o /.test(output));
    assert.ok(!timing.includes('profile=') && cpu.includes('-test.cpuprofile') && memory.includes('-test.memprofile'));
    assert.deepEqual(areLinked, [false, false, false]);
    assert.match(recording.output, /[\\/]link(\.exe)? -o /);
  }));

test('the next benchmark of a package runs in the same program, until a source file changes', () =>
  withWorld(FILES, async (world) => {
    let output = '';
    const requestOf = (name: string) => requestFor(world, name, { kinds: ['memory'], benchtime: '3x' });
    const first = await GoTest.build(requestOf('BenchmarkAll'), (text) => (output += text), new AbortController().signal);
    try {
      await first.time();
      await first.measure('memory');
      const second = (await first.next(requestOf('BenchmarkSub')))!;
      const stale = second.readProfile({ kinds: ['memory'], result: { exitCode: 0, stdout: '', stderr: '' } as never }, 'memory');
      await assert.rejects(stale, { failure: 'noProfile' }, 'the profile of the first benchmark can still be read');
      const names = parseBenchmarks(await second.time()).results.map(({ subName }) => subName);
      assert.deepEqual(names, ['size=10', 'x_y']);
      const { bytes } = await second.readProfile(await second.measure('memory'), 'memory');
      assert.ok(bytes.length > 0);
      assert.equal(output.match(/^\$ go test -c /gm)!.length, 1, 'not linked exactly once');
      writeFileSync(join(world.root, 'a.go'), `${WORKER}\n// changed\n`);
      assert.equal(await second.next(requestOf('BenchmarkAll')), undefined);
    } finally {
      await first.close();
    }
    assert.deepEqual(readdirSync(world.temp), []);
  }));

test('tests, examples and the seeds of fuzz tests run, and never use the test cache', () =>
  withWorld(FILES, async (world) => {
    for (const name of ['TestAll', 'TestAll', 'ExampleAllocate', 'FuzzAll']) {
      const { profiles, output } = await run(world, name, { kinds: ['memory'], memProfileRate: 1 });
      assert.match(pprofTop(world.root, profiles[0].bytes, '-sample_index=alloc_space'), /case\.allocate/, name);
      assert.match(output, new RegExp(`--- PASS: ${name}`));
    }
  }));

test('each sub-benchmark has its results, even if the benchmark prints into the result line', () =>
  withWorld(FILES, async (world) => {
    const { output } = await run(world, 'BenchmarkSub', { benchtime: '5x', count: 2 });
    const { results, problems } = parseBenchmarks(output);
    assert.deepEqual(results.map(({ subName, iterations }) => `${subName} ${iterations}`), [
      'size=10 5',
      'size=10 5',
      'x_y 5',
      'x_y 5',
    ]);
    assert.deepEqual(problems, []);
  }));

test('a sub-benchmark runs by its path, and a path without a sub-benchmark is an error', () =>
  withWorld(FILES, async (world) => {
    const { output } = await run(world, 'BenchmarkSub/size=10');
    assert.deepEqual(parseBenchmarks(output).results.map(({ subName }) => subName), ['size=10']);
    const message = 'BenchmarkSub has no sub-benchmark size=11: profile BenchmarkSub to list its cases.';
    await assert.rejects(run(world, 'BenchmarkSub/size=11'), { failure: 'noMatch', message });
  }));

test('with memory profile rate 1, every allocation is sampled', () =>
  withWorld(FILES, async (world) => {
    const { profiles } = await run(world, 'BenchmarkAll', { kinds: ['memory'], memProfileRate: 1, benchtime: '2x' });
    const top = pprofTop(world.root, profiles[0].bytes, '-sample_index=alloc_objects');
    const objects = Number(/^ *(\d+) .*case\.allocate$/m.exec(top)?.[1]);
    // The benchmark runs once, then twice; each iteration has 50,000. The runtime's own count is sometimes off by one.
    assert.ok(Math.abs(objects - 150_000) <= 2, `${objects}`);
  }));

test('iterations and allocated bytes equal those of the same go test on the command line', () =>
  withWorld(FILES, async (world) => {
    const request = { kinds: ['memory'], memProfileRate: 1, benchtime: '1000x' } as const;
    const { profiles, output } = await run(world, 'BenchmarkSub/size=10', request);
    const file = join(world.root, 'mem.pprof');
    const args = ['-run=^$', '-bench=^BenchmarkSub$/^size=10$', '-benchmem', '-benchtime=1000x', `-memprofile=${file}`];
    const options = { cwd: world.root, env: world.go.env, encoding: 'utf8' } as const;
    const plain = execFileSync('go', ['test', ...args, '-memprofilerate=1'], options);
    const figures = (text: string) => parseBenchmarks(text).results.map(({ name, iterations }) => [name, iterations]);
    assert.deepEqual(figures(output), figures(plain));
    const allocated = (bytes: Uint8Array) => {
      const top = pprofTop(world.root, bytes, '-sample_index=alloc_space', '-unit=B');
      return Number(/^ *(\d+)B .*case\.allocate$/m.exec(top)?.[1]);
    };
    const [ours, theirs] = [allocated(profiles[0].bytes), allocated(readFileSync(file))];
    assert.ok(theirs > 100_000, `${theirs}`);
    // An object takes 112 bytes. The runtime's own count is sometimes off by one.
    assert.ok(Math.abs(ours - theirs) <= 2 * 112, `${ours}, ${theirs}`);
  }));

const PROBE = `package a

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

var level = flag.Int("level", 0, "")

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(m.Run())
}

func BenchmarkProbe(b *testing.B) {
	if b.N == 1 {
		dir, _ := os.Getwd()
		_, err := exec.LookPath("go")
		fmt.Println("PROBE", dir, os.Getenv("PWD"), os.Getenv("PROBE"), *level, testing.Short(), tag, err, flag.Args())
	}
}
`;
const PROBE_FILES = {
  'go.mod': GO_MOD,
  'a_test.go': PROBE,
  'tag_test.go': '//go:build special\n\npackage a\n\nconst tag = "special"\n',
};

/** Flags and variables from a user's settings. */
const PROBE_SETTINGS = {
  'linecost.go.testFlags': ['-short', '-tags', 'special', '-level', '7', '-args', 'rest'],
  'linecost.go.env': { PROBE: 'set' },
};

const probeOf = (text: string) => [...text.matchAll(/PROBE (.*)$/gm)].map(([, values]) => values);

test('flags, tags, variables and the working directory are passed to the test', () =>
  withWorld(
    PROBE_FILES,
    async (world) => {
      const { output } = await run(world, 'BenchmarkProbe', { count: 1, benchtime: '2x' });
      assert.deepEqual(probeOf(output), [`${world.root} ${world.root} set 7 true special <nil> [rest]`]);
    },
    PROBE_SETTINGS,
  ));

test('all profiling runs measure the same program, even if the source changes in between', async () => {
  const changing = PROBE.replace('fmt.Println("PROBE",', 'spoil(); fmt.Println("PROBE",');
  const spoil = `package a

import "os"

func spoil() { os.WriteFile("tag_test.go", []byte(os.Getenv("SPOILT")), 0o600) }
`;
  const broken = 'package a\n\nconst tag =';
  const changed = PROBE_FILES['tag_test.go'].replace('"special"', '"other"');
  await Promise.all(
    [broken, changed].map((text) =>
      withWorld(
        { ...PROBE_FILES, 'a_test.go': changing, 'spoil_test.go': spoil },
        async (world) => {
          const recording = newRecording();
          const request = requestFor(world, 'BenchmarkProbe', { kinds: ['cpu', 'memory'], benchtime: '2x' });
          await runGoTest(request, recording, new AbortController().signal);
          assert.deepEqual(recording.profiles.map(({ kind }) => kind), ['cpu', 'memory']);
          const [first, ...later] = probeOf(recording.output);
          assert.equal(first, `${world.root} ${world.root} set 7 true special <nil> [rest]`);
          assert.equal(later.at(-1), first);
          assert.deepEqual(readdirSync(world.temp), []);
        },
        { ...PROBE_SETTINGS, 'linecost.go.env': { PROBE: 'set', SPOILT: text } },
      ),
    ),
  );
});

test('the measured program is stored at the given path, and a failure to store it ends nothing, but its reason is reported', () =>
  withWorld(FILES, async (world) => {
    const programFile = join(world.root, 'program');
    for (const kinds of [['cpu'], ['memory', 'cpu']] as const) {
      const { profiles } = await run(world, 'BenchmarkAll', { kinds, programFile, benchtime: '3x' });
      const profile = join(world.root, 'profile');
      writeFileSync(profile, profiles[0]!.bytes);
      const args = ['tool', 'pprof', '-disasm=allocate|spin', programFile, profile];
      const text = execFileSync('go', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      assert.match(text, /^ROUTINE =+ .*\.(allocate|spin)$/m);
      rmSync(programFile);
    }
    const unwritable = join(world.root, 'no', 'such', 'folder');
    const reasons: unknown[] = [];
    const noProgram = { programFile: unwritable, onNoProgram: (error: unknown) => reasons.push(error) };
    assert.equal((await run(world, 'BenchmarkSub', { kinds: ['cpu'], ...noProgram })).profiles.length, 1);
    assert.equal((reasons[0] as NodeJS.ErrnoException).code, 'ENOENT');
  }));

test('GOFLAGS from the settings and from GOENV apply, including -exec but not -json', async () => {
  const files = { ...FILES, 'wrap.sh': '#!/bin/sh\necho WRAPPED\nexec "$@"\n' };
  const goflags = (folder: string) => `-exec=${folder}/wrap.sh -json`;
  const check = (settings: Readonly<Record<string, unknown>>) =>
    withWorld(
      files,
      async (world) => {
        chmodSync(join(world.root, 'wrap.sh'), 0o700);
        writeFileSync(join(world.root, 'goenv'), `GOFLAGS=${goflags(world.root)}\n`);
        const { output } = await run(world, 'BenchmarkSub');
        assert.match(output, /^WRAPPED$/m);
        assert.ok(parseBenchmarks(output).results.length > 0);
      },
      settings,
    );
  await check({ 'linecost.go.env': { GOFLAGS: goflags('${workspaceFolder}') } });
  await check({ 'linecost.go.env': { GOFLAGS: null, GOENV: '${workspaceFolder}/goenv' } });
});

test('in nested modules, workspaces and symbolic links, file names begin with the given package folder', () => {
  const benchmark = `package a

import "testing"

var sink []byte

func BenchmarkA(b *testing.B) {
	for i := 0; i < b.N; i++ {
		sink = make([]byte, 64)
	}
}
`;
  const files = {
    'go.work': 'go 1.21\n\nuse (\n\t./One\n\t./One/nested\n)\n',
    'One/go.mod': 'module example.com/One\n\ngo 1.21\n',
    'One/pkg/a_test.go': benchmark,
    'One/nested/go.mod': 'module example.com/One/nested\n\ngo 1.21\n',
    'One/nested/a_test.go': benchmark,
  };
  return withWorld(files, async (world) => {
    const identify = async (packageDir: string) => {
      const request: Partial<GoTestRequest> = { packageDir, kinds: ['memory'], memProfileRate: 1, benchtime: '100x' };
      const { importPath, modulePath, moduleDir, profiles } = await run(world, 'BenchmarkA', request);
      assert.match(pprofTop(world.root, profiles[0].bytes, '-lines'), new RegExp(`${packageDir}/a_test\\.go:9`));
      return [importPath, modulePath, moduleDir];
    };
    const outer = join(world.root, 'One');
    assert.deepEqual(await identify(join(outer, 'pkg')), ['example.com/One/pkg', 'example.com/One', outer]);
    const nested = join(outer, 'nested');
    assert.deepEqual(await identify(nested), ['example.com/One/nested', 'example.com/One/nested', nested]);
    const link = join(world.root, 'link');
    symlinkSync(world.root, link);
    const linked = join(link, 'One', 'pkg');
    assert.deepEqual((await identify(linked))[0], 'example.com/One/pkg');
  });
});

test('with -mod=vendor and -trimpath, a panic in a vendored package has its location in the benchmark', () => {
  const files = {
    'go.mod': `${GO_MOD}\nrequire example.com/dep v1.0.0\n`,
    'vendor/modules.txt': '# example.com/dep v1.0.0\n## explicit\nexample.com/dep\n',
    'vendor/example.com/dep/dep.go': 'package dep\n\nfunc F() { panic("in dep") }\n',
    'a_test.go': 'package a\n\nimport (\n\t"example.com/dep"\n\t"testing"\n)\n\nfunc BenchmarkA(b *testing.B) {\n\tdep.F()\n}\n',
  };
  return withWorld(
    files,
    async (world) => {
      const location = { file: join(world.root, 'a_test.go'), line: 9, column: 1 };
      await assert.rejects(run(world, 'BenchmarkA'), { failure: 'panicked', location });
    },
    { 'linecost.go.testFlags': ['-mod=vendor', '-trimpath'] },
  );
});

test('the failure of a profiling run names the kind of profile', () =>
  withWorld(FILES, async (world) => {
    appendFileSync(join(world.root, 'a_test.go'), '\nfunc BenchmarkOnce(b *testing.B) {\n\tfirst(b)\n}\n');
    const once = `package a_test

import (
	"os"
	"testing"
)

func first(b *testing.B) {
	if _, err := os.Stat("done"); err == nil {
		b.Fatal("only once")
	}
	if b.N > 1 {
		os.WriteFile("done", nil, 0o600)
	}
}
`;
    writeFileSync(join(world.root, 'once_test.go'), once);
    const failing = run(world, 'BenchmarkOnce', { kinds: ['memory', 'cpu'], benchtime: '2x' });
    const message = 'BenchmarkOnce fails: only once (once_test.go:10). This was the memory run.';
    await assert.rejects(failing, { failure: 'failed', message });
    assert.deepEqual(readdirSync(world.temp), []);
  }));
