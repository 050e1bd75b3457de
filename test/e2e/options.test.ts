import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { clickLens, commandsOf, lineOf, outputOf, startScene, untilProfiled, useWorkspaceSettings } from './profiling';

const TESTS = `package options

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// Each test process notes that it ran.
func init() {
	log, err := os.OpenFile("processes.txt", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	defer log.Close()
	fmt.Fprintln(log, os.Getpid())
}

func BenchmarkExact(b *testing.B) {
	for b.Loop() {
		Exact()
	}
}

func BenchmarkOther(b *testing.B) {
	for b.Loop() {
		Exact()
	}
}

// BenchmarkTalks waits for a file, each time it runs.
func BenchmarkTalks(b *testing.B) {
	fmt.Println("half way")
	for {
		if os.Remove("go-on") == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	fmt.Println("all the way")
	for b.Loop() {
		Exact()
	}
}

func BenchmarkLocks(b *testing.B) {
	for b.Loop() {
		Contend()
	}
}
`;
const CODE = `package options

import (
	"sync"
	"time"
)

var sinks [3][]byte

// Exact allocates four times.
func Exact() {
	sinks[0] = make([]byte, 64)
	sinks[1], sinks[2] = make([]byte, 128), make([]byte, 256)
	sinks[0] = append(sinks[0], sinks[1]...)
}

// Contend makes two goroutines wait for each other.
func Contend() {
	var lock sync.Mutex
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			lock.Lock()
			time.Sleep(time.Millisecond)
			lock.Unlock()
		})
	}
	group.Wait()
}
`;
const FILE = 'options_test.go';

const SETTINGS_FILE = 'settings/settings_test.go';
const SETTINGS_TESTS = `package settings

import (
	"fmt"
	"os"
	"testing"
)

func BenchmarkSettings(b *testing.B) {
	for b.Loop() {
	}
	for _, name := range []string{"FROM_TEST", "FROM_TOOLS", "FROM_BOTH"} {
		fmt.Printf("%s is %q\\n", name, os.Getenv(name))
	}
	fmt.Printf("built with %s, short %v\\n", tag, testing.Short())
}
`;
const tagged = (constraint: string, tag: string) => `//go:build ${constraint}\n\npackage settings\n\nconst tag = "${tag}"\n`;
const SETTINGS_MODULE = {
  'settings/go.mod': 'module example.com/settings\n\ngo 1.24\n',
  [SETTINGS_FILE]: SETTINGS_TESTS,
  'settings/theirs_test.go': tagged('theirs', 'theirs'),
  'settings/ours_test.go': tagged('ours', 'ours'),
  'settings/neither_test.go': tagged('!theirs && !ours', 'neither'),
  /** A go command that prints a line to stderr and then runs the real one. */
  'alternate-go': '#!/bin/sh\necho "this is the alternate" >&2\nexec go "$@"\n',
};

let session: Session;
let code: VsCode;

before(async () => {
  session = await startScene({
    files: { 'go.mod': 'module example.com/options\n\ngo 1.25\n', [FILE]: TESTS, 'options.go': CODE, ...SETTINGS_MODULE },
    file: FILE,
    settings: {
      // Every run has samples of these kinds, even a short one.
      'linecost.profile.kinds': ['memory', 'block'],
      'linecost.profile.benchtime': '50x',
      'linecost.profile.memoryRate': 'everyAllocation',
    },
  });
  code = session.code;
});
after(() => session?.stop());

async function openOptions(name: string): Promise<void> {
  await clickLens(session, FILE, name, /options/);
  await code.quickInput.untilAsked(`Profile ${name} (1 of 3): what to measure`);
}

async function untilChecked(...kinds: readonly string[]): Promise<void> {
  await code.until(`only ${kinds.join(', ')} checked`, async () => {
    assert.deepEqual(await code.quickInput.checked(), kinds);
    return true;
  });
}

