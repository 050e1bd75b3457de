import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { removeLeftovers, withTempDir } from '../../../../src/capture/processes/tempDir';

async function inRoot(body: (root: string) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'tempDir-test-'));
  try {
    await body(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The name that a run of process `pid` would have given its folder. */
async function nameFor(root: string, pid: number): Promise<string> {
  const own = await withTempDir(async (folder) => basename(folder), root);
  return own.replace(`-${process.pid}-`, `-${pid}-`);
}

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

test('removes the folder after the work, also when that fails', () =>
  inRoot(async (root) => {
    const fill = (folder: string) => writeFileSync(join(folder, 'x'), 'x');
    assert.equal(await withTempDir(async (folder) => (fill(folder), 7), root), 7);
    await assert.rejects(
      withTempDir(async (folder) => {
        fill(folder);
        throw new Error('work failed');
      }, root),
      /work failed/,
    );
    assert.deepEqual(readdirSync(root), []);
  }));

test('removes folders that are read-only', () =>
  inRoot(async (root) => {
    await withTempDir(async (folder) => {
      mkdirSync(join(folder, 'a', 'b'), { recursive: true });
      writeFileSync(join(folder, 'a', 'b', 'x'), 'x');
      chmodSync(join(folder, 'a', 'b'), 0o500);
      chmodSync(join(folder, 'a'), 0o500);
    }, root);
    assert.deepEqual(readdirSync(root), []);
  }));

test('removes what crashed runs left, and nothing else', () =>
  inRoot(async (root) => {
    const crashed = await nameFor(root, deadPid());
    const running = await nameFor(root, process.ppid);
    const own = await nameFor(root, process.pid);
    const others = ['linecost-notes', `linecost-00000000-${deadPid()}-abcdef`, 'go-build123'];
    for (const name of [crashed, running, own, ...others]) mkdirSync(join(root, name));
    await withTempDir(async (folder) => {
      assert.equal(await removeLeftovers(root), 0);
      assert.ok(existsSync(folder));
    }, root);
    assert.deepEqual(readdirSync(root).sort(), [running, ...others].sort());
  }));

test('has nothing to remove where there is no such root', async () => {
  assert.equal(await removeLeftovers('/no/such/root'), 0);
});
