import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Session, VsCode } from './driver/index';
import { readLines } from './driver/lines';
import { chooseFile } from './fileDialog';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

const FILE = 'hot_test.go';
const FILES = {
  'go.mod': 'module example.com/hot\n\ngo 1.24\n',
  [FILE]: `package hot

import "testing"

var sink int

func BenchmarkHot(b *testing.B) {
	for b.Loop() {
		sink = Mix(1000)
	}
}
`,
  'hot.go': `package hot

// Mix spends its time on one line.
//
//go:noinline
func Mix(n int) int {
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
};
const HOT = 'sum = (sum*31';

let session: Session;
let code: VsCode;
let line: number;
let capture: string;

before(async () => {
  session = await startScene({
    files: FILES,
    file: FILE,
    // A fixed number of iterations gives enough samples even on a busy machine.
    settings: { 'linecost.profile.kinds': ['cpu'], 'linecost.profile.benchtime': '400000x' },
  });
  code = session.code;
  line = await lineOf(session, 'hot.go', HOT);
  await clickLens(session, FILE, 'BenchmarkHot');
  capture = await untilProfiled(code, 'BenchmarkHot');
});
after(() => session?.stop());

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
  const matches = texts.map((text) => /^[┃│] (\S.*?) +(\S+) +(\S+) {2}([0-9a-f]{5,})( +\S+:\d+)?$/.exec(text)).filter((match) => match !== null);
  return new Map(matches.map(([, , flat, cum, address]) => [address!, `${flat} ${cum}`]));
}

/** Closes the peek view. Tries repeatedly, because the view ignores keys until it has the focus. */
async function closePeek(): Promise<void> {
  await code.until('the peek view to close', async () => {
    await code.page.keyboard.press('Escape');
    return (await peek().count()) === 0;
  });
}

/** Returns the path of a file or folder in Linecost's storage for this workspace. */
async function stored(name: string): Promise<string> {
  const user = path.join(session.home, 'user-data', 'User');
  const entry = (await readdir(user, { recursive: true })).find((file) => path.basename(file) === name);
  assert.ok(entry, `${name} is stored`);
  return path.join(user, entry);
}

/** Returns `flat cum` of each instruction by pprof -disasm, by address. */
function pprofFigures(program: string, profile: string): Map<string, string> {
  const args = ['tool', 'pprof', '-disasm=hot.Mix', program, profile];
  const text = execFileSync('go', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const matches = text.split('\n').map((row) => /^ *(\S+) +(\S+) +([0-9a-f]+): /.exec(row)).filter((match) => match !== null);
  return new Map(matches.map(([, flat, cum, address]) => [address!, `${flat} ${cum}`]));
}

async function showInstructions(file: string, at: number): Promise<void> {
  await code.open(file, at);
  await code.run('Linecost: Show Assembly for Line');
}

test('a line unfolds to its instructions, with the figures of pprof -disasm', async () => {
  await showInstructions('hot.go', line);
  await code.until('instructions', async () => figuresIn(await rows()).size > 4);
  await code.screenshot('instructions dark');
  await scrollToTop();
  const texts = await rows();
  assert.match(texts[0]!, /^│ instruction +flat +cum +address$/);
  assert.match(texts[1]!, /^hot\.Mix$/);
  const ours = figuresIn(texts);
  const theirs = pprofFigures(path.join(path.dirname(await stored('programs')), 'programs', capture), await stored('cpu.pprof'));
  for (const [address, figures] of ours) assert.equal(figures, theirs.get(address), address);
  assert.ok([...ours.values()].some((figures) => figures !== '. .'), 'some instructions have costs');
  assert.ok(texts.some((text) => /^┃.*hot\.go:15$/.test(text)), 'inlined instructions are part of the line');
  assert.ok(texts.some((text) => text.startsWith('│ ') && !/flat/.test(text)), 'instructions of other lines are shown, too');
});

test('Escape closes the instructions, and the context menu opens them again', async () => {
  await closePeek();
  const editor = await code.open('hot.go', line);
  await editor.menu(line, 'Show Assembly for Line', HOT);
  await code.until('instructions', async () => figuresIn(await rows()).size > 4);
  await closePeek();
});

test('for a line without samples, a message says so', async () => {
  const plain = await lineOf(session, 'hot.go', 'package hot');
  await showInstructions('hot.go', plain);
  await code.notifications.untilShown('No sample of the active profile was taken on hot.go:1.');
  await code.notifications.close('No sample of the active profile');
});

test('the program of a profile file has to be chosen only once', async () => {
  const program = path.join(session.workspace, 'measured.test');
  await copyFile(path.join(path.dirname(await stored('programs')), 'programs', capture), program);
  await copyFile(await stored('cpu.pprof'), path.join(session.workspace, 'opened.pprof'));
  await code.explorer.click('opened.pprof');
  await code.statusBar.untilShown('opened.pprof · ');
  await showInstructions('hot.go', line);
  await code.notifications.untilShown('Which program was measured for opened.pprof?');
  await code.notifications.press('Which program was measured for opened.pprof?', 'Choose Program…');
  await chooseFile(code, /Choose .*test/, program);
  await code.until('instructions', async () => figuresIn(await rows()).size > 4);
  await closePeek();
  await showInstructions('hot.go', line);
  await code.until('instructions at once', async () => figuresIn(await rows()).size > 4);
  await closePeek();
  await code.run('View: Close All Editors');
  await code.statusBar.untilShown('BenchmarkHot');
});

test('a deleted program has to be chosen, and another build is refused', async () => {
  const other = path.join(session.workspace, 'other.test');
  execFileSync('go', ['test', '-c', '-ldflags=-X=main.other=1 -buildid=other', '-o', other], { cwd: session.workspace });
  await rm(path.join(path.dirname(await stored('programs')), 'programs'), { recursive: true });
  await showInstructions('hot.go', line);
  await code.notifications.untilShown('The program of this capture is no longer stored');
  await code.notifications.press('The program of this capture', 'Choose Program…');
  await chooseFile(code, /Choose .*test/, other);
  await code.until('an answer', async () => (await code.notifications.texts()).some((text) => /build/.test(text)));
  await code.notifications.untilShown(/other\.test is another build \([0-9a-f]{8}\) than the profile's \([0-9a-f]{8}\)/);
  await code.screenshot('instructions of another build dark');
});
