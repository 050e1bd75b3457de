import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { repoRoot } from '../host/paths.mjs';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { SideView } from './driver/sideView';
import { confirmFile } from './fileDialog';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';
import { untilCaptureStored } from './storage';

const FILE = 'views_test.go';
const FILES = {
  'go.mod': 'module example.com/views\n\ngo 1.24\n',
  [FILE]: `package views

import "testing"

func BenchmarkFirst(b *testing.B) {
	for b.Loop() {
		First()
	}
}

func BenchmarkSecond(b *testing.B) {
	for b.Loop() {
		Second()
	}
}
`,
  'views.go': `package views

var kept [3][]byte

// First allocates twice.
func First() {
	kept[0] = make([]byte, 1000)
	kept[1] = make([]byte, 3000)
}

// Second allocates once.
func Second() {
	kept[2] = make([]byte, 512)
}
`,
};

let session: Session;
let code: VsCode;
/** Another window with the same workspace. */
let second: VsCode;
let profiles: SideView;
let hotLines: SideView;

before(async () => {
  session = await startScene({
    files: FILES,
    file: FILE,
    settings: {
      // These settings make the figures of every run exact.
      'linecost.profile.kinds': ['memory', 'block'],
      'linecost.profile.benchtime': '100x',
      'linecost.profile.memoryRate': 'everyAllocation',
    },
  });
  code = session.code;
  profiles = new SideView(code.page, 'Profiles');
  hotLines = new SideView(code.page, 'Hot Lines');
});
after(() => session?.stop());

/** Profiles a benchmark. @returns the id of the capture */
async function measure(name: string): Promise<string> {
  await clickLens(session, FILE, name);
  return untilProfiled(code, name);
}

async function profilesOf(window: VsCode): Promise<SideView> {
  await window.run('Linecost: Focus on Profiles View');
  return new SideView(window.page, 'Profiles');
}

async function untilCursor(file: string, text: string): Promise<void> {
  const line = await lineOf(session, file, text);
  await code.until(`the cursor on ${text}`, async () => (await code.editor(file).cursorLine()) === line);
}

/** Returns the stored profiles of one kind. */
async function storedProfiles(kind: string): Promise<string[]> {
  const entries = await readdir(session.home, { recursive: true, withFileTypes: true });
  const files = entries.filter(({ name, parentPath }) => parentPath.includes(`${path.sep}runs${path.sep}`) && name.startsWith(kind));
  return files.map(({ name, parentPath }) => path.join(parentPath, name));
}

/** Returns the titles of all palette commands that need no profile, from package.json. */
async function commandsWithoutProfile(): Promise<string[]> {
  const { contributes } = JSON.parse(await readFile(path.join(repoRoot, 'package.json'), 'utf8')) as {
    readonly contributes: {
      readonly commands: readonly { title: string; category: string; command: string; enablement?: string }[];
      readonly menus: { readonly commandPalette: readonly { command: string }[] };
    };
  };
  const hidden = new Set(contributes.menus.commandPalette.map(({ command }) => command));
  const commands = contributes.commands.filter(({ command, enablement }) => {
    return !hidden.has(command) && (enablement === undefined || enablement === 'isWorkspaceTrusted');
  });
  return commands.map(({ category, title }) => `${category}: ${title}`);
}

/** Returns the names of the storage folders of the workspace's windows. */
async function storageFolders(): Promise<string[]> {
  const names = await readdir(path.join(session.home, 'user-data', 'User', 'workspaceStorage'));
  return names.filter((name) => !name.startsWith('.')).sort();
}

async function untilListed(window: VsCode, list: SideView, ...names: readonly string[]): Promise<void> {
  const groups = async () => (await list.texts()).filter((text) => /^Benchmark/.test(text));
  await window.until(`${names} in the Profiles view`, async () => `${await groups()}` === `${names}`);
}

test('every command that needs no profile is in the palette', async () => {
  const inPalette = await code.commandTitles('Linecost: ');
  for (const title of await commandsWithoutProfile()) {
    // The palette draws only the rows that fit, which other commands may fill.
    if (!inPalette.includes(title)) await code.commandTitles(title);
  }
});

test('the empty view leads to the guide, whose links lead to pages with pictures', async () => {
  await code.run('Linecost: Focus on Profiles View');
  await code.page.getByText('read the guide').click();
  const frameWith = (selector: string, text: string) => code.until(text, async () => {
    for (const frame of code.page.frames()) {
      const found = frame.locator(selector, { hasText: text });
      if (await found.count().catch(() => 0)) return found.first();
    }
    return undefined;
  });
  await (await frameWith('a', 'Reading costs')).click();
  const heading = await frameWith('h1', 'Reading costs');
  const picture = heading.page().frames().map((frame) => frame.locator('img[alt="The hover of a hot line"]'));
  await code.until('the picture', async () => {
    const isDrawn = (images: Element[]) => images.some((image) => (image as HTMLImageElement).naturalWidth > 0);
    const drawn = await Promise.all(picture.map((each) => each.evaluateAll(isDrawn).catch(() => false)));
    return drawn.includes(true);
  });
  await code.run('View: Close Editor');
});

