import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Session, VsCode } from './driver/index';
import { readLines } from './driver/lines';
import { chooseFile, confirmFile } from './fileDialog';
import { clickLens, lineOf, startScene, storedProfile, untilProfiled } from './profiling';
import { THIN_SPACE } from '../../src/profile/text/screen/digits';
import { figureText } from '../../src/profile/text/screen/figure';

const FILE = 'lib/lib_test.go';
const CODE = 'lib/lib.go';
const FILES = {
  'go.mod': 'module example.com/sums\n\ngo 1.24\n',
  [FILE]: `package lib

import "testing"

var sink int

func BenchmarkSum(b *testing.B) {
	for b.Loop() {
		sink = Sum(100_000)
	}
}
`,
  [CODE]: `package lib

// Sum spends its time on one line.
//
//go:noinline
func Sum(n int) int {
	sum := 1
	for i := range n {
		sum = (sum*31 + square(i)) % 65521
	}
	return sum
}

func square(i int) int {
	return i * i
}
`,
  'cmd/tool/main.go': 'package main\n\nimport "example.com/sums/lib"\n\nfunc main() { println(lib.Sum(10)) }\n',
};

let session: Session;
let code: VsCode;
let capture: string;
/** The line of the code with the most samples. */
let line: number;
/** The total of the profile, in milliseconds. */
let total: number;

before(async () => {
  session = await startScene({
    files: FILES,
    file: FILE,
    settings: {
      'linecost.profile.kinds': ['cpu'],
      // A fixed number of iterations gives enough samples even on a busy machine.
      'linecost.profile.benchtime': '4000x',
      'terminal.integrated.gpuAcceleration': 'off',
    },
  });
  code = session.code;
  await clickLens(session, FILE, 'BenchmarkSum');
  capture = await untilProfiled(code, 'BenchmarkSum');
  line = await lineOf(session, CODE, '% 65521');
});
after(() => session?.stop());

const pprof = (...args: string[]) =>
  execFileSync('go', ['tool', 'pprof', ...args], { encoding: 'utf8', stdio: 'pipe', cwd: session.workspace });

/** Returns the duration after a pattern in pprof's output, in milliseconds. */
function milliseconds(text: string, pattern: RegExp): number {
  const [, value, unit] = new RegExp(`${pattern.source}([\\d.]+)(ms|s)`).exec(text)!;
  return Math.round(Number(value) * (unit === 's' ? 1000 : 1));
}

/** Exports the profile in a format, and checks the proposed file name. @returns the file's text */
async function exportAs(format: string, name: string): Promise<string> {
  await code.pickFrom('Linecost: Export…', 'Export BenchmarkSum cpu', format);
  const file = path.join(session.workspace, name);
  await code.until('the proposed name', async () => (await code.quickInput.value()) === file);
  await confirmFile(code);
  await code.notifications.untilShown(`Exported to ${name}.`);
  await code.notifications.close(`Exported to ${name}.`);
  return readFile(file, 'latin1');
}

const peek = () => code.page.locator('.peekview-widget');

/** Returns the visible rows of the peek view, top to bottom. */
async function rows(): Promise<string[]> {
  return (await readLines(peek().locator('.preview'))).map(({ text }) => text.trimEnd());
}

/** Scrolls the peek view to its first row. VS Code may have scrolled it to a row with samples. */
async function scrollToTop(): Promise<void> {
  await code.until('the top of the list', async () => {
    await peek().locator('.preview').hover();
    await code.page.mouse.wheel(0, -1000);
    return (await readLines(peek().locator('.preview')))[0]?.line === 1;
  });
}

/** Returns `flat cum` of each instruction in the rows, by address. */
function figuresIn(texts: readonly string[]): Map<string, string> {
  const matches = texts.map((text) => /^[┃│] +(\S+(?: m?s)?) {2,}(\S+(?: m?s)?) {2}(\S.*?) +([0-9a-f]{5,})( +\S+:\d+)?$/.exec(text)).filter((match) => match !== null);
  return new Map(matches.map(([, flat, cum, , address]) => [address!, `${flat} ${cum}`]));
}

/** Closes the peek view. Tries repeatedly, because the view ignores keys until it has the focus. */
async function closePeek(): Promise<void> {
  await code.until('the peek view to close', async () => {
    await code.page.keyboard.press('Escape');
    return (await peek().count()) === 0;
  });
}

/** Returns the path of a folder in Linecost's storage for this workspace. */
async function stored(name: string): Promise<string> {
  const user = path.join(session.home, 'user-data', 'User');
  const entry = (await readdir(user, { recursive: true })).find((file) => path.basename(file) === name);
  assert.ok(entry, `${name} is not stored`);
  return path.join(user, entry);
}

