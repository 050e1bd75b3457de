import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { PROGRAM_KINDS } from '../../../src/go/captureTypes';
import { endingText } from '../../../src/features/program/endingText';
import type { World } from '../capture/module';
import { nanosIn, profiled, totalNanos } from './programRun';

/** A program that uses CPU time, then does something else. */
const main = (body: string, ...imports: readonly string[]): string =>
  `package main\n\n${imports.map((each) => `import "${each}"\n`).join('')}\nfunc main() {\n\tbeHot(400)\n${body}\n}\n`;

/** At least this much of the 400 ms of CPU time must be there. */
const MOST = 250e6;
const isLinux = process.platform === 'linux';
const hasC = (() => {
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test('a module for Go 1.12 has all kinds of profiles', async () => {
  const files = { 'go.mod': 'module example.com/app\n\ngo 1.12\n', 'main.go': main('') };
  await profiled(files, PROGRAM_KINDS, undefined, async ({ exitCode, pieces }, { folder }) => {
    assert.equal(exitCode, 0);
    assert.ok(nanosIn(pieces, 'main.burn') > MOST);
    const { signal } = new AbortController();
    for (const kind of ['memory', 'mutex', 'block', 'goroutine'] as const) assert.ok(await folder.profileOf(kind, 1 << 24, signal), kind);
    for (const kind of PROGRAM_KINDS) assert.equal(await folder.failureOf(kind), undefined, kind);
  });
});

test('a vendored module, and one of several modules in a workspace, are built as go build does', async () => {
  const lib = 'package lib\n\nfunc Name() string { return "from the library" }\n';
  const uses = main('\tprintln(lib.Name())', 'example.com/lib');
  const vendored = {
    'go.mod': 'module example.com/app\n\ngo 1.20\n\nrequire example.com/lib v1.0.0\n',
    'vendor/modules.txt': '# example.com/lib v1.0.0\n## explicit; go 1.20\nexample.com/lib\n',
    'vendor/example.com/lib/lib.go': lib,
  };
  const workspace = {
    'go.mod': 'module example.com/app\n\ngo 1.20\n\nrequire example.com/lib v1.0.0\n',
    'go.work': 'go 1.20\n\nuse (\n\t.\n\t./lib\n)\n',
    'lib/go.mod': 'module example.com/lib\n\ngo 1.20\n',
    'lib/lib.go': lib,
  };
  for (const files of [vendored, workspace]) {
    await profiled({ ...files, 'main.go': uses }, ['cpu'], undefined, ({ text, pieces }) => {
      assert.match(text, /from the library/);
      assert.ok(nanosIn(pieces, 'main.burn') > MOST);
    });
  }
});

test('several files with build tags, and flags for them, are one program', async () => {
  const files = {
    'main.go': main('\tprintln(edition)'),
    'free.go': '//go:build !paid\n\npackage main\n\nconst edition = "free"\n',
    'paid.go': '//go:build paid\n\npackage main\n\nconst edition = "paid"\n',
  };
  const settings = { 'linecost.go.testFlags': ['-tags=paid'] };
  await profiled(files, ['cpu'], undefined, ({ text }) => assert.match(text, /paid/), settings);
});

test('a program with -race is profiled, and its races are printed', { skip: !hasC }, async () => {
  const body = '\tx, done := 0, make(chan bool)\n\tgo func() { x++; done <- true }()\n\tx++\n\t<-done\n\tprintln(x)';
  const settings = { 'linecost.go.testFlags': ['-race'] };
  await profiled({ 'main.go': main(body) }, ['cpu', 'memory'], undefined, ({ text, exitCode, ending, pieces }) => {
    assert.match(text, /WARNING: DATA RACE/);
    assert.doesNotMatch(text, /linecost/);
    assert.deepEqual([exitCode, ending], [66, { how: 'exited' }]);
    // Go does not know the callers of the race detector's own code, which takes most of the time.
    assert.ok(totalNanos(pieces) > MOST);
  }, settings);
});

const C = (code: string, body: string): string =>
  `package main\n\n/*\n${code}\n*/\nimport "C"\n\nfunc main() {\n\tbeHot(400)\n${body}\n}\n`;

test('a program with C code is profiled, with the time in C below the call', { skip: !hasC }, async () => {
  const code = 'static volatile long sum;\nstatic void spin(long n) { for (long i = 0; i < n; i++) sum += i; }';
  const body = '\tfor until := used() + 400*1e6; used() < until; {\n\t\tC.spin(1000000)\n\t}';
  await profiled({ 'main.go': C(code, body) }, ['cpu'], undefined, ({ exitCode, pieces }) => {
    assert.equal(exitCode, 0);
    assert.ok(nanosIn(pieces, 'main.burn') > MOST);
    assert.ok(nanosIn(pieces, 'main._Cfunc_spin') > MOST);
  });
});

test('a crash in C leaves the costs until then, and its text', { skip: !hasC || !isLinux }, async () => {
  const code = 'static void crash(void) { *(volatile int *)8 = 1; }';
  await profiled({ 'main.go': C(code, '\tprintln("now")\n\tC.crash()') }, ['cpu'], undefined, ({ ending, text, pieces }) => {
    assert.match(text, /SIGSEGV/);
    assert.ok(ending.how === 'crashed', JSON.stringify(ending));
    assert.match(ending.text, /SIGSEGV: segmentation violation/);
    assert.ok(pieces.length > 0);
  });
});

test('a program that runs out of memory says so, with the costs until then', { skip: !isLinux }, async () => {
  const body = `	limit := syscall.Rlimit{Cur: 2 << 30, Max: 2 << 30}
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &limit); err != nil {
		panic(err)
	}
	var kept [][]byte
	for {
		kept = append(kept, make([]byte, 64<<20))
		beHot(1)
	}`;
  await profiled({ 'main.go': main(body, 'syscall') }, ['cpu'], undefined, ({ ending, exitCode, text, pieces }) => {
    assert.match(text, /fatal error: .*out of memory/);
    assert.match(endingText({ ending, exitCode: exitCode ?? undefined, seconds: 1, missing: [] }), /out of memory/);
    assert.ok(nanosIn(pieces, 'main.burn') > 0);
  });
});

test('a program that replaces itself leaves the pieces until then, and the new program is not profiled', { skip: !isLinux }, async () => {
  const body = '\tbeHot(800)\n\tprintln(syscall.Exec("/bin/sh", []string{"sh", "-c", "echo replaced; exit 3"}, os.Environ()).Error())';
  await profiled({ 'main.go': main(body, 'syscall', 'os') }, ['cpu'], undefined, ({ ending, exitCode, signal, pieces }) => {
    // The timer of the profile goes on, and may end the new program if it uses CPU time.
    assert.deepEqual(ending, { how: 'killed' });
    assert.ok(exitCode === 3 || signal === 'SIGPROF');
    assert.ok(nanosIn(pieces, 'main.burn') > 0);
  });
});

test('children that run the same program, or go on alone, are not profiled, and the parent is', { skip: !isLinux }, async () => {
  const body = `	if len(os.Args) > 1 {
		println("child", os.Getenv("LINECOST_PROGRAM") == "")
		return
	}
	child := exec.Command(os.Args[0], "child")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := child.Run(); err != nil {
		panic(err)
	}`;
  await profiled({ 'main.go': main(body, 'os', 'os/exec', 'syscall') }, ['cpu'], undefined, ({ ending, text, pieces }) => {
    assert.match(text, /child true/);
    assert.deepEqual(ending, { how: 'exited' });
    // Not the 800 ms of both.
    const nanos = nanosIn(pieces, 'main.burn');
    assert.ok(nanos > MOST && nanos < 600e6, `${nanos}`);
  });
});

test('a program that closes its output, or changes its folder, is profiled', { skip: !isLinux }, async () => {
  const body = '\tos.Stdout.Close()\n\tos.Stderr.Close()\n\tsyscall.Close(0)\n\tos.Chdir("/")\n\tbeHot(200)';
  await profiled({ 'main.go': main(body, 'os', 'syscall') }, ['cpu', 'memory'], undefined, ({ ending, exitCode, pieces }) => {
    assert.deepEqual([ending, exitCode], [{ how: 'exited' }, 0]);
    assert.ok(nanosIn(pieces, 'main.burn') > 400e6);
  });
});

test('a program that opens a plugin is profiled, with what the plugin does', { skip: !hasC || !isLinux }, async () => {
  const body = `	opened, err := plugin.Open("work.so")
	if err != nil {
		panic(err)
	}
	work, _ := opened.Lookup("Work")
	work.(func())()`;
  const files = {
    'main.go': main(body, 'plugin'),
    'work/work.go': `package main

import (
	"runtime/pprof"
	"time"
)

var sum int

func Work() {
	println(pprof.Lookup("heap") != nil)
	for start := time.Now(); time.Since(start) < 2*time.Second; {
		for i := 0; i < 100000; i++ {
			sum += i
		}
	}
}

func main() {}
`,
  };
  const prepare = ({ root, go }: World) => {
    execFileSync('go', ['build', '-buildmode=plugin', '-o', 'work.so', './work'], { cwd: root, env: { ...go.env } });
  };
  await profiled(files, ['cpu'], undefined, ({ exitCode, text, pieces }) => {
    assert.equal(exitCode, 0, text);
    assert.ok(nanosIn(pieces, 'example.com/app/work.Work') > 100e6);
  }, {}, {}, prepare);
});
