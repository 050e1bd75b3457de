import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { sharedStorage } from '../../../src/workbench/sharedStorage';

/** Makes a `workspaceStorage` with a folder of the extension in each of the named folders; returns their paths. */
async function storageWith(context: TestContext, ...names: readonly string[]): Promise<(name: string) => string> {
  const root = await mkdtemp(join(tmpdir(), 'linecost-storage-'));
  context.after(() => rm(root, { recursive: true, force: true }));
  const extensionFolder = (name: string): string => join(root, name, 'linecost.linecost');
  for (const name of names) await mkdir(extensionFolder(name), { recursive: true });
  return extensionFolder;
}

test('the windows of a workspace share the folder of the first window', async (context) => {
  const of = await storageWith(context, '464327fd', '464327fd-1', '464327fd-2', '464327fd-1-1', 'other');
  for (const name of ['464327fd', '464327fd-1', '464327fd-2']) {
    const others = [of('464327fd-1'), of('464327fd-2')];
    assert.deepEqual(sharedStorage(of(name)), { folder: of('464327fd'), others });
  }
  assert.deepEqual(sharedStorage(of('other')), { folder: of('other'), others: [] });
});

test('the first folder need not contain data of Linecost', async (context) => {
  const of = await storageWith(context, '464327fd-1');
  await mkdir(join(of('464327fd'), '..'));
  assert.deepEqual(sharedStorage(of('464327fd-1')), { folder: of('464327fd'), others: [of('464327fd-1')] });
});

test('a workspace whose name only looks like that of a second window keeps its folder', async (context) => {
  const of = await storageWith(context, '-76ceb84', '-7');
  for (const name of ['-76ceb84', '-7', '1700000000000-1', '464327fd-10']) {
    assert.deepEqual(sharedStorage(of(name)), { folder: of(name), others: [] });
  }
  assert.deepEqual(sharedStorage('globalStorage/linecost.linecost').folder, 'globalStorage/linecost.linecost');
});
