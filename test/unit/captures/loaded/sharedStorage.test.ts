import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { sharedStorage } from '../../../../src/captures/loaded/sharedStorage';

/** Makes a `workspaceStorage` with these folders, and returns the path of the extension's folder in each of them. */
async function storageWith(context: TestContext, ...names: readonly string[]): Promise<(name: string) => string> {
  const root = await mkdtemp(join(tmpdir(), 'linecost-storage-'));
  context.after(() => rm(root, { recursive: true, force: true }));
  const extensionFolder = (name: string): string => join(root, name, 'linecost.linecost');
  for (const name of names) await mkdir(extensionFolder(name), { recursive: true });
  return extensionFolder;
}

test('the windows of a workspace share the folder of the first window', async (context) => {
  const folderOf = await storageWith(context, '464327fd', '464327fd-1', '464327fd-2', '464327fd-1-1', 'other');
  for (const name of ['464327fd', '464327fd-1', '464327fd-2']) {
    const others = [folderOf('464327fd-1'), folderOf('464327fd-2')];
    assert.deepEqual(sharedStorage(folderOf(name)), { folder: folderOf('464327fd'), others });
  }
  assert.deepEqual(sharedStorage(folderOf('other')), { folder: folderOf('other'), others: [] });
});

test('the folder of the first window need not contain data of Linecost', async (context) => {
  const folderOf = await storageWith(context, '464327fd-1');
  await mkdir(join(folderOf('464327fd'), '..'));
  assert.deepEqual(sharedStorage(folderOf('464327fd-1')), { folder: folderOf('464327fd'), others: [folderOf('464327fd-1')] });
});

test('a workspace whose folder name only looks like that of a second window keeps its folder', async (context) => {
  const folderOf = await storageWith(context, '-76ceb84', '-7');
  for (const name of ['-76ceb84', '-7', '1700000000000-1', '464327fd-10']) {
    assert.deepEqual(sharedStorage(folderOf(name)), { folder: folderOf(name), others: [] });
  }
  assert.deepEqual(sharedStorage('globalStorage/linecost.linecost').folder, 'globalStorage/linecost.linecost');
});
