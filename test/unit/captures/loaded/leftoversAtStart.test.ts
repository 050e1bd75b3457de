import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { makeTempDir } from '../../../../src/go/processes/tempDir';
import { removeLeftoversAtStart } from '../../../../src/captures/loaded/leftoversAtStart';
import { until } from '../../../shared/until';

test('a new window removes the temporary folder of a window that was closed during a run, without another run', async () => {
  const before = process.env['TMPDIR'];
  const root = mkdtempSync(join(tmpdir(), 'leftovers-test-'));
  process.env['TMPDIR'] = root;
  try {
    const inUse = await makeTempDir();
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    const left = join(root, basename(inUse.path).replace(`-${process.pid}-`, `-${ended}-`));
    mkdirSync(left);
    writeFileSync(join(left, 'sample.test'), 'x');
    const looking = removeLeftoversAtStart(join(root, 'no-worktrees'));
    await until(() => !existsSync(left));
    looking.dispose();
    assert.ok(existsSync(inUse.path));
    await inUse.remove();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(root, { recursive: true, force: true });
  }
});
