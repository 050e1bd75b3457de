import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { nodeFileSystem } from '../../../../src/sources/disk/fileSystem';
import { FolderCache } from '../../../../src/sources/disk/folderCache';
import { pathStyleOf } from '../../../../src/sources/disk/pathStyle';
import { fakeFileSystem } from '../../../shared/fakeFileSystem';

let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'linecost-fs-'));
  await mkdir(join(root, 'folder'));
  await writeFile(join(root, 'x.go'), 'package x');
  await symlink(join(root, 'folder'), join(root, 'link'), 'junction');
  await writeFile(join(root, 'large.mod'), Buffer.alloc(5 << 20));
});
after(() => rm(root, { recursive: true, force: true }));

test('files, folders and links are distinguished, and a missing entry is not an error', async () => {
  const fs = nodeFileSystem();
  const entries = await fs.list(root);
  assert.deepEqual(
    [...(entries as ReadonlyMap<string, string>)].sort(),
    [['folder', 'folder'], ['large.mod', 'file'], ['link', 'link'], ['x.go', 'file']],
  );
  assert.equal(await fs.kind(join(root, 'link')), 'folder');
  assert.equal(await fs.read(join(root, 'x.go')), 'package x');
  for (const path of [join(root, 'none'), join(root, 'x.go', 'below'), 'a\0b', '']) {
    assert.equal(await fs.kind(path), undefined, path);
    assert.equal(await fs.list(path), 'missing', path);
    assert.equal(await fs.read(path), undefined, path);
    assert.equal(await fs.realpath(path), undefined, path);
  }
});

test('a go.mod of many megabytes is not read', async () => {
  assert.equal(await nodeFileSystem().read(join(root, 'large.mod')), undefined);
});

test('a folder without read permission is reported as unreadable', { skip: process.getuid?.() === 0 }, async () => {
  await chmod(join(root, 'folder'), 0o300);
  assert.equal(await nodeFileSystem().list(join(root, 'folder')), 'unreadable');
});

test('files in a folder that cannot be listed are looked up one by one', async () => {
  const fs = fakeFileSystem('linux', { files: { '/closed/x.go': '' } });
  const folders = new FolderCache({ ...fs, list: async () => 'unreadable' }, pathStyleOf('linux'));
  assert.equal(await folders.file('/closed/x.go'), '/closed/x.go');
  assert.equal(await folders.file('/closed/y.go'), undefined);
});
