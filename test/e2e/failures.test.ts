import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { THIN_SPACE } from '../../src/profile/text/screen/digits';
import { figureText } from '../../src/profile/text/screen/figure';
import { columnsOf, shownColumns } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { go } from './goFiles';
import { canListProcesses, processesIn } from './goProcesses';
import {
  captureFiles, clickLens, leftoverFolders, lineOf, outputOf, RUN_MS, startScene, storedProfile, untilProfiled,
  useWorkspaceSettings,
} from './profiling';

/** Even one operation takes so much processor time that a CPU profile has samples. */
const GOOD = `package good

// Work takes its time.
func Work() int {
	sum := 0
	for i := range 1_000_000_000 {
		sum ^= i
	}
	return sum
}
`;
const benchmark = (name: string, body: string, imports = '') => `package ${name.toLowerCase()}

import (${imports}
	"testing"
)

func Benchmark${name}(b *testing.B) {
${body}
}
`;
/**
 * A loop with nothing in it may be sampled where testing.(*B).Loop is inlined: Go then names Go's own file for the
 * benchmark, so the profile has no code of the user.
 */
const SPIN = `
//go:noinline
func spin() (sum int) {
	for i := range 1_000_000_000 {
		sum ^= i
	}
	return sum
}
`;
/** Code whose mutex profile is empty. Other profiles are not, because the runtime allocates, waits and uses the CPU. */
const QUIET = `package quiet

import (
	"flag"
	"testing"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.mutexprofilefraction", "0")
	m.Run()
}

func BenchmarkQuiet(b *testing.B) {
	for b.Loop() {
	}
}
`;
/** The cpu profile ends after the first round. */
const STOPS = `package stops

import (
	"io"
	"runtime/pprof"
	"testing"
)

var sum int

func BenchmarkStops(b *testing.B) {
	pprof.StartCPUProfile(io.Discard)
	defer pprof.StopCPUProfile()
	for i := 0; i < b.N; i++ {
		for j := range 10_000_000 {
			sum ^= j
		}
	}
}
`;
/** go test runs both under one name. */
const TWIN = 'package twins\n\nimport "testing"\n\nfunc BenchmarkTwin(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n';
const COSTLY = 'sink = make([]byte, 1024)';
const EDITED = `package edited

var sink []byte

// Allocate allocates once.
func Allocate() {
	n := len(sink)
	${COSTLY}
	sink[0] = byte(n)
}
`;
const EDITED_TESTS = `package edited

import "testing"

func BenchmarkAllocate(b *testing.B) {
	for b.Loop() {
		Allocate()
	}
}
`;
/** A go command whose first build waits for the file `go-on`. If the file `edit` exists, builds edit the source. */
const SLOW_GO = `#!/bin/sh
go "$@"
status=$?
if [ "$1 $2" = "test -c" ]; then
	if [ ! -e .vscode/built ]; then
		mkdir -p .vscode
		touch .vscode/built
		while [ ! -e .vscode/go-on ]; do sleep 0.05; done
	fi
	if [ -e .vscode/edit ]; then echo "// edited" >> work.go; fi
fi
exit $status
`;

let session: Session;
let code: VsCode;
/** An editor with the costs of a profile, which a failure must not change. */
let good: Editor;
let goodColumns: string;
let goodStatus: string;

before(async () => {
  session = await startScene({
    copies: { failures: 'failures' },
    files: {
      'good/go.mod': 'module example.com/good\n\ngo 1.24\n',
      'good/good.go': GOOD,
      'good/good_test.go': benchmark('Good', '\tfor b.Loop() {\n\t\tWork()\n\t}'),
      'failures/late/late_test.go': benchmark('Late', '\tb.Log("nothing yet")\n\t'),
      'failures/second/second_test.go': benchmark(
        'Second',
        '\tfor flag.Lookup("test.cpuprofile").Value.String() == "" {\n\t}\n\tfor b.Loop() {\n\t\tspin()\n\t}',
        '\n\t"flag"',
      ) + SPIN,
      'edited/go.mod': 'module example.com/edited\n\ngo 1.24\n',
      'edited/work.go': EDITED,
      'edited/work_test.go': EDITED_TESTS,
      'slow-go': SLOW_GO,
      'quiet/go.mod': 'module example.com/quiet\n\ngo 1.24\n',
      'quiet/quiet_test.go': QUIET,
      'stops/go.mod': 'module example.com/stops\n\ngo 1.24\n',
      'stops/stops_test.go': STOPS,
      'twins/go.mod': 'module example.com/twins\n\ngo 1.24\n',
      'twins/twin_test.go': TWIN,
      'twins/outer_test.go': TWIN.replace('twins', 'twins_test'),
    },
    file: 'good/good.go',
    settings: { 'linecost.profile.benchtime': '300ms' },
  });
  code = session.code;
});
after(() => session?.stop());

