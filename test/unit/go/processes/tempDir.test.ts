import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeTempDir, removeLeftovers, type TempDir } from '../../../../src/go/processes/tempDir';

async function inRoot(body: (root: string) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'tempDir-test-'));
  try {
    await body(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The name of a temporary folder that process `pid` would have made. */
async function nameFor(root: string, pid: number): Promise<string> {
  const folder = await makeTempDir(root);
  await folder.remove();
  return basename(folder.path).replace(`-${process.pid}-`, `-${pid}-`);
}

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

test('removes the folder with its files', () =>
  inRoot(async (root) => {
    const folder = await makeTempDir(root);
    writeFileSync(join(folder.path, 'x'), 'x');
    await folder.remove();
    assert.deepEqual(readdirSync(root), []);
  }));

test('folders that are made at the same time stay', () =>
  inRoot(async (root) => {
    const made: Promise<TempDir>[] = [];
    for (let i = 0; i < 60; i++) {
      made.push(makeTempDir(root));
      await setImmediate();
    }
    const folders = await Promise.all(made);
    assert.deepEqual(readdirSync(root).sort(), folders.map(({ path }) => basename(path)).sort());
    await Promise.all(folders.map((folder) => folder.remove()));
  }));

test('removes folders that are read-only', () =>
  inRoot(async (root) => {
    const { path: folder, remove } = await makeTempDir(root);
    mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    writeFileSync(join(folder, 'a', 'b', 'x'), 'x');
    chmodSync(join(folder, 'a', 'b'), 0o500);
    chmodSync(join(folder, 'a'), 0o500);
    await remove();
    assert.deepEqual(readdirSync(root), []);
  }));

test('removes the folders of crashed processes, and nothing else', () =>
  inRoot(async (root) => {
    const crashed = await nameFor(root, deadPid());
    const running = await nameFor(root, process.ppid);
    const sameId = await nameFor(root, process.pid);
    const others = ['linecost-notes', `linecost-00000000-${deadPid()}-abcdef`, 'go-build123'];
    for (const name of [crashed, running, sameId, ...others]) mkdirSync(join(root, name));
    const folder = await makeTempDir(root);
    assert.equal(await removeLeftovers(root), 0);
    assert.ok(existsSync(folder.path));
    await folder.remove();
    assert.deepEqual(readdirSync(root).sort(), [running, ...others].sort());
  }));

test('a folder in another place leaves a note, by which it is found when its process has ended', () =>
  inRoot((notes) =>
    inRoot(async (root) => {
      const folder = await makeTempDir(root, notes);
      assert.deepEqual(readdirSync(notes), [basename(folder.path)]);
      assert.equal(await removeLeftovers(notes), 0);
      await folder.remove();
      assert.deepEqual([readdirSync(root), readdirSync(notes)], [[], []]);
      const left = await nameFor(root, deadPid());
      const other = await nameFor(root, deadPid());
      for (const name of [left, 'mine']) mkdirSync(join(root, name));
      writeFileSync(join(notes, left), join(root, left));
      // A note for a folder of another name is none.
      writeFileSync(join(notes, other), join(root, 'mine'));
      assert.equal(await removeLeftovers(notes), 2);
      assert.deepEqual([readdirSync(root), readdirSync(notes)], [['mine'], []]);
    }),
  ));

test('the folder is removed when the process exits', () =>
  inRoot(async (root) => {
    const module = JSON.stringify(fileURLToPath(new URL('../../../../src/go/processes/tempDir.ts', import.meta.url)));
    const script = `require(${module}).makeTempDir(${JSON.stringify(root)}).then(({ path }) => {
      require('node:fs').writeFileSync(path + '/x', 'x'); console.log(path); process.exit(3); })`;
    const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', '-e', script], { encoding: 'utf8' });
    assert.equal(status, 3);
    assert.equal(basename(dirname(stdout.trim())), basename(root));
    assert.deepEqual(readdirSync(root), []);
  }));

test('removes nothing if the root does not exist', async () => {
  assert.equal(await removeLeftovers('/no/such/root'), 0);
});
