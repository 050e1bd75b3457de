import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readGitState } from '../../../src/go/gitState';

const folder = mkdtempSync(join(tmpdir(), 'linecost-git-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const env = { PATH: process.env.PATH ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CEILING_DIRECTORIES: tmpdir() };
const read = (variables: Record<string, string> = {}) =>
  readGitState(folder, { ...env, ...variables }, new AbortController().signal);

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, env, encoding: 'utf8' });
}

test('the state has the commit, the branch, and whether a file differs from the commit', async () => {
  assert.equal(await read(), undefined);
  git('init', '-q', '-b', 'main');
  assert.equal(await read(), undefined, 'no commit yet');
  writeFileSync(join(folder, 'a.go'), 'package a\n');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  const commit = git('rev-parse', 'HEAD').trim();
  assert.deepEqual(await read(), { commit, branch: 'main', isDirty: false });
  writeFileSync(join(folder, 'b.go'), 'package a\n');
  assert.deepEqual(await read(), { commit, branch: 'main', isDirty: true });
  git('switch', '-q', '--detach');
  assert.deepEqual(await read(), { commit, isDirty: true });
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