async function columnsText(): Promise<string> {
  return JSON.stringify([...(await shownColumns(good))]);
}

async function statusText(): Promise<string> {
  return (await code.statusBar.item('BenchmarkGood').innerText()).trim();
}

/** Checks that the earlier profile is still shown and that no progress notification remains. */
async function assertNothingChanged(): Promise<void> {
  await code.until('no progress', async () => !(await code.notifications.texts()).some((text) => /^Profiling/.test(text)));
  assert.equal(await statusText(), goodStatus);
  await code.until('the same columns as before', async () => (await columnsText()) === goodColumns).catch(() => undefined);
  assert.equal(await columnsText(), goodColumns);
}

/** Clicks the lens and waits for a message that contains `part`. Returns the message and its buttons. */
async function failure(file: string, name: string, part: string): Promise<{ message: string; buttons: string[] }> {
  await clickLens(session, file, name);
  const message = await code.notifications.untilShown(part, RUN_MS);
  // VS Code hides the notification after a while.
  const buttons = await code.notifications.buttons(part);
  await assertNothingChanged();
  return { message, buttons };
}

test('a benchmark that works is profiled first', async () => {
  await code.run('View: Split Editor Right');
  good = code.editor('good.go', 1);
  await code.until('two editors', () => good.root.isVisible());
  await code.run('View: Focus First Editor Group');
  await clickLens(session, 'good/good_test.go', 'BenchmarkGood');
  await untilProfiled(code, 'BenchmarkGood');
  good = code.editor('good.go');
  await code.until('columns', async () => (await shownColumns(good)).size > 3);
  [goodColumns, goodStatus] = [await columnsText(), await statusText()];
});

test('for a benchmark that does not compile, a message has the error and a button that opens its line', async () => {
  const sentence = 'BenchmarkCompile does not compile: undefined: undefinedFunction (compile_test.go:8).';
  const { message, buttons } = await failure('failures/compile/compile_test.go', 'BenchmarkCompile', 'BenchmarkCompile does');
  assert.equal(message, sentence);
  assert.deepEqual(buttons, ['Open compile_test.go:8', 'Show Output']);
  await code.screenshot('compile error dark');
  await code.open(path.join(session.workspace, 'failures/fatal/fatal_test.go'), 1);
  await code.notifications.press('BenchmarkCompile does', 'Open compile_test.go:8');
  await code.until('line 8 of the file', async () => {
    return (await code.editor().cursor())?.startsWith('Ln 8, ') && code.editor('compile_test.go').root.isVisible();
  });
});

test('for a benchmark that panics, a message has the reason and a button that opens the output', async () => {
  const sentence = 'BenchmarkPanics panics: runtime error: index out of range [0] with length 0 (panics_test.go:9).';
  const { message, buttons } = await failure('failures/panics/panics_test.go', 'BenchmarkPanics', sentence.slice(0, 40));
  assert.equal(message, sentence);
  assert.deepEqual(buttons, ['Open panics_test.go:9', 'Show Output']);
  const output = await outputOf(code, 'BenchmarkPanics', sentence);
  assert.equal(output.split(sentence).length, 2, 'the output does not have the sentence exactly once');
  await code.notifications.press(sentence.slice(0, 40), 'Show Output');
  await code.until('the output', async () => (await code.output.text()).includes('index out of range'));
  await code.run('View: Toggle Panel Visibility');
});

test('an unsaved edit is saved and measured', async () => {
  const file = 'failures/late/late_test.go';
  const line = (await lineOf(session, file, 'nothing yet')) + 1;
  const editor = await code.open(path.join(session.workspace, file), line);
  await editor.goTo(line, 2);
  await editor.type('b.Fatal("typed just now")');
  await code.until('the typed text', async () => (await editor.line(line)).text.includes('b.Fatal("typed just now")'));
  const { message } = await failure(file, 'BenchmarkLate', 'BenchmarkLate fails');
  assert.equal(message, `BenchmarkLate fails: typed just now (late_test.go:${line}).`);
  assert.match(await readFile(path.join(session.workspace, file), 'utf8'), /b\.Fatal\("typed just now"\)/);
  await code.notifications.close('BenchmarkLate fails');
});

/** Waits until no process and no temporary folder of a run remains. */
async function untilCleanedUp(): Promise<void> {
  await code.until('no process', async () => (await processesIn(session.workspace)).length === 0);
  await code.until('no temporary folder', async () => (await leftoverFolders(code)).length === 0);
}

/** Waits for a process whose command matches. @returns its id */
function untilRuns(pattern: RegExp): Promise<number> {
  return code.until(`a process like ${pattern}`, async () => {
    return (await processesIn(session.workspace)).find(({ command }) => pattern.test(command))?.pid;
  }, RUN_MS);
}

