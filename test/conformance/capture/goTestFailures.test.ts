import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, failureText, newRecording, requestFor, runGoTest, withOneProgram, withWorld } from './module';

const GO_MOD = 'module example.com/Up/case\n\ngo 1.21\n';
const head = (imports: string) => `package a\n\nimport (${imports.split(' ').map((name) => `\n\t"${name}"`).join('')}\n)\n`;

/** A module with one test file, whose body begins on line 5 plus the number of imports. */
const moduleOf = (imports: string, body: string) => ({ 'go.mod': GO_MOD, 'a_test.go': `${head(imports)}${body}\n` });

const RUNTIME = moduleOf(
  'fmt log os testing',
  `func BenchmarkFatal(b *testing.B) {
	b.Fatal("oh no")
}

func BenchmarkLogFatal(b *testing.B) { log.Fatal("bad thing") }

func BenchmarkPanic(b *testing.B) {
	var m map[string]int
	m["a"] = 1
}

func BenchmarkRepanic(b *testing.B) {
	defer func() { panic(fmt.Sprint("again ", recover())) }()
	deep(3)
}

func deep(n int) {
	if n == 0 {
		panic("at the bottom")
	}
	deep(n - 1)
}

func BenchmarkSkip(b *testing.B) {
	b.Skip("not today")
}

func BenchmarkAllSubsSkip(b *testing.B) {
	b.Run("x", func(b *testing.B) { b.Skip("no x here") })
}

func BenchmarkExit0(b *testing.B) { os.Exit(0) }

func BenchmarkExit3(b *testing.B) {
	fmt.Println("giving up")
	os.Exit(3)
}

func BenchmarkSubFails(b *testing.B) {
	b.Run("ok", func(b *testing.B) {})
	b.Run("bad", func(b *testing.B) { b.Error("sum is wrong") })
}

func BenchmarkKilled(b *testing.B) {
	p, _ := os.FindProcess(os.Getpid())
	p.Kill()
	select {}
}

func TestFails(t *testing.T) {
	t.Log("about to fail")
	t.Errorf("got %d", 5)
}

func TestSkips(t *testing.T) { t.Skip("needs a database") }

func TestPanics(t *testing.T) { deep(0) }

func Example_wrong() {
	fmt.Println("a")
	// Output: b
}

func TestSubFails(t *testing.T) {
	t.Run("a", func(t *testing.T) {
		t.Error("inner")
	})
	t.Run("b", func(t *testing.T) { t.Log("fine") })
	t.Log("outer")
}

func BenchmarkLater(b *testing.B) {
	if b.N > 1 {
		b.Fatal("second round")
	}
}

func BenchmarkPrints(b *testing.B) {
	fmt.Print("no newline")
	b.Fatalf("want %d\\ngot %d: see main_test.go:32:", 1, 2)
}

func BenchmarkParallel(b *testing.B) {
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
		}
		b.Error("in parallel")
	})
}

func fail(b *testing.B) {
	b.Helper()
	b.Log("before")
	b.Fatal("in a helper")
}

func BenchmarkHelper(b *testing.B) {
	fail(b)
}

func BenchmarkFailNow(b *testing.B) { b.FailNow() }

func BenchmarkSubLater(b *testing.B) {
	b.Run("late", func(b *testing.B) {
		if b.N > 1 {
			b.Error("not at first")
		}
	})
}

type custom struct{ code int }

func (c custom) Error() string { return fmt.Sprint("code ", c.code) }

func BenchmarkCustomPanic(b *testing.B) { panic(custom{7}) }`,
);

