import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { descendants, endTree, isAlive } from './processTree.mjs';

const CHILD_WITH_CHILD = `
  const { spawn } = require('node:child_process');
  const ignoresSigterm = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')";
  spawn(process.execPath, ['-e', ignoresSigterm], { stdio: 'inherit' });
  setInterval(() => {}, 1000);
`;

test('ending a process ends its children, even if they ignore SIGTERM', async (t) => {
  if (process.platform === 'win32') {
    t.skip('Windows has no SIGTERM; endTree runs taskkill instead');
    return;
  }
  const child = spawn(process.execPath, ['-e', CHILD_WITH_CHILD], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const [grandchild = 0] = descendants(child.pid ?? 0);
  assert.ok(isAlive(grandchild));
  await endTree(child, 200);
  assert.equal(isAlive(grandchild), false);
});