/** Returns `flat cum` of each instruction that pprof -disasm prints, by address. */
function pprofFigures(program: string, profile: string): Map<string, string> {
  const matches = pprof('-disasm=lib.Sum', program, profile).split('\n').map((row) => /^ *(\S+) +(\S+) +([0-9a-f]+): /.exec(row)).filter((match) => match !== null);
  return new Map(matches.map(([, flat, cum, address]) => [address!, `${flat} ${cum}`]));
}

/** pprof's figures with the digits that their samples of 10 ms carry: `1.23s 70ms` as `1.2 s 70 ms`. */
function roundedAsShown(figures: string): string {
  return figures.replace(/([\d.]+)(ms|s)/g, (_, value: string, unit: string) => {
    return figureText(Number(value) * (unit === 's' ? 1e9 : 1e6), 'nanoseconds', { weight: 1e7 }).replaceAll(THIN_SPACE, ' ');
  });
}

async function showInstructions(file: string, at: number): Promise<void> {
  await code.open(file, at);
  await code.run('Linecost: Show Assembly for Line');
}

test('a line unfolds to its instructions, with the figures of pprof -disasm', async () => {
  await showInstructions(CODE, line);
  await code.until('instructions', async () => figuresIn(await rows()).size > 4);
  await code.screenshot('instructions dark');
  await scrollToTop();
  const texts = await rows();
  assert.match(texts[0]!, /^│ +flat +cum {2}instruction +address$/);
  assert.match(texts[1]!, /^lib\.Sum$/);
  const ours = figuresIn(texts);
  const theirs = pprofFigures(path.join(await stored('programs'), capture), await storedProfile(code, capture, 'cpu'));
  for (const [address, figures] of ours) {
    assert.equal(figures, roundedAsShown(theirs.get(address)!), address);
  }
  assert.ok([...ours.values()].some((figures) => figures !== '. .'), 'no instruction has costs');
  assert.ok(texts.some((text) => /^┃.*lib\.go:15$/.test(text)), 'inlined instructions are missing');
  assert.ok(texts.some((text) => text.startsWith('│ ') && !/flat/.test(text)), 'instructions of other lines are missing');
});

test('Escape closes the instructions, and the context menu opens them again', async () => {
  await closePeek();
  const editor = await code.open(CODE, line);
  await editor.menu(line, 'Show Assembly for Line', '% 65521');
  await code.until('instructions', async () => figuresIn(await rows()).size > 4);
  await closePeek();
});

test('in a split window, where a peek view would cut off the costs, the instructions open in an editor', async () => {
  await code.open(CODE, line);
  await code.run('View: Split Editor Right');
  await showInstructions(CODE, line);
  await code.until('an editor of the instructions', async () => (await code.tabs()).some((tab) => tab.startsWith(`lib.go:${line}`)));
  await code.screenshot('instructions beside code dark');
  await code.run('View: Close All Editors');
});

test('for a line without samples, a message says that it has none', async () => {
  const plain = await lineOf(session, CODE, 'package lib');
  await showInstructions(CODE, plain);
  await code.notifications.untilShown('No sample of the active profile was taken on lib.go:1: choose a line with costs.');
  await code.notifications.close('No sample of the active profile');
});

test('the program of a profile file has to be chosen only once', async () => {
  const program = path.join(session.workspace, 'measured.test');
  await copyFile(path.join(await stored('programs'), capture), program);
  await copyFile(await storedProfile(code, capture, 'cpu'), path.join(session.workspace, 'opened.pprof'));
  await code.explorer.click('opened.pprof');
  await code.statusBar.untilShown('opened.pprof · ');
  await showInstructions(CODE, line);
  await code.notifications.untilShown('Which program was measured for opened.pprof?');
  await code.notifications.press('Which program was measured for opened.pprof?', 'Choose Program…');
  await chooseFile(code, /Choose .*test/, program);
  await code.until('instructions', async () => figuresIn(await rows()).size > 4);
  await closePeek();
  await showInstructions(CODE, line);
  await code.until('instructions at once', async () => figuresIn(await rows()).size > 4);
  await closePeek();
  await code.run('View: Close All Editors');
  await code.statusBar.untilShown('BenchmarkSum');
});

