import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { buildSync } from 'esbuild';
import { repoRoot } from '../../host/paths.mjs';

test('a full disk gives a message without a stack, and exit code 1', { skip: process.platform !== 'linux' }, (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'linecost-main-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [bundle, results] = ['report.cjs', 'results.txt'].map((name) => path.join(folder, name));
  const entryPoints = [path.join(repoRoot, 'src', 'cli', 'main.ts')];
  buildSync({ entryPoints, outfile: bundle, bundle: true, platform: 'node', format: 'cjs', external: ['./pprofCommand'] });
  writeFileSync(results!, 'BenchmarkA 1 5 ns/op\n');
  const outputTo = (stdout: number | 'pipe') =>
    spawnSync(process.execPath, [bundle!, 'benchstat', results!], { stdio: ['ignore', stdout, 'pipe'], encoding: 'utf8' });
  assert.match(outputTo('pipe').stdout, /^A {2,}5\.000n/m);
  const { status, stderr } = outputTo(openSync('/dev/full', 'w'));
  assert.equal(status, 1);
  assert.match(stderr, /^The output could not be written: ENOSPC: .*\n$/);
});
