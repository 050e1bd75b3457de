import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { filesIn, nanosIn, profiled } from './programRun';

const main = (body: string, imports = ''): Record<string, string> => ({
  'main.go': `package main\n\n${imports}\nfunc main() {\n\tbeHot(700)\n${body}\n}\n`,
});
const SIGNALS = 'import (\n\t"fmt"\n\t"os"\n\t"os/signal"\n\t"syscall"\n)\n';

/** At least this much of the 700 ms of CPU time must be there, if nothing may be lost. */
const NEARLY_ALL = 500e6;

test('a program that returns from main leaves its whole CPU profile, and says that it exited', async () => {
  await profiled(main(''), ['cpu'], undefined, ({ ending, exitCode, pieces }) => {
    assert.deepEqual([ending, exitCode], [{ how: 'exited' }, 0]);
    assert.ok(nanosIn(pieces, 'main.burn') > NEARLY_ALL);
  });
});

test('os.Exit and log.Fatal keep their exit code and the profile', async () => {
  for (const [body, imports, code] of [['os.Exit(3)', 'import "os"', 3], ['log.Fatal("no")', 'import "log"', 1]] as const) {
    await profiled(main(body, imports), ['cpu', 'memory'], undefined, async ({ ending, exitCode, pieces }, { folder }) => {
      assert.deepEqual([ending, exitCode], [{ how: 'exited' }, code]);
      assert.ok(nanosIn(pieces, 'main.burn') > NEARLY_ALL);
      assert.ok(await folder.profileOf('memory', 1 << 20, new AbortController().signal));
    });
  }
});

test('a program that does not handle SIGTERM or SIGINT ends by it, with its whole profile', async () => {
  for (const [name, number] of [['SIGTERM', 15], ['SIGINT', 2]] as const) {
    const wait = main('println("ready")\n\tselect {}');
    await profiled(wait, ['cpu'], async ({ child, printed }) => {
      await printed('ready');
      child.kill(name);
    }, ({ ending, signal, pieces }) => {
      assert.deepEqual([ending, signal], [{ how: 'signal', signal: number }, name]);
      assert.ok(nanosIn(pieces, 'main.burn') > NEARLY_ALL);
    });
  }
});

test('a program that handles SIGTERM gets it once, and ends as it decides', async () => {
  const body = `	c := make(chan os.Signal, 4)
	signal.Notify(c, syscall.SIGTERM)
	fmt.Println("ready")
	<-c
	beHot(100)
	fmt.Println("more", len(c))
	os.Exit(7)`;
  await profiled(main(body, SIGNALS), ['cpu'], async ({ child, printed }) => {
    await printed('ready');
    child.kill('SIGTERM');
  }, ({ ending, exitCode, text }) => {
    assert.deepEqual([ending, exitCode], [{ how: 'exited' }, 7]);
    assert.match(text, /more 0/);
  });
});

test('a program that ignores SIGHUP goes on', async () => {
  const body = '\tsignal.Ignore(syscall.SIGHUP)\n\tc := make(chan os.Signal, 1)\n\tsignal.Notify(c, syscall.SIGUSR1)\n\tfmt.Println("ready")\n\t<-c\n\tos.Exit(4)';
  await profiled(main(body, SIGNALS), ['cpu'], async ({ child, printed }) => {
    await printed('ready');
    child.kill('SIGHUP');
    child.kill('SIGUSR1');
  }, ({ exitCode }) => assert.equal(exitCode, 4));
});

test('a killed program leaves the pieces that were complete', async () => {
  await profiled(main('println("ready")\n\tfor {\n\t\tburn(1000)\n\t}'), ['cpu', 'memory'], async ({ child, folder, printed }) => {
    await printed('ready');
    await folderHas(folder, 'memory');
    child.kill('SIGKILL');
  }, ({ ending, signal, pieces }) => {
    assert.deepEqual([ending, signal], [{ how: 'killed' }, 'SIGKILL']);
    assert.ok(pieces.length > 0);
    assert.ok(nanosIn(pieces, 'main.burn') > 0);
  });
});

test('a panic leaves its text, with the places of its stack', async () => {
  await profiled(main('panic("no more")'), ['cpu'], undefined, ({ ending, exitCode, text }) => {
    assert.equal(exitCode, 2);
    assert.ok(ending.how === 'crashed');
    assert.match(ending.text, /^panic: no more/);
    assert.match(ending.text, /main\.go:6/);
    assert.match(text, /panic: no more/);
  });
});

test('neither the files of the program nor its children see that it is profiled', async () => {
  const body = '\tout, err := exec.Command("env").Output()\n\tfmt.Println(string(out), err, os.Getenv("LINECOST_PROGRAM"))';
  const files = main(body, 'import (\n\t"fmt"\n\t"os"\n\t"os/exec"\n)\n');
  let before: unknown;
  await profiled(files, ['cpu'], (_, { root }) => {
    before = filesIn(root);
    return Promise.resolve();
  }, ({ text }, { program }, { root, temp }) => {
    assert.deepEqual(filesIn(root), before);
    assert.match(text, /PATH=/);
    assert.doesNotMatch(text, /LINECOST_PROGRAM|0_linecost/);
    assert.ok(readdirSync(temp).length > 0, program.program);
  });
});

test('a program that does not compile is explained with its line', async () => {
  await assert.rejects(profiled({ 'main.go': 'package main\n\nfunc main() { x }\n' }, ['cpu']), /does not compile: undefined: x \(main\.go:3\)/);
});

test('a package other than main is refused', async () => {
  await assert.rejects(profiled({ 'burn.go': 'package lib\n' }, ['cpu']), /is package lib: only a package main can be run/);
});

test('an overlay of the user\'s own still applies', async () => {
  const replaced = { ...main('println(text())'), 'text.go': 'package main\n\nfunc text() string { return "old" }\n' };
  const withOverlay = { 'linecost.go.testFlags': ['-overlay=over.json'] };
  await profiled({
    ...replaced, 'new.txt': 'package main\n\nfunc text() string { return "new" }\n',
    'over.json': '{"Replace": {"text.go": "new.txt"}}',
  }, ['cpu'], undefined, ({ text }) => assert.match(text, /new/), withOverlay);
});

test('the flags of the linker stay, those that leave out symbols too', async () => {
  const files = { ...main('println(version)'), 'version.go': 'package main\n\nvar version = "none"\n' };
  const settings = { 'linecost.go.testFlags': ['-ldflags=-s -w -X main.version=v5'] };
  await profiled(files, ['cpu'], undefined, ({ text, pieces }) => {
    assert.match(text, /v5/);
    assert.ok(nanosIn(pieces, 'main.burn') > 0);
  }, settings);
});

async function folderHas(folder: { lastDone(): Promise<number>; takeNow(kinds: readonly ['memory']): Promise<number> }, kind: 'memory'): Promise<void> {
  const order = await folder.takeNow([kind]);
  while ((await folder.lastDone()) < order) await new Promise((resolve) => setTimeout(resolve, 20));
}
