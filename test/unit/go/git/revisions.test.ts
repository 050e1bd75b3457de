import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openRepository } from '../../../../src/go/git/gitCommand';
import { findRevision, isShallow, offeredRevisions } from '../../../../src/go/git/revisions';
import { GitRepository } from '../../../shared/gitRepository';

const { signal } = new AbortController();

test('a branch, a tag, a short hash and HEAD~1 name commits, and invalid text does not', async (context) => {
  const repository = new GitRepository(context);
  const { top: cwd, env } = repository;
  const first = repository.commit('first');
  repository.git('tag', '-m', 'annotated', 'v1');
  const second = repository.commit('second <b>[x](y)</b>');
  const find = async (text: string) => (await findRevision({ cwd, env, signal }, text))?.hash;
  for (const text of ['v1', 'HEAD~1', first, first.slice(0, 8), ' main~1 ']) assert.equal(await find(text), first, text);
  assert.equal(await find('main'), second);
  const written = join(cwd, 'written');
  const invalid = ['', ' ', 'nothing', '-h', '--help', `--output=${written}`, 'v1..main', 'v1\nmain', 'main\0', '$(id)', 'v1:a.go'];
  for (const text of invalid) assert.equal(await find(text), undefined, text);
  assert.equal(existsSync(written), false);
  const revision = await findRevision({ cwd, env, signal }, 'HEAD');
  const { subject, abbreviated } = revision!;
  assert.deepEqual([subject, abbreviated], ['second <b>[x](y)</b>', second.slice(0, abbreviated.length)]);
  assert.ok(Math.abs(revision!.committedAt - Date.now()) < 60_000);
});

test('HEAD, the merge base with the default branch, tags of commits and earlier commits are offered', async (context) => {
  const repository = new GitRepository(context);
  const { top: cwd, env } = repository;
  const first = repository.commit('first');
  repository.git('tag', 'v1');
  repository.git('tag', 'tree', 'HEAD^{tree}');
  const second = repository.commit('second');
  repository.git('tag', '-m', 'annotated', 'v2');
  repository.git('checkout', '-q', '-b', 'work');
  const third = repository.commit('third');
  const offered = await offeredRevisions({ cwd, env, signal });
  const rows = offered.map(({ kind, name, hash, subject }) => [kind, name, hash, subject]);
  assert.deepEqual(rows.filter(([kind]) => kind !== 'tag'), [
    ['head', 'HEAD', third, 'third'],
    ['mergeBase', 'merge base with main', second, 'second'],
    ['commit', '', second, 'second'],
    ['commit', '', first, 'first'],
  ]);
  assert.deepEqual(rows.filter(([kind]) => kind === 'tag').sort(), [
    ['tag', 'v1', first, 'first'],
    ['tag', 'v2', second, 'second'],
  ]);
});

test('a repository without commits offers no revisions; a folder outside of a repository, or a missing git, is an error', async (context) => {
  const repository = new GitRepository(context);
  const { top: cwd, env, temp } = repository;
  assert.deepEqual(await offeredRevisions({ cwd, env, signal }), []);
  await assert.rejects(openRepository({ cwd: temp, env, signal }), /^CaptureError: There are no revisions of .*: it is not in a git repository\.$/);
  await assert.rejects(openRepository({ cwd, env: { PATH: temp }, signal }), /git was not found: install it/);
});

test('a package in a subfolder has its path in the repository, and variables such as GIT_DIR are ignored', async (context) => {
  const repository = new GitRepository(context);
  const otherRepository = new GitRepository(context);
  repository.write('sub/pkg/a.go', 'package a\n');
  const cwd = join(repository.top, 'sub', 'pkg');
  const env = { ...repository.env, GIT_DIR: join(otherRepository.top, '.git'), GIT_WORK_TREE: otherRepository.top };
  const opened = await openRepository({ cwd, env, signal });
  assert.deepEqual([opened.top, opened.inside, opened.commonDir], [repository.top, join('sub', 'pkg'), join(repository.top, '.git')]);
});

test('the error for a repository of another user says how to allow it', async (context) => {
  const repository = new GitRepository(context);
  const { top: cwd } = repository;
  const env = { ...repository.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1', LC_ALL: 'de_DE.UTF-8' };
  await assert.rejects(openRepository({ cwd, env, signal }), (error: Error) => {
    const words = 'git does not read a repository that belongs to another user';
    const advice = `if you trust it, allow it with: git config --global --add safe.directory ${cwd}`;
    assert.equal(error.message, `There are no revisions of ${cwd}: ${words}; ${advice}.`);
    return true;
  });
});

test('a shallow clone is recognized', async (context) => {
  const repository = new GitRepository(context);
  const { top: cwd, env, root } = repository;
  repository.commit('first');
  repository.commit('second');
  const clone = join(root, 'clone');
  repository.git('clone', '-q', '--depth', '1', `file://${cwd}`, clone);
  assert.equal(await isShallow({ cwd, env, signal }), false);
  assert.equal(await isShallow({ cwd: clone, env, signal }), true);
});