test('cancelling the second run ends all processes and leaves no files', { skip: !canListProcesses }, async () => {
  const before = await captureFiles(code);
  const newFiles = async () => {
    const files = (await captureFiles(code)).filter((file) => !before.includes(file));
    return files.map((file) => path.basename(file));
  };
  await clickLens(session, 'failures/second/second_test.go', 'BenchmarkSecond');
  await code.notifications.untilShown('Profiling BenchmarkSecond: timing run', RUN_MS);
  await untilRuns(/test\.bench=(?!.*profile=)/);
  assert.equal((await leftoverFolders(code)).length, 1);
  // The first profile is shown while the second is measured.
  await code.until('the first profile', async () => (await newFiles()).includes('cpu.pprof'));
  await code.statusBar.untilShown('BenchmarkSecond');
  await code.notifications.cancel('Profiling BenchmarkSecond');
  await untilCleanedUp();
  await code.until('no file of the run', async () => (await newFiles()).length === 0);
  await assertNothingChanged();
  // On a busy machine, a run before this one may have been slower than its timed run.
  const aboutThisRun = (await code.notifications.texts()).filter((text) => text.includes('BenchmarkSecond'));
  assert.deepEqual(aboutThisRun, []);
});

test('without a go command, a message names the setting, and a button opens it', async () => {
  await useWorkspaceSettings(session, { 'linecost.go.path': '/no/such/go' });
  try {
    const { message, buttons } = await failure('good/good_test.go', 'BenchmarkGood', 'There is no go command');
    assert.equal(message, 'There is no go command at /no/such/go: check the setting linecost.go.path.');
    assert.deepEqual(buttons, ['Open Settings', 'Show Output']);
    await code.notifications.press('There is no go command', 'Open Settings');
    await code.page.locator('.settings-editor').getByText('Linecost › Go: Path').first().waitFor();
    await code.screenshot('settings dark');
    await code.closeSettings();
  } finally {
    await useWorkspaceSettings(session, {});
  }
});

test('for a profile without samples, a message says why it is empty', async () => {
  await clickLens(session, 'quiet/quiet_test.go', 'BenchmarkQuiet', /options/);
  await code.quickInput.untilAsked('(1 of 3)');
  await code.quickInput.check(['mutex']);
  for (const step of [2, 3]) {
    await code.quickInput.accept();
    await code.quickInput.untilAsked(`(${step} of 3)`);
  }
  await code.quickInput.accept();
  const message = await code.notifications.untilShown('BenchmarkQuiet never', RUN_MS);
  assert.equal(message, 'BenchmarkQuiet never had to wait for a lock: its mutex profile is empty.');
  assert.deepEqual(await code.notifications.buttons('BenchmarkQuiet never'), ['Learn More', 'Show Output']);
});

test('for a cpu profile that the benchmark stops itself, a message names the line instead of showing the way to costs', async () => {
  await clickLens(session, 'stops/stops_test.go', 'BenchmarkStops');
  const message = await code.notifications.untilShown('BenchmarkStops starts or stops', RUN_MS);
  assert.match(message, /^BenchmarkStops starts or stops the cpu profile itself \(stops_test\.go:12\), so its cpu profile has only [\d.]+\sm?s of the [\d.]+\sm?s that it ran for\.$/);
  assert.deepEqual(await code.notifications.buttons('BenchmarkStops starts'), ['Open stops_test.go:12', 'Learn More', 'Show Output']);
  await code.screenshot('profile that does not fit dark');
  await code.notifications.press('BenchmarkStops starts', 'Open stops_test.go:12');
  await code.until('line 12', async () => (await code.editor().cursor())?.startsWith('Ln 12, '));
  assert.equal((await code.notifications.texts()).some((text) => text.startsWith('The costs of')), false);
});

test('for two benchmarks of one name, a message leads to both, and neither runs', async () => {
  await clickLens(session, 'twins/twin_test.go', 'BenchmarkTwin');
  const message = await code.notifications.untilShown('BenchmarkTwin is declared', RUN_MS);
  assert.match(message, /^BenchmarkTwin is declared at twin_test\.go:5 and outer_test\.go:5: go test runs both under this name/);
  const buttons = ['Open twin_test.go:5', 'Open outer_test.go:5', 'Show Output'];
  assert.deepEqual(await code.notifications.buttons('BenchmarkTwin is declared'), buttons);
  assert.doesNotMatch(await outputOf(code, 'BenchmarkTwin', message), /-test\.bench/);
  await code.notifications.press('BenchmarkTwin is declared', 'Open outer_test.go:5');
  await code.editor('outer_test.go').untilShown();
  await code.until('line 5', async () => (await code.editor().cursor())?.startsWith('Ln 5, '));
});

