import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { findDesktopCode } from './desktop.mjs';

const onLinux = { skip: process.platform !== 'linux' };
let folder: string;
let desktopEnv: NodeJS.ProcessEnv;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linecost-desktop-'));
  await writeFile(path.join(folder, 'code'), '#!/bin/sh\n');
  await chmod(path.join(folder, 'code'), 0o755);
  desktopEnv = { PATH: folder, DISPLAY: ':0' };
});
after(() => rm(folder, { recursive: true }));

test('with a display, the `code` command on PATH is found', onLinux, () => {
  assert.equal(findDesktopCode(desktopEnv), path.join(folder, 'code'));
});

test('without a display, no desktop VS Code is found', onLinux, () => {
  assert.equal(findDesktopCode({ PATH: folder }), undefined);
});

test('the `code` command of a remote terminal or of WSL is ignored', onLinux, () => {
  assert.equal(findDesktopCode({ ...desktopEnv, VSCODE_IPC_HOOK_CLI: '/tmp/socket' }), undefined);
  assert.equal(findDesktopCode({ ...desktopEnv, WSL_DISTRO_NAME: 'Debian' }), undefined);
});
