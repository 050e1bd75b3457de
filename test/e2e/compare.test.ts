import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { paperProfile } from '../unit/pprofText/paperProfile';
import { columnsOf, shownColumns, untilAligned } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { SideView } from './driver/sideView';
import { profile } from './goFiles';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';
import { untilKept } from './storage';

const TESTS = 'join_test.go';
const CODE = 'join.go';
const OTHER = 'other.pb.gz';
const EARLIER = 'earlier.pb.gz';

const BEFORE = `package join

var kept [4][]byte

// Join allocates.
func Join() {
	kept[3] = make([]byte, 256)
	kept[0] = make([]byte, 1024)
	kept[1] = make([]byte, 8192)
	kept[2] = make([]byte, 512)
}
`;

/** The first allocation gone, the largest in half, a new one; and all of it further down. */
const AFTER = `package join

// Measure again.
//
var kept [4][]byte

// Join allocates.
func Join() {
	kept[0] = make([]byte, 1024)
	kept[1] = make([]byte, 4096)
	kept[2] = make([]byte, 512)
	kept[3] = make([]byte, 2048)
}
`;

const FILES = {
  'go.mod': 'module example.com/join\n\ngo 1.24\n',
  [TESTS]: `package join

import "testing"

func BenchmarkJoin(b *testing.B) {
	for b.Loop() {
		Join()
	}
}

func BenchmarkTwice(b *testing.B) {
	for b.Loop() {
		Join()
		Join()
	}
}
`,
  [CODE]: BEFORE,
};

/** A memory profile of another program. */
const STRANGER = paperProfile({
  types: 'alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes',
  defaultType: 'alloc_space',
  stacks: '1 2048 0 0 | other.work /other/work.go:4',
});

async function writeProfiles(folder: string): Promise<void> {
  await writeFile(path.join(folder, OTHER), STRANGER);
  await profile(folder, 'Join', { memory: path.join(folder, EARLIER) });
}

let session: Session;
let code: VsCode;
let profiles: SideView;
let hotLines: SideView;

