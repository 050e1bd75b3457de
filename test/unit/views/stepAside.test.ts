import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, test, type TestContext } from 'node:test';
import type { Uri, WebviewPanel } from 'vscode';
import { gzipSync } from 'node:zlib';
import { FakeUri, fakeVscode } from '../../shared/fakeVscode';
import { paperProfile } from '../../shared/paperProfile';
import { PYTHON_PROFILE } from '../../shared/pythonProfile';
import { withVscode } from '../../shared/withVscode';

const vscode = fakeVscode('/w');
withVscode(vscode.module);

beforeEach(() => {
  vscode.executed.length = 0;
  vscode.installed = [];
  vscode.closeTabs();
});

/** A click on a file of these bytes. @returns whether another editor opened, and whether the tab was closed */
async function clicked(context: TestContext, bytes: Uint8Array, { isDiff = false } = {}) {
  const { stepAside } = await import('../../../src/views/stepAside');
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-aside-'));
  context.after(() => rm(folder, { recursive: true }));
  const uri = FakeUri.file(path.join(folder, 'out.prof'));
  await writeFile(uri.fsPath, bytes);
  if (!isDiff) vscode.openTab(uri);
  let isClosed = false;
  const state = { viewType: 'linecost.profile', viewColumn: 1, active: true };
  const panel = { ...state, dispose: () => (isClosed = true) } as unknown as WebviewPanel;
  const isOther = await stepAside(uri as unknown as Uri, panel);
  const opened = vscode.executed.map(([command, , editor]) => [command, editor]);
  return { isOther, isClosed, opened };
}

const PROFILE = paperProfile({ types: 'cpu/nanoseconds', stacks: '5 | main.f /src/main.go:5' });

test('a profile of Python opens as text would, in place of the tab', async (context) => {
  const { isOther, isClosed, opened } = await clicked(context, PYTHON_PROFILE);
  assert.deepEqual([isOther, isClosed, opened], [true, true, [['vscode.openWith', 'default']]]);
});

test('another extension that has an editor for such files opens it', async (context) => {
  const selector = [{ filenamePattern: '*.prof' }];
  const editor = (viewType: string, priority: string) => ({ viewType, priority, selector });
  const customEditors = [editor('linecost.profile', 'default'), editor('a.hex', 'option'), editor('b.prof', 'default')];
  vscode.installed = [{}, { contributes: { customEditors } }];
  assert.deepEqual((await clicked(context, PYTHON_PROFILE)).opened, [['vscode.openWith', 'b.prof']]);
});

const OURS: Readonly<Record<string, Uint8Array>> = {
  'a gzipped profile': gzipSync(PROFILE),
  'a large gzipped profile': gzipSync(Buffer.concat(new Array<Uint8Array>(5000).fill(PROFILE)), { level: 0 }),
  'a profile that is not gzipped': PROFILE,
  'a profile that Go has not written yet': new Uint8Array(),
};

for (const [what, bytes] of Object.entries(OURS)) {
  test(`${what} stays`, async (context) => {
    assert.deepEqual(await clicked(context, bytes), { isOther: false, isClosed: false, opened: [] });
  });
}

test('something else that is gzipped opens elsewhere', async (context) => {
  assert.equal((await clicked(context, gzipSync(PYTHON_PROFILE))).isOther, true);
});

test('one side of a diff stays: it has no tab of its own', async (context) => {
  const left = await clicked(context, PYTHON_PROFILE, { isDiff: true });
  assert.deepEqual(left, { isOther: false, isClosed: false, opened: [] });
});