test('a failed benchmark or test gives one sentence, with a location if Go prints one', () =>
  withWorld(RUNTIME, async (world) => {
    const expected: Record<string, string> = {
      BenchmarkFatal: 'failed: BenchmarkFatal fails: oh no (a_test.go:10). @ a_test.go:10',
      BenchmarkLogFatal:
        'failed: BenchmarkLogFatal ended the test with exit status 1 (os.Exit or log.Fatal); its last output: DATE bad thing.',
      BenchmarkPanic: 'panicked: BenchmarkPanic panics: assignment to entry in nil map (a_test.go:17). @ a_test.go:17',
      BenchmarkRepanic: 'panicked: BenchmarkRepanic panics: at the bottom (a_test.go:27). @ a_test.go:27',
      BenchmarkSkip: 'skipped: BenchmarkSkip skips itself: not today (a_test.go:33). @ a_test.go:33',
      BenchmarkAllSubsSkip: 'skipped: BenchmarkAllSubsSkip skips itself: no x here (a_test.go:37). @ a_test.go:37',
      BenchmarkExit0: 'failed: BenchmarkExit0 calls os.Exit(0) before it is done (a_test.go:40). @ a_test.go:40',
      BenchmarkExit3:
        'failed: BenchmarkExit3 ended the test with exit status 3 (os.Exit or log.Fatal); its last output: giving up.',
      BenchmarkSubFails: 'failed: BenchmarkSubFails/bad fails: sum is wrong (a_test.go:49). @ a_test.go:49',
      BenchmarkKilled:
        'killed: BenchmarkKilled was killed (signal: killed); the system may have run out of memory.',
      TestFails: 'failed: TestFails fails: got 5 (a_test.go:60). @ a_test.go:60',
      TestSubFails: 'failed: TestSubFails/a fails: inner (a_test.go:74). @ a_test.go:74',
      TestSkips: 'skipped: TestSkips skips itself: needs a database (a_test.go:63). @ a_test.go:63',
      TestPanics: 'panicked: TestPanics panics: at the bottom (a_test.go:27). @ a_test.go:27',
      Example_wrong: 'failed: Example_wrong fails: it does not print what its Output comment says.',
      BenchmarkLater: 'failed: BenchmarkLater fails: second round (a_test.go:82). @ a_test.go:82',
      BenchmarkPrints:
        'failed: BenchmarkPrints fails: want 1 got 2: see main_test.go:32: (a_test.go:88). @ a_test.go:88',
      BenchmarkParallel: 'failed: BenchmarkParallel fails: in parallel (a_test.go:95). @ a_test.go:95',
      BenchmarkHelper: 'failed: BenchmarkHelper fails: in a helper (a_test.go:106). @ a_test.go:106',
      BenchmarkFailNow: 'failed: BenchmarkFailNow fails without a message.',
      BenchmarkCustomPanic: 'panicked: BenchmarkCustomPanic panics: code 7 (a_test.go:123). @ a_test.go:123',
      BenchmarkNone: `noMatch: There is no BenchmarkNone in ${world.root}: save its file, and check that the file's name ends in _test.go.`,
    };
    await withOneProgram(world, async (run) => {
      for (const [name, sentence] of Object.entries(expected)) {
        const failure = await failureText(world, () => run(name));
        assert.equal(failure.replace(/\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d/, 'DATE'), sentence);
      }
    });
    // In later rounds, the name ends in the number of processors, if there are several.
    const later = await failureOf(world, 'BenchmarkSubLater');
    assert.match(later, /^failed: BenchmarkSubLater\/late(-\d+)? fails: not at first \(a_test\.go:114\)\. @ a_test\.go:114$/);
  }));

const HANGING = moduleOf(
  'testing time',
  `func BenchmarkHang(b *testing.B) {
	wait(make(chan int))
}

func wait(c chan int) {
	for {
		select {
		case <-c:
		case <-time.After(time.Minute):
		}
	}
}

func TestHang(t *testing.T) {
	wait(make(chan int))
}`,
);

test('the failure of a test that reaches the time limit has the location at which it hangs', () =>
  withWorld(HANGING, async (world) => {
    const limit = 'did not end within 3 s (linecost.profile.timeout); it was at a_test.go:13. @ a_test.go:13';
    assert.equal(await failureOf(world, 'BenchmarkHang', { timeoutSeconds: 3 }), `timedOut: BenchmarkHang ${limit}`);
    assert.equal(await failureOf(world, 'TestHang', { timeoutSeconds: 3 }), `timedOut: TestHang ${limit}`);
  }));

test('the failure of a package that does not compile has the location of the first error that is not an unused name', () =>
  withWorld(moduleOf('testing', 'func BenchmarkA(b *testing.B) {\n\tx := undefined1()\n}'), async (world) => {
    const sentence = 'compile: BenchmarkA does not compile: undefined: undefined1 (a_test.go:7). @ a_test.go:7';
    assert.equal(await failureOf(world, 'BenchmarkA'), sentence);
  }));

test('the failure for a dependency whose files are all left out of the build names the dependency', () => {
  const files = {
    'go.mod': GO_MOD,
    'a_test.go': 'package a\n\nimport (\n\t_ "example.com/Up/case/dep"\n\t"testing"\n)\n\nfunc BenchmarkA(b *testing.B) {}\n',
    'dep/dep.go': '//go:build special\n\npackage dep\n',
  };
  return withWorld(files, async (world) => {
    const failure = await failureOf(world, 'BenchmarkA');
    assert.match(failure, /^compile: BenchmarkA .*build constraints exclude all Go files in .*dep/);
  });
});