test('the active profile is exported in each format', async () => {
  await code.run('Linecost: Export…');
  await code.quickInput.untilAsked('Export BenchmarkSum cpu');
  const formats = ['pprof', 'Folded stacks', 'speedscope', 'Callgrind', 'Call graph', 'HTML page', 'Flame graph'];
  assert.deepEqual(await code.quickInput.labels(), formats);
  await code.screenshot('export formats dark');
  await code.quickInput.cancel();

  await exportAs('pprof', 'BenchmarkSum-cpu.pb.gz');
  total = milliseconds(pprof('-top', 'BenchmarkSum-cpu.pb.gz'), /Total samples = /);
  assert.ok(total > 0);

  const folded = await exportAs('Folded stacks', 'BenchmarkSum-cpu.folded');
  const sums = folded.trim().split('\n').map((line) => Number(/ (\d+)$/.exec(line)![1]));
  assert.equal(sums.reduce((sum, value) => sum + value, 0) / 1e6, total);
  assert.match(folded, /^testing\..*;testing\.\(\*B\)\.runN;.*;example\.com\/sums\/lib\.Sum \d+$/m);

  const speedscope = JSON.parse(await exportAs('speedscope', 'BenchmarkSum-cpu.speedscope.json')) as {
    readonly profiles: readonly { readonly unit: string; readonly endValue: number }[];
  };
  assert.deepEqual(speedscope.profiles.map(({ unit }) => unit), ['none', 'nanoseconds']);
  assert.equal(speedscope.profiles[1]!.endValue / 1e6, total);

  assert.equal(await exportAs('Call graph', 'BenchmarkSum-cpu.dot'), pprof('-dot', 'BenchmarkSum-cpu.pb.gz'));
  assert.equal(await exportAs('Callgrind', 'BenchmarkSum-cpu.callgrind'), pprof('-callgrind', 'BenchmarkSum-cpu.pb.gz'));
  assert.match(await exportAs('HTML page', 'BenchmarkSum-cpu.html'), /^<!DOCTYPE html>.*default-src 'none'; script-src 'sha256-/s);
});

test('a command opens the profile in go tool pprof, with its sources and its program', async () => {
  await code.run('Linecost: Open in go tool pprof');
  const terminal = code.page.locator('.terminal-wrapper.active .xterm-rows');
  const terminalText = async () => (await terminal.innerText()).replace(/\u00a0/g, ' ');
  const input = code.page.locator('.terminal-wrapper.active .xterm-helper-textarea');
  const type = async (line: string) => {
    await code.until('the focus in the terminal', async () => {
      await input.focus({ timeout: 2000 });
      return input.evaluate((element) => element === document.activeElement);
    });
    await code.page.keyboard.type(`${line}\n`);
  };
  await code.until('a prompt', async () => (await terminalText()).includes('(pprof)'));
  await type('list lib.Sum');
  await code.until('sources', async () => /% 65521/.test(await terminalText()));
  await type('disasm lib.Sum');
  await code.until('instructions', async () => /lib\.go:\d+/.test(await terminalText()));
  await code.screenshot('go tool pprof dark');
  await type('quit');
  await terminal.waitFor({ state: 'detached' });
});

test('a command makes a CPU profile the default.pgo of the main package, and a button undoes that', async () => {
  const file = path.join(session.workspace, 'cmd', 'tool', 'default.pgo');
  const useAsDefault = () => code.run('Linecost: Use as default.pgo');
  await useAsDefault();
  const message = await code.notifications.untilShown('BenchmarkSum cpu is now default.pgo of cmd/tool');
  assert.match(message, /: go build uses it to optimize that program\.$/);
  await code.screenshot('default pgo dark');
  const written = await readFile(file);
  // VS Code hides the message after a while.
  await code.notifications.press('is now default.pgo of cmd/tool', 'Undo');
  await code.until('no default.pgo', async () => !existsSync(file));

  await writeFile(file, written);
  assert.equal(milliseconds(pprof('-top', file), /Total samples = /), total);
  const built = path.join(session.workspace, 'tool');
  execFileSync('go', ['build', '-o', built, './cmd/tool'], { cwd: session.workspace });
  const settings = execFileSync('go', ['version', '-m', built], { encoding: 'utf8' });
  assert.match(settings, /-pgo=.*default\.pgo/);

  await writeFile(file, 'another profile');
  await useAsDefault();
  await code.pressInDialog('Cancel');
  assert.equal(await readFile(file, 'utf8'), 'another profile');
  await useAsDefault();
  await code.pressInDialog('Replace');
  await code.notifications.untilShown('is now default.pgo of cmd/tool');
  assert.notEqual(await readFile(file, 'utf8'), 'another profile');
  await code.notifications.press('is now default.pgo of cmd/tool', 'Undo');
  await code.until('the previous file', async () => (await readFile(file, 'utf8')) === 'another profile');
});

test('after the program is deleted, a program has to be chosen, and another build is refused', async () => {
  const other = path.join(session.workspace, 'other.test');
  execFileSync('go', ['test', '-c', '-ldflags=-X=main.other=1 -buildid=other', '-o', other, './lib'], { cwd: session.workspace });
  await rm(await stored('programs'), { recursive: true });
  await showInstructions(CODE, line);
  await code.notifications.untilShown('The program of this capture is no longer stored');
  await code.notifications.press('The program of this capture', 'Choose Program…');
  await chooseFile(code, /Choose .*test/, other);
  await code.until('an answer', async () => (await code.notifications.texts()).some((text) => /build/.test(text)));
  await code.notifications.untilShown(/other\.test is from another build \([0-9a-f]{8}\) than the profile \([0-9a-f]{8}\)/);
  await code.screenshot('instructions of another build dark');
});
