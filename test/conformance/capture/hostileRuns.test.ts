import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readResultsOf } from '../../../src/bench/goTestResults';
import { finish } from '../../../src/profile/common/guard';
import { failureOf, run, withWorld, type World } from './module';

const GO_MOD = 'module example.com/m\n\ngo 1.21\n';
const withEnv = (world: World, env: Readonly<Record<string, string>>): World => ({
  ...world,
  go: { ...world.go, env: { ...world.go.env, ...env } },
});

/** A module whose TestMain replaces the memory profile after it is written. */
const moduleReplacing = (statements: string, imports = '') => ({
  'go.mod': GO_MOD,
  'a_test.go': `package m

import (
	"flag"
	"os"${imports}
	"testing"
)

func TestMain(m *testing.M) {
	code := m.Run()
	file := flag.Lookup("test.memprofile").Value.String()
	if file != "" {
		os.Remove(file)
		${statements}
	}
	os.Exit(code)
}

func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; i++ {
	}
}
`,
});

/** A cpu profile is not at the path that the program knows: see OwnProfile. */
const MEMORY = { kinds: ['memory'] } as const;
const NOT_REGULAR = /^noProfile: BenchmarkX ran, but its memory profile is not a regular file/;
const onPosix = { skip: process.platform === 'win32' };

test('only a regular file is read as the profile', onPosix, async () => {
  for (const [statements, imports] of [
    ['os.Symlink("/dev/zero", file)', ''],
    ['syscall.Mkfifo(file, 0600)', '\n\t"syscall"'],
    ['os.Mkdir(file, 0700)', ''],
  ]) {
    await withWorld(moduleReplacing(statements!, imports), async (world) => {
      assert.match(await failureOf(world, 'BenchmarkX', MEMORY), NOT_REGULAR, statements);
    });
  }
});

test('a program that is no longer a regular file is reported instead of read', onPosix, async () => {
  const files = moduleReplacing('os.Symlink("/dev/zero", os.Args[0])');
  const afterTiming = files['a_test.go'].replace('if file != "" {\n\t\tos.Remove(file)', 'if file == "" {\n\t\tos.Remove(os.Args[0])');
  await withWorld({ ...files, 'a_test.go': afterTiming }, async (world) => {
    const failure = await failureOf(world, 'BenchmarkX', MEMORY);
    assert.match(failure, /^failed: The program of BenchmarkX no longer exists: does it remove or replace its own files\? This was the memory run\./);
  });
});

test('a profile above the size limit has its own failure', async () => {
  const statements = 'f, _ := os.Create(file)\n\t\tf.Truncate(3 << 30)\n\t\tf.Close()';
  await withWorld(moduleReplacing(statements), async (world) => {
    const failure = await failureOf(world, 'BenchmarkX', { ...MEMORY, maxProfileBytes: 2 ** 31 });
    assert.equal(
      failure,
      'tooLarge: The memory profile of BenchmarkX takes 3,072 MB on disk, and linecost.limits.memory allows 2,048 MB: ' +
        'raise that limit, or profile fewer iterations (linecost.profile.benchtime).',
    );
  });
});

const QUIET = { 'go.mod': GO_MOD, 'a_test.go': 'package m\n\nimport "testing"\n\nfunc BenchmarkX(b *testing.B) {}\n' };

