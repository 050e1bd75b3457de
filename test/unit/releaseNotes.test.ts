import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../host/paths.mjs';

const SCRIPT = path.join('.github', 'releaseNotes.mjs');
const read = (file: string): string => readFileSync(path.join(repoRoot, file), 'utf8');

test('a release has the notes of the version in package.json, and no other tag is released', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const notes = execFileSync(process.execPath, [SCRIPT, `v${version}`], { cwd: repoRoot, encoding: 'utf8' });
  assert.match(notes, /^### /);
  assert.doesNotMatch(notes, /^## /m);
  assert.ok(read('CHANGELOG.md').includes(notes.trim()));
  const other = spawnSync(process.execPath, [SCRIPT, 'v0.0.1'], { cwd: repoRoot, encoding: 'utf8' });
  assert.notEqual(other.status, 0);
  assert.match(other.stderr, /The tag v0\.0\.1 is not v/);
});

test('the notes of the newest version have at most 60 lines', () => {
  const newest = read('CHANGELOG.md').split(/^## /m)[1]!;
  assert.ok(newest.trim().split('\n').length <= 60);
});

test('the npm tarball has the command line without the editor, and no sources', () => {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: repoRoot, encoding: 'utf8' });
  const [{ files }] = JSON.parse(printed) as [{ files: { path: string }[] }];
  const expected = /^(dist\/(?:linecost(?:-[\w-]+)?|re2js)\.js|dist\/THIRD_PARTY_NOTICES\.txt|LICENSE|README\.md|package\.json)$/;
  assert.deepEqual(files.map((file) => file.path).filter((file) => !expected.test(file)), []);
});