test('the failure for an error in another package of the module has its location there', () => {
  const files = {
    'go.mod': GO_MOD,
    'b/a_test.go': 'package b\n\nimport (\n\t"example.com/Up/case/dep"\n\t"testing"\n)\n\nfunc BenchmarkA(b *testing.B) { dep.F() }\n',
    'dep/dep.go': 'package dep\n\nfunc F() int { return "x" }\n',
  };
  return withWorld(files, async (world) => {
    const failure = await failureOf(world, 'BenchmarkA', { packageDir: `${world.root}/b` });
    assert.match(failure, /^compile: BenchmarkA does not compile: cannot use "x".* \(dep\.go:3\)\. @ dep\/dep\.go:3$/);
  });
});

test('the failures for a vet error, a syntax error, a missing module and a wrong signature name the cause', async () => {
  const cases: [string, string, RegExp][] = [
    ['fmt testing', 'func BenchmarkA(b *testing.B) { fmt.Printf("%d", "x") }', /^compile: BenchmarkA does not pass go vet: .*%d.*\(a_test\.go:7\)\. @ a_test\.go:7$/],
    ['testing', 'func BenchmarkA(b *testing.B) {', /^compile: BenchmarkA does not compile: .*EOF.* @ a_test\.go:\d+$/],
    [
      'github.com/no/such testing',
      'func BenchmarkA(b *testing.B) { such.X() }',
      /^compile: BenchmarkA does not compile: no required module provides package github\.com\/no\/such; to add it: go get github\.com\/no\/such \(a_test\.go:4\)\. @ a_test\.go:4$/,
    ],
    ['testing', 'func BenchmarkB(b *testing.T) {}', /^compile: BenchmarkA does not compile: wrong signature for BenchmarkB, .* @ a_test\.go:6$/],
  ];
  for (const [imports, body, sentence] of cases) {
    await withWorld(moduleOf(imports, body), async (world) => {
      assert.match(await failureOf(world, 'BenchmarkA'), sentence);
    });
  }
});

test('two functions of one name are found before they run, also in a program that was built for another benchmark', () => {
  const ran = (name: string) => `func ${name}(b *testing.B) {\n\tpanic("it ran")\n}\n`;
  const files = {
    'go.mod': GO_MOD,
    'a_test.go': `${head('testing')}${ran('BenchmarkX')}\nfunc BenchmarkY(b *testing.B) {}\n`,
    'x_test.go': `${head('testing').replace('package a', 'package a_test')}${ran('BenchmarkX')}`,
  };
  return withWorld(files, async (world) => {
    const sentence = 'sameName: BenchmarkX is declared at a_test.go:6 and x_test.go:6: go test runs both under this name, so that their figures cannot be told apart; rename one of them. @ a_test.go:6';
    assert.equal(await failureOf(world, 'BenchmarkX'), sentence);
    await withOneProgram(world, async (run) => {
      await run('BenchmarkY');
      assert.equal(await failureText(world, () => run('BenchmarkX')), sentence);
    });
  });
});

test('a package that parses the command line while it is initialized is named with its line', () => {
  const sum = `${head('testing')}func BenchmarkSum(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n`;
  const config = 'package config\n\nimport "flag"\n\nvar Level = read()\n\nfunc read() string {\n\tflag.Parse()\n\treturn ""\n}\n';
  const files = {
    'go.mod': GO_MOD,
    'one/a_test.go': sum,
    'one/a.go': 'package a\n\nimport "flag"\n\nfunc init() {\n\tflag.Parse()\n}\n',
    'two/a_test.go': sum,
    'two/a.go': 'package a\n\nimport _ "example.com/Up/case/config"\n',
    'config/config.go': config,
    'three/a_test.go': sum,
    'three/a.go': 'package a\n\nimport (\n\t"flag"\n\t"os"\n)\n\nfunc init() {\n\tfs := flag.NewFlagSet("app", flag.ExitOnError)\n\tfs.Parse(os.Args[1:])\n}\n',
  };
  const cause = 'the command line is parsed while packages are initialized, before go test defines its flags; parse it in main or TestMain instead';
  return withWorld(files, async (world) => {
    for (const [folder, place, path] of [
      ['one', 'a.go:6', 'one/a.go:6'], ['two', 'config.go:8', 'config/config.go:8'], ['three', 'a.go:10', 'three/a.go:10'],
    ]) {
      const failure = await failureOf(world, 'BenchmarkSum', { packageDir: `${world.root}/${folder}` });
      assert.equal(failure, `earlyFlags: BenchmarkSum did not run: ${cause} (${place}). @ ${path}`);
    }
  });
});