test('without captures, the views say what they will show', async () => {
  await code.run('Linecost: Focus on Profiles View');
  await code.page.getByText('Your captures appear here:').waitFor();
  await code.page.getByText('The hottest lines of the active profile appear here.').waitFor();
  await code.screenshot('views empty dark');
});

test('captures are listed below their benchmark, with result, time, kinds and totals', async () => {
  await measure('BenchmarkFirst');
  await measure('BenchmarkSecond');
  const expected = [
    /^BenchmarkSecond$/, /^[\d.]+\s[nµm]s\/op · .*\d\d:\d\d/, /^memory [\d.]+\sKiB alloc_space/, /^block [\d.]+\s[nµm]?s delay/,
    /^BenchmarkFirst$/, /^[\d.]+\s[nµm]s\/op · .*\d\d:\d\d/,
  ];
  // The capture is active before its totals are known, and each change redraws the list.
  await code.until('two captures', async () => {
    const texts = await profiles.texts();
    for (const [row, pattern] of expected.entries()) assert.match(texts[row] ?? '', pattern);
    assert.equal(texts.filter((text) => /^Benchmark/.test(text)).length, 2);
    return true;
  });
  await code.screenshot('views captures dark');
});

test('selected captures are merged as pprof merges them', async () => {
  const rows = ['BenchmarkFirst', 'BenchmarkSecond'].map((name) => profiles.capture(name));
  await profiles.untilShown('BenchmarkFirst');
  for (const row of rows) {
    await code.until('a selected row', async () => {
      if ((await row.getAttribute('aria-selected')) === 'true') return true;
      await row.locator('.label-name').first().click({ modifiers: ['ControlOrMeta'], timeout: 2000 });
      return false;
    });
  }
  await profiles.menu(rows[0]!, 'Merge Profiles…');
  await code.quickInput.untilAsked('Choose the kind');
  assert.deepEqual(await code.quickInput.labels(), ['memory', 'block']);
  await code.quickInput.pick('memory');
  const sum = path.join(session.workspace, 'sum-of-2-memory.pb.gz');
  await code.until('the proposed name', async () => (await code.quickInput.value()) === sum);
  await confirmFile(code);
  await code.statusBar.untilShown(/sum-of-2-memory\.pb\.gz · alloc_space/);
  await code.screenshot('views merged dark');
  const top = (...files: string[]) =>
    execFileSync('go', ['tool', 'pprof', '-top', '-sample_index=alloc_space', ...files], { encoding: 'utf8', stdio: 'pipe' });
  const stored = await storedProfiles('memory');
  assert.equal(stored.length, 2);
  assert.equal(top(sum), top(...stored));
  await code.run('View: Close Editor');
  // The row of the file disappears, which moves the rows below it.
  await profiles.row('sum-of-2-memory').waitFor({ state: 'detached' });
  await profiles.click(profiles.capture('BenchmarkSecond'));
  await code.statusBar.untilShown(/BenchmarkSecond · alloc_space/);
});

test('a command opens a pprof report as text', async () => {
  await code.run('Linecost: Show pprof Report…');
  await code.quickInput.untilAsked('pprof report of BenchmarkSecond memory');
  assert.deepEqual(await code.quickInput.labels(), ['traces', 'tags', 'tree', 'raw', 'comments']);
  await code.quickInput.pick('tags');
  const editor = code.editor('BenchmarkSecond-memory-tags.txt');
  await editor.untilShown();
  const tags = (file: string) =>
    execFileSync('go', ['tool', 'pprof', '-tags', '-sample_index=alloc_space', file], { encoding: 'utf8', stdio: 'pipe' });
  const expected = (await storedProfiles('memory')).map((file) => tags(file).split('\n').slice(0, 8));
  const lines = async () => (await editor.lines()).slice(0, 8).map(({ text }) => text);
  await code.until("pprof's text", async () => {
    const texts = await lines();
    return expected.some((first) => JSON.stringify(first) === JSON.stringify(texts));
  });
  await code.screenshot('pprof report dark');
  await code.run('View: Close Editor');
});

test('a click activates an earlier capture, whose costs the columns show', async () => {
  await profiles.click(profiles.capture('BenchmarkFirst'));
  await code.statusBar.untilShown(/BenchmarkFirst · alloc_space/);
  const line = await lineOf(session, 'views.go', 'make([]byte, 3000)');
  const editor = await code.open('views.go', line);
  await code.until('columns', async () => /KiB$/.test((await columnsOf(editor, line))?.flat ?? ''));
});