test('the failure for an unavailable version of Go names the version and the reason', async () => {
  await withWorld({ ...QUIET, 'go.mod': 'module example.com/m\n\ngo 1.99.0\n' }, async (world) => {
    for (const [GOTOOLCHAIN, reason] of [
      ['auto', 'download go1.99.0 for '],
      ['path', 'cannot find "go1.99.0" in PATH'],
    ] as const) {
      const failure = await failureOf(withEnv(world, { GOTOOLCHAIN, GOPROXY: 'off', PATH: process.env.PATH! }), 'BenchmarkX');
      assert.ok(failure.startsWith(`compile: Go cannot work here: ${reason}`), failure);
      assert.match(failure, /: install go1\.99\.0 and set linecost\.go\.path to it, or lower go\.mod's version\.$/);
    }
    const local = await failureOf(withEnv(world, { GOTOOLCHAIN: 'local' }), 'BenchmarkX');
    assert.match(local, /^compile: BenchmarkX cannot be built: go\.mod requires go >= 1\.99\.0 \(running go 1\..*\)\.$/);
  });
});

test('the failure for an unusable temporary folder names the folder and a remedy', onPosix, async () => {
  await withWorld(QUIET, async (world) => {
    writeFileSync(join(world.root, 'file'), '');
    const advice = 'or set GOTMPDIR in linecost.go.env to a folder that can be written to';
    for (const [GOTMPDIR, problem] of [
      [join(world.root, 'none'), `GOTMPDIR is ${join(world.root, 'none')}, which does not exist: create it`],
      ['none', `GOTMPDIR is ${join(world.root, 'none')}, which does not exist: create it`],
      [join(world.root, 'file'), `GOTMPDIR is ${join(world.root, 'file')}, which is not a folder: rename it`],
    ] as const) {
      assert.equal(await failureOf(withEnv(world, { GOTMPDIR }), 'BenchmarkX'), `failed: ${problem}, ${advice}.`);
    }
    mkdirSync(join(world.root, 'below'));
    await run(withEnv(world, { GOTMPDIR: 'below' }), 'BenchmarkX');
  });
});

const PRINTING = {
  'go.mod': GO_MOD,
  'a_test.go': `package m

import (
	"fmt"
	"os"
	"testing"
)

const line = "BenchmarkX-%d \\t 1000000\\t         1.0 ns/op\\t       0 B/op\\t       0 allocs/op\\n"

func TestMain(m *testing.M) {
	fmt.Printf(line, 2)
	code := m.Run()
	fmt.Printf(line, 2)
	os.Exit(code)
}

func BenchmarkX(b *testing.B) {
	fmt.Printf(line, 2)
	for i := 0; i < b.N; i++ {
	}
	fmt.Printf(line[:len(line)-1], 1)
	fmt.Printf("\\n"+line, 4)
}
`,
};

test('the results are those of go test, whatever result lines the benchmark prints', async () => {
  await withWorld(PRINTING, async (world) => {
    for (const count of [1, 3]) {
      const outcome = await run(world, 'BenchmarkX', { count, benchtime: '7x' });
      const { results, hasPrintedResults } = finish(readResultsOf(outcome.output, 'BenchmarkX', { count }));
      assert.deepEqual(results.map(({ iterations }) => iterations), Array(count).fill(7), outcome.output);
      assert.ok(hasPrintedResults);
      assert.deepEqual(outcome.profiles[0]?.iterations, Array(count).fill(7));
    }
  });
});

const FULL = /^diskFull: The disk for temporary files is full \(.*\): free some space, or set GOTMPDIR in linecost\.go\.env/;

test('a full disk has its own failure, whichever file does not fit', onPosix, async (context) => {
  await withWorld({ ...QUIET, 'b_test.go': fillingBenchmark() }, async (world) => {
    const small = join(world.root, 'small');
    mkdirSync(small);
    for (const size of ['16k', '1m', '8m', '64m']) {
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', small], { stdio: 'ignore' });
      } catch {
        context.skip('no file system can be mounted here');
        return;
      }
      try {
        const failure = await failureOf(withEnv(world, { GOTMPDIR: small, FILL: small }), 'BenchmarkFill', { kinds: ['cpu', 'memory'] });
        assert.match(failure, FULL, size);
      } finally {
        execFileSync('umount', [small]);
      }
    }
  });
});

test('a full build cache has its own failure, with its folder', onPosix, async (context) => {
  await withWorld(QUIET, async (world) => {
    const small = join(world.root, 'small');
    mkdirSync(small);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=500k', 'tmpfs', small], { stdio: 'ignore' });
    } catch {
      context.skip('no file system can be mounted here');
      return;
    }
    try {
      const cache = join(small, 'cache');
      const failure = await failureOf(withEnv(world, { GOCACHE: cache }), 'BenchmarkX', { kinds: ['cpu'] });
      const advice = 'free some space, or set GOCACHE in linecost.go.env to a folder on another disk';
      assert.equal(failure, `diskFull: The disk of Go's build cache is full (${cache}): ${advice}.`);
    } finally {
      execFileSync('umount', [small]);
    }
  });
});

/** A benchmark that fills the disk before its profile is written. */
function fillingBenchmark(): string {
  return `package m

import (
	"os"
	"path/filepath"
	"testing"
)

func BenchmarkFill(b *testing.B) {
	f, err := os.Create(filepath.Join(os.Getenv("FILL"), "fill"))
	if err != nil {
		return
	}
	chunk := make([]byte, 4096)
	for {
		if _, err := f.Write(chunk); err != nil {
			return
		}
	}
}
`;
}