const LOOPS = moduleOf('runtime testing', `func BenchmarkStopped(b *testing.B) {
	b.StopTimer()
	for b.Loop() {
	}
}

func BenchmarkBreak(b *testing.B) {
	for b.Loop() {
		break
	}
}

func BenchmarkGoexit(b *testing.B) {
	for range b.N {
		runtime.Goexit()
	}
}`);

test('a failure of B.Loop leads to the loop, and a benchmark without a completed iteration is not profiled', () =>
  withWorld({ ...LOOPS, 'go.mod': GO_MOD.replace('1.21', '1.24') }, async (world) => {
    assert.equal(await failureOf(world, 'BenchmarkStopped'), 'failed: BenchmarkStopped fails: B.Loop called with timer stopped (a_test.go:9). @ a_test.go:9');
    assert.match(await failureOf(world, 'BenchmarkBreak'), /^failed: BenchmarkBreak fails: benchmark function returned without B\.Loop\(\) == false.* @ a_test\.go:14$/);
    const recording = newRecording();
    await assert.rejects(runGoTest(requestFor(world, 'BenchmarkGoexit'), recording, new AbortController().signal), {
      message: 'No iteration of BenchmarkGoexit was completed: it ended early, as after runtime.Goexit, and go test printed 0 iterations (a_test.go:19).',
    });
    assert.equal(recording.output.split('\n$ ').filter((command) => command.includes(' -test.bench=')).length, 1);
  }));

const BENCHMARK = 'package a\n\nimport "testing"\n\nfunc BenchmarkA(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t}\n}\n';

test('the failure for a package outside of a module gives the command that creates one', () =>
  withWorld({ 'a_test.go': BENCHMARK }, async (world) => {
    const sentence = 'compile: BenchmarkA is not in a Go module: run "go mod init" there, or open the folder that has its go.mod.';
    assert.equal(await failureOf(world, 'BenchmarkA'), sentence);
  }));

test('the failure for a module that is not in go.work gives the command that adds it', () => {
  const files = {
    'go.work': 'go 1.21\n\nuse ./one\n',
    'one/go.mod': 'module example.com/one\n\ngo 1.21\n',
    'two/go.mod': 'module example.com/two\n\ngo 1.21\n',
    'two/a_test.go': BENCHMARK,
  };
  return withWorld(files, async (world) => {
    const sentence = 'compile: The module of BenchmarkA is not listed in go.work: run "go work use" in its folder. @ go.work:1';
    assert.equal(await failureOf(world, 'BenchmarkA', { packageDir: `${world.root}/two` }), sentence);
  });
});

test('the failure for a go.work that go refuses names its folders as go.work does, and the line', async () => {
  const cases: [work: string, sentence: string][] = [
    ['go 1.24\n\nuse ./one\nfoo bar\n', 'go.work is broken, so go builds nothing here: unknown directive: foo (go.work:4). @ go.work:4'],
    ['go 1.24\n\nuse (\n\t./one // ours\n\t./gone\n)\n', 'go.work lists ./gone, which has no go.mod, so go builds nothing here: remove that line, or add the module. @ go.work:5'],
    ['go 1.24\n\nuse ./one\nuse ./one\n', 'go.work is broken, so go builds nothing here: path ./one appears multiple times in workspace (go.work:4). @ go.work:4'],
    ['go 1.21\n\nuse ./one\n', 'go.work is for go 1.21, and its module ./one needs go 1.24: raise the version in go.work. @ go.work:1'],
  ];
  for (const [work, sentence] of cases) {
    const files = { 'go.work': work, 'one/go.mod': 'module example.com/one\n\ngo 1.24\n', 'one/deep/a_test.go': BENCHMARK };
    await withWorld(files, async (world) => {
      assert.equal(await failureOf(world, 'BenchmarkA', { packageDir: `${world.root}/one/deep` }), `compile: ${sentence}`);
    });
  }
});

test('the failure for a benchmark that is left out of the build names the build constraint', async () => {
  const fileWith = (line: string) => ({ 'go.mod': GO_MOD, 'a_test.go': `${line}\n\n${BENCHMARK}` });
  const withOtherFile = { ...fileWith('//go:build integration && !race'), 'b.go': 'package a\n' };
  for (const files of [fileWith('//go:build integration && !race'), withOtherFile]) {
    await withWorld(files, async (world) => {
      const sentence =
        'noMatch: BenchmarkA is left out of the build by //go:build integration && !race: ' +
        'add integration to the setting linecost.go.buildTags. @ a_test.go:7';
      assert.equal(await failureOf(world, 'BenchmarkA'), sentence);
    });
  }
  const forPlan9 = { 'go.mod': GO_MOD, 'a_plan9_test.go': BENCHMARK, 'b.go': 'package a\n' };
  await withWorld(forPlan9, async (world) => {
    const sentence = 'noMatch: BenchmarkA is left out of the build by _plan9, which does not match this system. @ a_plan9_test.go:5';
    assert.equal(await failureOf(world, 'BenchmarkA'), sentence);
  });
});