const inEdited = (file: string) => path.join(session.workspace, 'edited', file);

/** Returns the line of the allocations in a capture, and their flat as on screen, by `go tool pprof -list`. */
async function pprofCosts(capture: string): Promise<{ line: number; flat: string }> {
  const profile = await storedProfile(code, capture, 'memory');
  const text = await go(['tool', 'pprof', '-list=Allocate$', profile], inEdited(''));
  const [, flat, line] = /^ +(\S+) +\S+ +(\d+):\s*sink = make/m.exec(text)!;
  const [, value, unit] = /^([\d.]+)(B|kB|MB|GB)$/.exec(flat!)!;
  const bytes = Number(value) * 1024 ** ['B', 'kB', 'MB', 'GB'].indexOf(unit!);
  return { line: Number(line), flat: figureText(bytes, 'bytes').replaceAll(THIN_SPACE, ' ') };
}

async function assertCosts(editor: Editor, line: number, flat: string): Promise<void> {
  await code.until(`${flat} on line ${line}`, async () => (await columnsOf(editor, line))?.flat === flat);
  const { text, after: figures } = await editor.line(line);
  assert.deepEqual([text.trim(), figures.map(({ isItalic }) => isItalic)], [COSTLY, [false]]);
}

test('costs move with a line that is edited during the build, and a message leads to the hottest line', async () => {
  await useWorkspaceSettings(session, {
    'linecost.go.path': '${workspaceFolder}/slow-go',
    'linecost.profile.kinds': ['memory'],
    'linecost.profile.memoryRate': 'everyAllocation',
    'linecost.profile.benchtime': '100x',
    'files.autoSave': 'afterDelay',
    'files.autoSaveDelay': 100,
  });
  await clickLens(session, 'edited/work_test.go', 'BenchmarkAllocate');
  await code.until('the first build', () => readFile(inEdited('.vscode/built')).then(() => true, () => false));
  const editor = await code.open('work.go', 4);
  await editor.goTo(4);
  await editor.type('\n');
  await code.until('the edit on disk', async () => (await readFile(inEdited('work.go'), 'utf8')) !== EDITED);
  await writeFile(inEdited('.vscode/go-on'), '');
  const { line, flat } = await pprofCosts(await untilProfiled(code, 'BenchmarkAllocate'));
  await code.notifications.press('The costs of BenchmarkAllocate are shown.', 'Go to hottest line');
  await code.until('the cursor there', async () => (await editor.cursor())?.startsWith(`Ln ${line}, `));
  assert.equal(line, (await lineOf(session, 'edited/work.go', COSTLY)));
  await assertCosts(editor, line, flat);
  assert.match(await outputOf(code, 'BenchmarkAllocate'), /changed during the build; building again/);
  await code.screenshot('edited during the build dark');
  await editor.focus();
  await code.page.keyboard.press('Control+z');
  await code.until('the original text', async () => (await editor.line(line - 1)).text.includes(COSTLY));
  await assertCosts(editor, line - 1, flat);
});

test('if a source file changes during each build, a message says that costs may be on the wrong line', async () => {
  await writeFile(inEdited('.vscode/edit'), '');
  await clickLens(session, 'edited/work_test.go', 'BenchmarkAllocate');
  await untilProfiled(code, 'BenchmarkAllocate');
  assert.equal(
    await code.notifications.untilShown('The source of BenchmarkAllocate changed'),
    'The source of BenchmarkAllocate changed while it was built: costs may be on the wrong line. Profile it again.',
  );
});

test('the red message about a benchmark that failed leaves the screen once the benchmark runs again', async () => {
  const file = 'failures/late/late_test.go';
  const write = async (body: string) => {
    await writeFile(path.join(session.workspace, file), benchmark('Late', body));
    const editor = await code.open(path.join(session.workspace, file), 1);
    await code.until('the new text', async () => (await editor.line(8)).text.trim() === body.trim().split('\n')[0]);
  };
  await useWorkspaceSettings(session, { 'linecost.profile.benchtime': '300ms' });
  await code.run('Notifications: Clear All Notifications');
  await write('\tb.Fatal("on purpose")');
  await clickLens(session, file, 'BenchmarkLate');
  const toast = code.page.locator('.notifications-toasts .notification-list-item').filter({ hasText: 'BenchmarkLate fails' });
  await toast.waitFor({ timeout: RUN_MS });
  assert.match(await toast.innerText(), /Open late_test\.go:8\s+Show Output/);
  await write('\tfor b.Loop() {\n\t}');
  await clickLens(session, file, 'BenchmarkLate');
  await untilProfiled(code, 'BenchmarkLate');
  await toast.waitFor({ state: 'detached' });
  await code.screenshot('failure gone dark');
});
