import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Session, VsCode } from './driver/index';
import { SideView } from './driver/sideView';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

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

// First allocates twice, much and more.
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
let profiles: SideView;
let hotLines: SideView;

before(async () => {
  session = await startScene({
    files: FILES,
    file: FILE,
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
  await clickLens(session, FILE, name);
  await untilProfiled(code, name);
}

async function untilCursor(file: string, text: string): Promise<void> {
  const line = await lineOf(session, file, text);
  await code.until(`the cursor on ${text}`, async () => (await code.editor(file).cursorLine()) === line);
}

test('before anything was measured, the views say what will be there', async () => {
  await code.run('Linecost: Focus on Profiles View');
  await code.page.getByText('What you measure is kept here.').waitFor();
  await code.page.getByText('The heaviest lines of the active profile appear here.').waitFor();
  await code.screenshot('views empty dark');
});

test('captures are listed with their time, result, kinds and totals, the active one open', async () => {
  await measure('BenchmarkFirst');
  await measure('BenchmarkSecond');
  await code.until('two captures', async () => (await profiles.texts()).filter((text) => /^Benchmark/.test(text)).length === 2);
  const texts = await profiles.texts();
  assert.match(texts[0]!, /^BenchmarkSecond [\d.]+ ns\/op, .*\d\d:\d\d/);
  assert.match(texts[1]!, /^memory [\d.]+kB alloc_space/);
  assert.match(texts[2]!, /^block \S+ delay/);
  assert.match(texts[3]!, /^BenchmarkFirst .* ns\/op, /);
  await code.screenshot('views captures dark');
});

test('a click brings an earlier capture back, with its columns', async () => {
  await profiles.click('BenchmarkFirst');
  await code.statusBar.untilShown(/BenchmarkFirst · alloc_space/);
  const line = await lineOf(session, 'views.go', 'make([]byte, 3000)');
  const editor = await code.open('views.go', line);
  await code.until('columns', async () => /kB$/.test((await columnsOf(editor, line))?.flat ?? ''));
});

test('the heaviest lines are listed, a click and two commands lead to them', async () => {
  await code.until('hot lines', async () => {
    const [first, second] = await hotLines.texts();
    return /^views\.go:8 .*kB .*% views\.First$/.test(first ?? '') && /^views\.go:7 /.test(second ?? '');
  });
  await code.screenshot('views hot lines dark');
  await hotLines.click('views.go:7');
  await untilCursor('views.go', 'make([]byte, 1000)');
  await code.run('Linecost: Go to Previous Hot Line');
  await untilCursor('views.go', 'make([]byte, 3000)');
  await code.editor('views.go').focus();
  await code.page.keyboard.press('Alt+F9');
  await untilCursor('views.go', 'make([]byte, 1000)');
});

test('the list can be sorted by cum, and show the lines of all files', async () => {
  await hotLines.press('Sort Hot Lines by Cum');
  await hotLines.untilShown(/views_test\.go:7/);
  await hotLines.press('Show Hot Lines of All Files');
  await hotLines.untilShown(/benchmark\.go:\d+/);
  await hotLines.press('Show Hot Lines of the Workspace Only');
  await hotLines.press('Sort Hot Lines by Flat');
  await code.until('lines of the workspace', async () => (await hotLines.texts())[0]?.startsWith('views.go:8'));
});

test('a capture can be renamed and exported, and pprof reads what was exported', async () => {
  await profiles.menu('BenchmarkFirst', 'Rename…');
  await code.quickInput.untilAsked('Rename BenchmarkFirst');
  await code.quickInput.type('before the change');
  await code.quickInput.accept();
  await profiles.untilShown('before the change');
  await code.statusBar.untilShown(/before the change · alloc_space/);
  await profiles.menu(/^\s*memory.*alloc_space/s, 'Export…');
  await code.quickInput.untilAsked('Export before the change memory');
  await code.quickInput.pick('pprof');
  const file = path.join(session.workspace, 'before-the-change-memory.pb.gz');
  await code.until('a name for it', async () => (await code.quickInput.value()) === file);
  await code.quickInput.widget.locator('.quick-input-action .monaco-button').first().click();
  await code.quickInput.widget.waitFor({ state: 'hidden' });
  const top = await code.until('an exported profile', async () =>
    execFileSync('go', ['tool', 'pprof', '-top', '-sample_index=alloc_space', file], { encoding: 'utf8', stdio: 'pipe' }));
  assert.match(top, /example\.com\/views\.First/);
});

test('a deleted capture is gone from list, status bar and disk', async () => {
  await profiles.menu('before the change', 'Delete');
  await code.pressInDialog('Delete');
  await code.until('one capture', async () => !(await profiles.texts()).some((text) => text.includes('before the change')));
  await code.until('no profile', async () => !(await code.statusBar.item('before the change').isVisible()));
  await profiles.click('BenchmarkSecond');
  await code.statusBar.untilShown(/BenchmarkSecond · alloc_space/);
});