test('the failure for a benchmark that -race leaves out of the build names the flag', async () => {
  const files = { 'go.mod': GO_MOD, 'a_test.go': `//go:build !race\n\n${BENCHMARK}` };
  await withWorld(files, async (world) => {
    const withRace = { ...world, go: { ...world.go, buildFlags: ['-race'] } };
    const sentence = 'noMatch: BenchmarkA is left out of the build by //go:build !race: ' +
      'remove -race from the setting linecost.go.testFlags. @ a_test.go:7';
    assert.equal(await failureOf(withRace, 'BenchmarkA'), sentence);
    const inGoflags = { ...world, go: { ...world.go, env: { ...world.go.env, GOFLAGS: '-race' } } };
    const place = (text: string) => text.replace('the setting linecost.go.testFlags', 'GOFLAGS');
    assert.equal(await failureOf(inGoflags, 'BenchmarkA'), place(sentence));
  });
});

test('the failure for a benchmark that crashes in C names the fault and the call', async () => {
  const c = `package a

/*
static int crash(void) { volatile int *p = 0; return *p; }
*/
import "C"

func Crash() int { return int(C.crash()) }
`;
  const test = 'package a\n\nimport "testing"\n\nfunc BenchmarkA(b *testing.B) {\n\tCrash()\n}\n';
  await withWorld({ 'go.mod': GO_MOD, 'c.go': c, 'a_test.go': test }, async (world) => {
    const sentence = 'panicked: BenchmarkA crashes: segmentation violation in C code (c.go:8). @ c.go:8';
    assert.equal(await failureOf(world, 'BenchmarkA'), sentence);
  });
});

test('the failure for a benchmark that TestMain does not run names TestMain', () => {
  const files = { 'go.mod': GO_MOD, 'a_test.go': `${BENCHMARK}\nfunc TestMain(m *testing.M) {}\n` };
  return withWorld(files, async (world) => {
    const sentence = 'noMatch: go test did not run BenchmarkA: check that TestMain calls m.Run and exits with its result.';
    assert.equal(await failureOf(world, 'BenchmarkA'), sentence);
  });
});

test('the failure for a program that takes its own CPU profile says that no profile was written', () => {
  const text = `package a

import (
	"io"
	"runtime/pprof"
	"testing"
)

func TestMain(m *testing.M) {
	pprof.StartCPUProfile(io.Discard)
	m.Run()
}

func BenchmarkA(b *testing.B) {}
`;
  return withWorld({ 'go.mod': GO_MOD, 'a_test.go': text }, async (world) => {
    const sentence =
      "noProfile: BenchmarkA ran, but wrote no cpu profile: testing: can't start cpu profile: cpu profiling already in use.";
    assert.equal(await failureOf(world, 'BenchmarkA'), sentence);
  });
});

test('the failure for an invalid go command, folder or flag names it', () =>
  withWorld({ 'go.mod': GO_MOD, 'a_test.go': BENCHMARK }, async (world) => {
    const withGo = (goBinary: string) => ({ go: { ...world.go, goBinary } });
    const setting = 'check the setting linecost.go.path.';
    assert.equal(await failureOf(world, 'BenchmarkA', withGo('/no/go')), `goPathInvalid: There is no go command at /no/go: ${setting}`);
    assert.equal(
      await failureOf(world, 'BenchmarkA', withGo('no-such-go')),
      'goNotFound: Go was not found: install it, or set linecost.go.path to the go command.',
    );
    assert.equal(
      await failureOf(world, 'BenchmarkA', withGo('/bin/echo')),
      `goPathInvalid: /bin/echo is not a go command: ${setting}`,
    );
    assert.equal(
      await failureOf(world, 'BenchmarkA', { packageDir: `${world.root}/gone` }),
      `failed: The folder ${world.root}/gone does not exist.`,
    );
    assert.equal(
      await failureOf(world, 'BenchmarkA', { go: { ...world.go, testArgs: ['-integration'] } }),
      'failed: BenchmarkA did not run: flag provided but not defined: -integration (linecost.go.testFlags).',
    );
  }));
