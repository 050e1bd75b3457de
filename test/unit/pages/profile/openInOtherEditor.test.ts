import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, test, type TestContext } from 'node:test';
import type { Uri, WebviewPanel } from 'vscode';
import { gzipSync } from 'node:zlib';
import { FakeUri, fakeVscode } from '../../../shared/fakeVscode';
import { profileFromText } from '../../../shared/profileFromText';
import { PYTHON_PROFILE } from '../../../shared/pythonProfile';
import { withVscode } from '../../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

beforeEach(() => {
  vscode.executed.length = 0;
  vscode.installed = [];
  vscode.closeTabs();
});

/**
 * Opens a file with these bytes in Linecost's editor.
 * @returns the result of `openInOtherEditor`, whether the tab was closed, and the commands that opened an editor
 */
async function openInLinecost(context: TestContext, bytes: Uint8Array, { isDiff = false } = {}) {
  const { openInOtherEditor } = await import('../../../../src/pages/profile/openInOtherEditor');
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-editor-'));
  context.after(() => rm(folder, { recursive: true }));
  const uri = FakeUri.file(path.join(folder, 'out.prof'));
  await writeFile(uri.fsPath, bytes);
  if (!isDiff) vscode.openTab(uri);
  let isClosed = false;
  const state = { viewType: 'linecost.profile', viewColumn: 1, active: true };
  const panel = { ...state, dispose: () => (isClosed = true) } as unknown as WebviewPanel;
  const isOpenedInOther = await openInOtherEditor(uri as unknown as Uri, panel);
  const opened = vscode.executed.map(([command, , editor]) => [command, editor]);
  return { isOpenedInOther, isClosed, opened };
}

const PROFILE = profileFromText({ types: 'cpu/nanoseconds', stacks: '5 | main.f /src/main.go:5' });

test("a Python profile opens in the default editor instead of Linecost's tab", async (context) => {
  const { isOpenedInOther, isClosed, opened } = await openInLinecost(context, PYTHON_PROFILE);
  assert.deepEqual([isOpenedInOther, isClosed, opened], [true, true, [['vscode.openWith', 'default']]]);
});

test('a Python profile opens in another extension\'s default editor for the file type', async (context) => {
  const selector = [{ filenamePattern: '*.prof' }];
  const editor = (viewType: string, priority: string) => ({ viewType, priority, selector });
  const customEditors = [editor('linecost.profile', 'default'), editor('a.hex', 'option'), editor('b.prof', 'default')];
  vscode.installed = [{}, { contributes: { customEditors } }];
  assert.deepEqual((await openInLinecost(context, PYTHON_PROFILE)).opened, [['vscode.openWith', 'b.prof']]);
});

const PROFILES: Readonly<Record<string, Uint8Array>> = {
  'an execution trace': Buffer.from('go 1.26 trace\0\0\0rest'),
  'a Git LFS pointer, of which Linecost says what it is,': Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1\n'),
  'the output of go tool preprofile': Buffer.from('GO PREPROFILE V1\nmain.a\nmain.b\n1 2\n'),
  'a gzipped profile': gzipSync(PROFILE),
  'a large gzipped profile': gzipSync(Buffer.concat(new Array<Uint8Array>(5000).fill(PROFILE)), { level: 0 }),
  'a profile that is not gzipped': PROFILE,
  'an empty file, to which Go may still write,': new Uint8Array(),
};

for (const [file, bytes] of Object.entries(PROFILES)) {
  test(`${file} stays open in Linecost`, async (context) => {
    assert.deepEqual(await openInLinecost(context, bytes), { isOpenedInOther: false, isClosed: false, opened: [] });
  });
}

test('a gzipped file that is not a profile opens in another editor', async (context) => {
  assert.equal((await openInLinecost(context, gzipSync(PYTHON_PROFILE))).isOpenedInOther, true);
});

test('a file in a diff editor, which has no tab of its own, stays open in Linecost', async (context) => {
  const result = await openInLinecost(context, PYTHON_PROFILE, { isDiff: true });
  assert.deepEqual(result, { isOpenedInOther: false, isClosed: false, opened: [] });
});