before(async () => {
  session = await startScene({
    files: FILES,
    file: TESTS,
    prepare: writeProfiles,
    settings: {
      // Exact figures of every run.
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

async function measure(name: string): Promise<void> {
  await clickLens(session, TESTS, name);
  await untilProfiled(code, name);
}

const lineIn = (text: string) => lineOf(session, CODE, text);

/** The columns of the line with some text, once they are like this. */
async function untilColumns(text: string, flat: RegExp, cum = flat): Promise<Editor> {
  const line = await lineIn(text);
  const editor = await code.open(CODE, line);
  await code.until(`${flat} on ${text}`, async () => {
    const shown = await columnsOf(editor, line);
    return shown && flat.test(shown.flat) && cum.test(shown.cum);
  });
  return editor;
}

/** Red, green and blue of what is behind the cum of a line. */
async function colorOf(editor: Editor, text: string): Promise<[red: number, green: number, blue: number]> {
  const { before: front } = await editor.line(await lineIn(text));
  const [red, green, blue] = front[0]!.background.match(/[\d.]+/g)!.map(Number);
  return [red!, green!, blue!];
}

test('the active run becomes the baseline, and is marked as such', async () => {
  await measure('BenchmarkJoin');
  await untilColumns('8192', /^[\d.]+kB$/);
  await code.run('Linecost: Set as Baseline');
  await code.statusBar.untilShown(/baseline BenchmarkJoin .*\d\d:\d\d/);
  await code.run('Linecost: Focus on Profiles View');
  await profiles.untilShown(profiles.capture('BenchmarkJoin', 'baseline'));
  await untilColumns('8192', /^[\d.]+kB$/);
});

test('measured again, lines show what they grew and shrank by, where they stand by now', async () => {
  await writeFile(path.join(session.workspace, CODE), AFTER);
  const line = await lineIn('2048');
  const editor = await code.open(CODE);
  await code.until('the new text', async () => (await editor.lines()).some(({ text }) => text.includes('2048')));
  await measure('BenchmarkJoin');
  await code.statusBar.untilShown(/BenchmarkJoin vs .*\d\d:\d\d.* · per operation/);
  await untilColumns('2048', /^\+2048B\/op$/);
  await untilColumns('4096', /^-4096B\/op$/);
  for (const same of ['1024', '512']) await untilColumns(same, /^\.$/);
  assert.equal(line, 12);
  const heading = await editor.line((await lineIn('func Join')) - 1);
  assert.deepEqual([heading.after[0]?.text.trim(), heading.before[0]?.text.trim()], ['flat Δ', 'cum Δ']);
  assert.match(heading.after.map(({ text }) => text).join(' '), /vs .*\d\d:\d\d/);
  const { after: ends } = await editor.line(await lineIn('func Join'));
  assert.match(ends.at(-1)!.text, /-256B\/op with lines that are gone/);
  await code.screenshot('compare dark');
});

test('code stays aligned, and grown and shrunk are told apart by more than red and green', async () => {
  const editor = code.editor(CODE);
  await untilAligned(editor);
  const [grown, shrunk] = [await colorOf(editor, '2048'), await colorOf(editor, '4096')];
  assert.ok(grown[0] - grown[2] > 80 && shrunk[2] - shrunk[0] > 80, `${grown.join()} ${shrunk.join()}`);
});

test('a hover says now, before, the change and its percentage', async () => {
  const editor = code.editor(CODE);
  const said = await editor.hover(await lineIn('4096'), 'make');
  assert.match(said, /Linecost · vs .*\d\d:\d\d.*, per operation/);
  assert.match(said, /now\s+before\s+change/);
  assert.match(said, /alloc_space cum\s+4096B\/op\s+8192B\/op\s+▼ -4096B\/op\s+-50\.00%/);
  assert.match(said, /Called by/);
  assert.match(said, /Compared with what stood here in the baseline/);
  await code.screenshot('compare hover dark');
  await editor.dismissHover();
});

test('hot lines are the largest differences, and the walk leads along them', async () => {
  await code.until('the largest differences', async () => {
    const [head = '', first = '', second = ''] = await hotLines.texts();
    assert.equal(head, 'In this workspace by the change of cost caused here');
    assert.match(first, /^join\.go:10 ▼ -4096B\/op +[\d.]+% /);
    assert.match(second, /^join\.go:12 ▲ \+2048B\/op /);
    return true;
  });
  await code.run('Linecost: Go to Next Hot Line');
  await code.until('the cursor', async () => (await code.editor(CODE).cursorLine()) === 10);
});

test('the options change what percentages refer to, and scale the profile', async () => {
  await code.statusBar.click(/BenchmarkJoin vs/);
  await code.quickInput.untilAsked('Compared with BenchmarkJoin');
  await code.screenshot('compare options dark');
  await code.quickInput.pick(/Of the difference/);
  await code.statusBar.untilShown(/BenchmarkJoin vs .* · per operation · base/);
  await untilColumns('1024', /^\.$/);
  await code.run('Linecost: Comparison Options…');
  await code.quickInput.pick(/Normalize/);
  await code.statusBar.untilShown(/ · base · normalized/);
  await untilColumns('1024', /^\+[\d.]+B\/op$/);
  await code.run('Linecost: Comparison Options…');
  await code.quickInput.pick(/Normalize/);
  await untilColumns('1024', /^\.$/);
  await code.run('Linecost: Comparison Options…');
  await code.quickInput.pick(/Of the baseline/);
  await code.until('the usual options', async () => !(await code.statusBar.item(/ · base/).isVisible()));
});

test('light and high contrast', async () => {
  for (const theme of ['light', 'hcDark', 'hcLight'] as const) {
    await code.useTheme(theme);
    const editor = await untilColumns('4096', /^-/);
    const [grown, shrunk] = [await colorOf(editor, '2048'), await colorOf(editor, '4096')];
    assert.ok(grown[0] - grown[2] > 80 && shrunk[2] - shrunk[0] > 80, `${theme}: ${grown.join()} ${shrunk.join()}`);
    await code.screenshot(`compare ${theme}`);
  }
  await code.useTheme('dark');
});

test('a reload brings the comparison back', async () => {
  await untilColumns('4096', /^-/);
  await untilKept(code, 'linecost.linecost', 'linecost.baseline');
  await untilKept(code, 'memento/workbench.parts.editor', CODE);
  await code.reload();
  await code.statusBar.untilShown(/BenchmarkJoin vs .*\d\d:\d\d/);
  await untilColumns('4096', /^-4096B\/op$/);
  await untilColumns('512', /^\.$/);
});

test('another benchmark is compared only when asked, with any capture of its kind', async () => {
  await measure('BenchmarkTwice');
  await code.statusBar.untilShown(/baseline BenchmarkJoin/);
  await untilColumns('1024', /^200kB$/);
  await code.run('Linecost: Compare with…');
  await code.quickInput.untilAsked('Compare BenchmarkTwice with');
  const items = await code.quickInput.items();
  assert.deepEqual(items.map(({ label }) => label).slice(0, 2), ['BenchmarkJoin', 'BenchmarkJoin']);
  assert.match(items[0]!.description, /\d\d:\d\d.* · memory · [\d.]+[kM]B alloc_space/);
  assert.match(items[0]!.detail, /ns\/op/);
  await code.screenshot('compare with dark');
  // The newest: after the change.
  await code.quickInput.pick('BenchmarkJoin');
  await code.statusBar.untilShown(/BenchmarkTwice vs BenchmarkJoin .* · per operation/);
  await untilColumns('4096', /^\+4096B\/op$/);
});

/** Compares what is active with another profile, by name. */
async function compareWith(name: string): Promise<void> {
  await code.run('Linecost: Compare with…');
  await code.quickInput.untilAsked('Compare BenchmarkTwice with');
  await code.quickInput.pick(name);
}

/** Opens a profile file from the explorer. */
async function openProfile(name: string): Promise<void> {
  await code.run('View: Show Explorer');
  await code.explorer.click(name);
  await code.statusBar.untilShown(new RegExp(`${escape(name)} · alloc_space`));
  await code.run('Linecost: Focus on Profiles View');
}

async function closeProfile(name: string): Promise<void> {
  const tab = code.page.locator('.tab').filter({ hasText: name });
  await tab.click();
  await code.run('View: Close Editor');
  await tab.waitFor({ state: 'detached' });
}

const escape = (text: string) => text.replaceAll('.', '\\.');

test('a profile file is not compared with a baseline that it has nothing to do with', async () => {
  await openProfile(OTHER);
  await code.statusBar.untilShown(/baseline BenchmarkJoin/);
  assert.ok(!(await code.notifications.texts()).some((text) => text.includes('cannot be compared')));
});

test('a baseline that has nothing in common is refused, and what is shown stays', async () => {
  await profiles.click(profiles.capture('BenchmarkTwice'));
  await code.statusBar.untilShown(/BenchmarkTwice · alloc_space/);
  await compareWith(OTHER);
  await code.notifications.untilShown(/BenchmarkTwice cannot be compared with other\.pb\.gz: .*nothing in common/);
  await code.screenshot('compare refused dark');
  await closeProfile(OTHER);
  await code.statusBar.untilShown(/BenchmarkTwice vs BenchmarkJoin/);
  await untilColumns('4096', /^\+4096B\/op$/);
});

test('a profile file stays the baseline when it is closed, also over a reload', async () => {
  await openProfile(EARLIER);
  await profiles.click(profiles.capture('BenchmarkTwice'));
  await code.statusBar.untilShown(/BenchmarkTwice · alloc_space/);
  await compareWith(EARLIER);
  await code.statusBar.untilShown(/BenchmarkTwice vs earlier\.pb\.gz/);
  await closeProfile(EARLIER);
  await profiles.untilShown(/earlier\.pb\.gz.*baseline, file /s);
  await untilColumns('2048', /^\+/);
  await untilKept(code, 'linecost.linecost', `${EARLIER}","mode`);
  await code.reload();
  await code.statusBar.untilShown(/BenchmarkTwice vs earlier\.pb\.gz/);
  await untilColumns('2048', /^\+/);
});

test('a deleted baseline is one no more, and profiles are shown as they are', async () => {
  await code.run('Linecost: Focus on Profiles View');
  await compareWith('BenchmarkJoin');
  await code.statusBar.untilShown(/BenchmarkTwice vs BenchmarkJoin/);
  await untilColumns('4096', /^\+4096B\/op$/);
  await profiles.menu(profiles.capture('BenchmarkJoin', 'baseline'), 'Delete');
  await code.pressInDialog('Delete');
  await untilColumns('4096', /^800kB$/);
  await code.until('no comparison', async () => !(await code.statusBar.item(/ vs /).isVisible()));
});

test('clear takes the comparison away', async () => {
  await compareWith('BenchmarkJoin');
  await code.statusBar.untilShown(/BenchmarkTwice vs BenchmarkJoin/);
  await untilColumns('2048', /^\+4096B\/op$|^\+2048B\/op$/);
  await code.run('Linecost: Clear Baseline');
  const editor = await untilColumns('2048', /^400kB$/);
  assert.ok([...(await shownColumns(editor)).values()].every(({ flat, cum }) => !/[+-]/.test(flat + cum)));
  await code.until('no comparison', async () => !(await code.statusBar.item(/ vs |baseline/).isVisible()));
});