/** Returns the ids of the test processes that have run. */
async function processes(): Promise<string[]> {
  const text = await readFile(path.join(session.workspace, 'processes.txt'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean);
}

test('options start with the values of the settings, and invalid values show an error', async () => {
  await openOptions('BenchmarkExact');
  assert.deepEqual(await code.quickInput.labels(), ['cpu', 'memory', 'mutex', 'block', 'wall', 'trace']);
  await untilChecked('memory', 'block');
  await code.screenshot('options kinds dark');
  await code.quickInput.check(['memory']);
  await code.quickInput.accept();
  await code.quickInput.untilAsked('(2 of 3): how long');
  assert.equal(await code.quickInput.value(), '50x');
  for (const invalid of ['abc', '0s', '10']) {
    await code.quickInput.setText(invalid);
    await code.until(`an error for ${invalid}`, async () => {
      return (await code.quickInput.message()).startsWith('Enter a duration such as 2s or 500ms');
    });
  }
  await code.screenshot('options refused dark');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('(2 of 3): how long');
  await code.quickInput.setText('1000x');
  await code.until('no error', async () => (await code.quickInput.message()).startsWith('A duration such as 2s'));
  await code.quickInput.accept();
  await code.quickInput.untilAsked('(3 of 3): how many times');
  assert.equal(await code.quickInput.value(), '1');
  for (const invalid of ['0', 'x', '']) {
    await code.quickInput.setText(invalid);
    await code.until(`an error for ${invalid}`, async () => {
      return (await code.quickInput.message()).startsWith('Enter a whole number from 1 to 1000.');
    });
  }
  await code.quickInput.setText('2');
  await code.quickInput.accept();
  await untilProfiled(code, 'BenchmarkExact');
  const [build, measured, timed, ...others] = await commandsOf(code, 'BenchmarkExact');
  assert.match(build, /^\$ go test -c -o /);
  for (const command of [timed, measured]) {
    assert.match(command, / -test.run=\^\$ -test.bench=\^BenchmarkExact\$ -test.benchmem -test.benchtime=1000x -test.count=2 /);
  }
  assert.doesNotMatch(timed, /profile/);
  assert.match(measured, /-test.memprofile=/);
  assert.deepEqual(others, []);
});

test('a setting makes the profile count every allocation', async () => {
  await code.pickFrom(() => code.statusBar.click('BenchmarkExact'), 'Choose a sample type', /alloc_objects/);
  await code.statusBar.untilShown('BenchmarkExact · alloc_objects');
  const first = await lineOf(session, 'options.go', 'make([]byte, 64)');
  const editor = await code.open('options.go', first);
  // Two runs of 1000 iterations. The runtime's count is sometimes off by one or two.
  for (const [line, objects] of [[first, 2000], [first + 1, 4000], [first + 2, 2000]] as const) {
    const isShown = async () => Math.abs(Number((await columnsOf(editor, line))?.flat.replace(' ', '')) - objects) <= 2;
    await code.until(`the objects of line ${line}`, isShown);
  }
  await code.screenshot('every allocation dark');
});

test('options are remembered for their benchmark only, and its lens uses them', async () => {
  await clickLens(session, FILE, 'BenchmarkOther');
  await untilProfiled(code, 'BenchmarkOther');
  const other = (await commandsOf(code, 'BenchmarkOther')).filter((command) => command.includes(' -test.run='));
  assert.equal(other.length, 3);
  for (const command of other) assert.match(command, / -test.benchtime=50x -test.count=1 /);
  await clickLens(session, FILE, 'BenchmarkExact');
  await untilProfiled(code, 'BenchmarkExact');
  const commands = await commandsOf(code, 'BenchmarkExact');
  assert.equal(commands.length, 3);
  assert.match(commands[1]!, /-test.benchtime=1000x -test.count=2 .*-test.memprofile=/);
  await openOptions('BenchmarkExact');
  await untilChecked('memory');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('(2 of 3)');
  assert.equal(await code.quickInput.value(), '1000x');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('(3 of 3)');
  assert.equal(await code.quickInput.value(), '2');
  await code.quickInput.cancel();
});

test('Escape at any step, or accepting no kinds, runs nothing and remembers nothing', async () => {
  const before = await processes();
  for (const steps of [0, 2]) {
    await openOptions('BenchmarkOther');
    await code.quickInput.check(['cpu']);
    for (let step = 0; step < steps; step++) {
      await code.quickInput.accept();
      await code.quickInput.untilAsked(`(${step + 2} of 3)`);
      await code.quickInput.setText('7');
      if (step === 0) await code.quickInput.setText('7x');
    }
    await code.quickInput.cancel();
    await openOptions('BenchmarkOther');
    await untilChecked('memory', 'block');
    await code.quickInput.cancel();
  }
  await openOptions('BenchmarkOther');
  await code.quickInput.check([]);
  await code.quickInput.accept();
  await code.quickInput.widget.waitFor({ state: 'hidden' });
  assert.deepEqual(await processes(), before);
  assert.deepEqual(await code.notifications.settled(), []);
});

test('the output is shown while the benchmark runs, and the progress names each stage', async () => {
  await openOptions('BenchmarkTalks');
  await code.quickInput.check(['memory', 'block']);
  await code.quickInput.accept();
  await code.quickInput.untilAsked('(2 of 3)');
  await code.quickInput.accept();
  await code.quickInput.untilAsked('(3 of 3)');
  await code.quickInput.accept();
  await code.notifications.untilShown('Profiling BenchmarkTalks: memory run (1 of 2) · ');
  await code.run('Linecost: Show Linecost Output');
  await code.until('the first part of the output', async () => {
    const text = await code.output.text();
    return text.includes('half way') && !text.includes('all the way');
  });
  await code.screenshot('live output dark');
  for (const stage of ['block run (2 of 2)', 'timing run']) {
    await writeFile(path.join(session.workspace, 'go-on'), '');
    await code.notifications.untilShown(`Profiling BenchmarkTalks: ${stage}`);
  }
  await writeFile(path.join(session.workspace, 'go-on'), '');
  await untilProfiled(code, 'BenchmarkTalks');
  assert.match(await outputOf(code, 'BenchmarkTalks'), /half way\nall the way\n[^]*ns\/op/);
});

const GO_EXTENSION_SETTINGS = {
  'linecost.profile.benchtime': '10x',
  'linecost.profile.kinds': ['memory'],
  'go.testTags': 'theirs',
  'go.buildTags': 'ours',
  'go.testFlags': ['-short', '-cpu=3'],
  'go.toolsEnvVars': { FROM_TOOLS: 'tools', FROM_BOTH: 'tools' },
  'go.testEnvVars': { FROM_TEST: '${workspaceFolderBasename}', FROM_BOTH: 'test' },
  'go.alternateTools': { go: '${workspaceFolder}/alternate-go' },
};

test('the settings of the Go extension apply even if it is not installed', async () => {
  await useWorkspaceSettings(session, GO_EXTENSION_SETTINGS);
  await clickLens(session, SETTINGS_FILE, 'BenchmarkSettings');
  await untilProfiled(code, 'BenchmarkSettings');
  const output = await outputOf(code, 'BenchmarkSettings');
  assert.match(output, /this is the alternate/);
  assert.match(output, /FROM_TOOLS is "tools"\nFROM_BOTH is "test"/);
  assert.ok(output.includes(`FROM_TEST is "${path.basename(session.workspace)}"`), output);
  assert.match(output, /built with theirs, short true/);
  assert.match(output, /^BenchmarkSettings-3\s/m);
});

test('for an invalid benchtime in the settings, a message says what to write', async () => {
  await useWorkspaceSettings(session, { 'linecost.profile.benchtime': 'soon' });
  await clickLens(session, SETTINGS_FILE, 'BenchmarkSettings');
  assert.equal(
    await code.notifications.untilShown('Invalid benchtime'),
    'Invalid benchtime: "soon"; write a duration such as 2s, or iterations such as 100x (linecost.profile.benchtime).',
  );
  assert.deepEqual(await code.notifications.buttons('Invalid benchtime'), ['Open Settings', 'Show Output']);
});
