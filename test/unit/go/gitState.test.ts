import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gitStateOf, readGitState } from '../../../src/go/gitState';

const folder = mkdtempSync(join(tmpdir(), 'linecost-git-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const env = { PATH: process.env.PATH ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CEILING_DIRECTORIES: tmpdir() };
const read = (variables: Record<string, string> = {}) =>
  readGitState(folder, { ...env, ...variables }, new AbortController().signal);

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, env, encoding: 'utf8' });
}

test('the state has the commit, the branch, and whether the program differs from the commit', async () => {
  const state = async (...files: readonly string[]) => {
    const reading = await read();
    return reading && gitStateOf(reading, files.map((file) => join(folder, file)), folder);
  };
  assert.equal(await state(), undefined);
  git('init', '-q', '-b', 'main');
  assert.equal(await state(), undefined, 'no commit yet');
  writeFileSync(join(folder, 'a.go'), 'package a\n');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  const commit = git('rev-parse', 'HEAD').trim();
  assert.deepEqual(await state('a.go'), { commit, branch: 'main', isDirty: false });
  writeFileSync(join(folder, 'b.go'), 'package a\n');
  writeFileSync(join(folder, 'cpu profile.pprof'), '');
  mkdirSync(join(folder, 'new', 'ä'), { recursive: true });
  writeFileSync(join(folder, 'new', 'ä', 'c.go'), 'package c\n');
  assert.deepEqual(await state('a.go'), { commit, branch: 'main', isDirty: false }, 'none of them is in the program');
  assert.equal((await state('a.go', 'b.go'))?.isDirty, true);
  assert.equal((await state('a.go', 'new/ä/c.go'))?.isDirty, true, 'a new package');
  assert.equal((await state())?.isDirty, true, 'the program\'s files are not known');
  writeFileSync(join(folder, 'go.work'), 'go 1.26\n');
  assert.equal((await state('a.go'))?.isDirty, true, 'a file that selects code');
  rmSync(join(folder, 'go.work'));
  writeFileSync(join(folder, 'a.go'), 'package b\n');
  assert.equal((await state('a.go'))?.isDirty, true, 'a changed file');
  git('switch', '-q', '--detach');
  assert.deepEqual(await state('a.go'), { commit, isDirty: true });
});

test('variables such as GIT_DIR, which name another repository, are ignored', async (context) => {
  const other = mkdtempSync(join(tmpdir(), 'linecost-git-'));
  context.after(() => rmSync(other, { recursive: true, force: true }));
  execFileSync('git', ['init', '-q', other], { env });
  const commit = git('rev-parse', 'HEAD').trim();
  assert.equal((await read({ GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other }))?.commit, commit);
});

test('without git, or after cancelling, the state is undefined', async () => {
  assert.equal(await read({ PATH: folder }), undefined);
  assert.equal(await readGitState(folder, env, AbortSignal.abort()), undefined);
});