test('the hottest lines are listed, and a click, a command and a key go to them', async () => {
  await code.until('hot lines', async () => {
    const [first = '', second = ''] = await hotLines.texts();
    return /^[\d.]+ % kept\[1\] = make\(\[\]byte, 3000\) views\.go:8 · First$/.test(first) && / views\.go:7 · /.test(second);
  });
  await hotLines.untilDescribed(/^alloc_space · caused here · in this workspace$/);
  await code.screenshot('views hot lines dark');
  await hotLines.click('views.go:7');
  await untilCursor('views.go', 'make([]byte, 1000)');
  await code.run('Linecost: Go to Previous Hot Line');
  await untilCursor('views.go', 'make([]byte, 3000)');
  await code.editor('views.go').focus();
  await code.page.keyboard.press('Control+F6');
  await untilCursor('views.go', 'make([]byte, 1000)');
});

test('Hot Lines can be sorted in other orders and can include all files', async () => {
  await hotLines.press('Hot Lines Options…');
  await code.quickInput.untilAsked('Linecost: Hot Lines');
  await code.screenshot('views hot lines choice dark');
  await code.quickInput.pick(/By cum/);
  await hotLines.untilDescribed(/ · cum · in this workspace$/);
  await hotLines.press('Show Hot Lines of All Files');
  await hotLines.untilDescribed(/ · cum · in all files$/);
  await hotLines.untilShown(/benchmark\.go:\d+/);
  // Lines that only call other functions are in none of the orders.
  assert.ok(!(await hotLines.texts()).some((text) => text.includes('views_test.go:')));
  await hotLines.press('Show Hot Lines of the Workspace Only');
  await code.run('Linecost: Sort Hot Lines by Flat');
  await hotLines.untilDescribed(/ · flat · in this workspace$/);
  await code.until('lines of the workspace', async () => (await hotLines.texts())[0]?.includes('views.go:8'));
  await code.run('Linecost: Sort Hot Lines by Cost Caused Here');
  await hotLines.untilDescribed(/ · caused here · in this workspace$/);
});

test('Hot Lines has the numbers of today\'s text also after an edit that was made while it was hidden', async () => {
  const untilAt = (line: number) =>
    code.until(`views.go:${line}`, async () => (await hotLines.texts())[0]?.includes(` views.go:${line} · `));
  await untilAt(8);
  const editor = await code.open('views.go', 1);
  await code.run('View: Toggle Primary Side Bar Visibility');
  await editor.goTo(2);
  await editor.type('\n');
  await code.run('View: Toggle Primary Side Bar Visibility');
  await untilAt(9);
  await editor.focus();
  await code.page.keyboard.press('ControlOrMeta+z');
  await untilAt(8);
});

test('a capture can be renamed and exported, and pprof reads the exported file', async () => {
  await profiles.menu(profiles.capture('BenchmarkFirst'), 'Rename Capture…');
  await code.quickInput.untilAsked('Rename a Capture of BenchmarkFirst');
  await code.quickInput.setText('before the change');
  await code.quickInput.accept();
  await profiles.untilShown('before the change');
  await code.statusBar.untilShown(/before the change · alloc_space/);
  await profiles.menu(/^\s*memory.*alloc_space/s, 'Export…');
  await code.quickInput.untilAsked('Export before the change memory');
  await code.quickInput.pick('pprof');
  const file = path.join(session.workspace, 'before-the-change-memory.pb.gz');
  await code.until('the proposed name', async () => (await code.quickInput.value()) === file);
  await confirmFile(code);
  const top = await code.until('an exported profile', async () =>
    execFileSync('go', ['tool', 'pprof', '-top', '-sample_index=alloc_space', file], { encoding: 'utf8', stdio: 'pipe' }));
  assert.match(top, /example\.com\/views\.First/);
});

test('deleting a capture removes it from the view and the status bar', async () => {
  await profiles.menu('before the change', 'Delete');
  await code.pressInDialog('Delete');
  await code.until('one capture', async () => !(await profiles.texts()).some((text) => text.includes('before the change')));
  await code.until('no profile', async () => !(await code.statusBar.item('before the change').isVisible()));
  await profiles.click(profiles.capture('BenchmarkSecond'));
  await code.statusBar.untilShown(/BenchmarkSecond · alloc_space/);
});

test('a second window with the same workspace has the captures of the first', async () => {
  await untilCaptureStored(code, await measure('BenchmarkFirst'));
  const [base, ...others] = await storageFolders();
  assert.deepEqual(others, []);
  second = await code.anotherTab();
  await second.statusBar.untilShown('BenchmarkFirst');
  await untilListed(second, await profilesOf(second), 'BenchmarkFirst', 'BenchmarkSecond');
  // If both windows had the same folder, this test would prove nothing.
  assert.deepEqual(await storageFolders(), [base, `${base}-1`]);
});

test('a capture renamed or made in one window appears in the other', async () => {
  const lists = [await profilesOf(second), await profilesOf(code)] as const;
  await lists[1].menu(lists[1].capture('BenchmarkFirst'), 'Rename Capture…');
  await code.quickInput.untilAsked('Rename a Capture of BenchmarkFirst');
  await code.quickInput.setText('after the change');
  await code.quickInput.accept();
  await lists[0].untilShown('after the change');
  await measure('BenchmarkSecond');
  await untilListed(second, lists[0], 'BenchmarkSecond', 'BenchmarkFirst');
  await second.screenshot('views two windows');
});
