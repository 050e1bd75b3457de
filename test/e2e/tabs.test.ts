import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Session, VsCode } from './driver/index';
import { SideView } from './driver/sideView';
import { clickLens, startScene, untilProfiled } from './profiling';
import { untilRunKept } from './storage';

const FILE = 'tabs_test.go';
const FILES = {
  'go.mod': 'module example.com/tabs\n\ngo 1.24\n',
  [FILE]: `package tabs

import "testing"

var kept []byte

func BenchmarkFirst(b *testing.B) {
	for b.Loop() {
		kept = make([]byte, 1000)
	}
}

func BenchmarkSecond(b *testing.B) {
	for b.Loop() {
		kept = make([]byte, 2000)
	}
}
`,
};

let session: Session;
let first: VsCode;
let second: VsCode;

before(async () => {
  const settings = { 'linecost.profile.kinds': ['memory'], 'linecost.profile.benchtime': '100x' };
  session = await startScene({ files: FILES, file: FILE, settings });
  first = session.code;
});
after(() => session?.stop());

async function listOf(code: VsCode): Promise<SideView> {
  await code.run('Linecost: Focus on Profiles View');
  return new SideView(code.page, 'Profiles');
}

/** Folders that VS Code has given to the windows of the workspace. */
async function storageFolders(): Promise<string[]> {
  const names = await readdir(path.join(session.home, 'user-data', 'User', 'workspaceStorage'));
  return names.filter((name) => !name.startsWith('.')).sort();
}

async function untilListed(code: VsCode, list: SideView, ...names: readonly string[]): Promise<void> {
  const groups = async () => (await list.texts()).filter((text) => /^Benchmark/.test(text));
  await code.until(`${names} in the list`, async () => `${await groups()}` === `${names}`);
}

test('a second window on the workspace has the captures of the first', async () => {
  await clickLens(session, FILE, 'BenchmarkFirst');
  await untilRunKept(first, await untilProfiled(first, 'BenchmarkFirst'));
  const [base, ...others] = await storageFolders();
  assert.deepEqual(others, []);
  second = await first.anotherTab();
  await second.statusBar.untilShown('BenchmarkFirst');
  await untilListed(second, await listOf(second), 'BenchmarkFirst');
  // Otherwise the tab was given the same folder, and this test has shown nothing.
  assert.deepEqual(await storageFolders(), [base, `${base}-1`]);
});

test('a capture of one window is listed in the other, also under a new name', async () => {
  const lists = [await listOf(second), await listOf(first)] as const;
  await untilListed(first, lists[1], 'BenchmarkFirst');
  await clickLens(session, FILE, 'BenchmarkSecond');
  await untilProfiled(first, 'BenchmarkSecond');
  await untilListed(second, lists[0], 'BenchmarkSecond', 'BenchmarkFirst');
  await (await listOf(first)).menu(lists[1].capture('BenchmarkSecond'), 'Rename…');
  await first.quickInput.untilAsked('Rename BenchmarkSecond');
  await first.quickInput.setText('before the change');
  await first.quickInput.accept();
  await lists[0].untilShown('before the change');
  await second.screenshot('tabs two windows');
});
