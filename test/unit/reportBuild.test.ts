import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../host/paths.mjs';

const COPIED = ['esbuild.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json', 'media/bundles', 'media/notices', 'media/readme', 'src'];

test('the bundles of `npm run report` are built again after a change of a source or of a bundle, and only then', (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'linecost-build-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const name of COPIED) cpSync(path.join(repoRoot, name), path.join(root, name), { recursive: true });
  symlinkSync(path.join(repoRoot, 'node_modules'), path.join(root, 'node_modules'), 'dir');
  const bundle = path.join(root, 'dist', 'linecost.js');
  const main = path.join(root, 'src', 'cli', 'main.ts');
  const build = (): string => {
    execFileSync(process.execPath, [path.join(root, 'esbuild.config.mjs'), 'report']);
    return readFileSync(bundle, 'utf8');
  };
  const first = build();
  assert.match(first, /^#!\/usr\/bin\/env node\n/, 'the npm package runs this file as a command');
  writeFileSync(bundle, 'not a bundle');
  assert.equal(build(), first);

  writeFileSync(main, `${readFileSync(main, 'utf8')}\nconsole.log('a new line');\n`);
  assert.match(build(), /a new line/);

  // esbuild is not loaded if nothing has changed, so that even a build without it succeeds.
  rmSync(path.join(root, 'node_modules'));
  assert.match(build(), /a new line/);
});
