import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openRepository } from '../../../../src/go/git/gitCommand';
import { findRevision } from '../../../../src/go/git/revisions';
import { noteTree, removeNotedWorktrees } from '../../../../src/go/git/leftWorktrees';
import { RevisionTree } from '../../../../src/go/git/revisionWorktree';
import { makeTempDir } from '../../../../src/go/processes/tempDir';
import { GitRepository } from '../../../shared/gitRepository';

/** A repository of two commits of `a.go`, whose working tree, index and stash have further changes. */
function busyRepository(context: Pick<TestContext, 'after'>) {
  const repository = new GitRepository(context);
  repository.write('sub/a.go', 'package a // 1\n');
  repository.write('.gitignore', 'ignored\n');
  const first = repository.commit('first');
  repository.write('sub/a.go', 'package a // 2\n');
  repository.commit('second');
  repository.write('sub/a.go', 'package a // stashed\n');
  repository.git('stash', '-q');
  repository.write('sub/a.go', 'package a // staged\n');
  repository.git('add', '.');
  repository.write('sub/a.go', 'package a // edited\n');
  repository.write('new.go', 'package a\n');
  repository.write('ignored', '');
  return { repository, first };
}

/** The folder of the notes, each of which records a worktree in use. */
const notesOf = ({ root }: GitRepository) => join(root, 'storage', 'worktrees');

async function treeOf(repository: GitRepository, text: string, signal = new AbortController().signal) {
  const { top, env, temp } = repository;
  const notes = notesOf(repository);
  const opened = await openRepository({ cwd: top, env, signal: new AbortController().signal });
  const revision = await findRevision(opened.place, text);
  return RevisionTree.add({ ...opened, place: { ...opened.place, signal } }, revision!, { root: temp, notes });
}

/** The name that an ended process would have given its temporary folder. */
async function deadName(temp: string): Promise<string> {
  const folder = await makeTempDir(temp);
  await folder.remove();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  return basename(folder.path).replace(`-${process.pid}-`, `-${pid}-`);
}

test('a worktree has the files of its revision, runs no hook, and leaves the repository unchanged', async (context) => {
  const { repository, first } = busyRepository(context);
  const { top, temp } = repository;
  const hookLog = join(repository.root, 'ran');
  mkdirSync(join(top, '.git', 'hooks'), { recursive: true });
  for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change']) {
    writeFileSync(join(top, '.git', 'hooks', hook), `#!/bin/sh\necho ${hook} >> '${hookLog}'\n`);
    chmodSync(join(top, '.git', 'hooks', hook), 0o755);
  }
  const before = repository.state();
  rmSync(hookLog, { force: true });
  const tree = await treeOf(repository, first);
  assert.equal(readFileSync(join(tree.folderOf('sub'), 'a.go'), 'utf8'), 'package a // 1\n');
  assert.equal(existsSync(join(tree.folder, 'new.go')), false);
  // A program may leave files behind.
  writeFileSync(join(tree.folder, 'left'), '');
  await tree.remove();
  assert.equal(existsSync(hookLog), false, 'no hook ran');
  assert.deepEqual(repository.state(), before);
  assert.deepEqual(readdirSync(temp), []);
  assert.equal(existsSync(join(top, '.git', 'worktrees')), false);
  assert.deepEqual(readdirSync(notesOf(repository)), []);
});

test('a later window removes the noted worktrees of killed processes without running git, and no other folders', async (context) => {
  const { repository, first } = busyRepository(context);
  const { top, temp } = repository;
  const before = repository.state();
  const used = await treeOf(repository, first);
  const names = [await deadName(temp), await deadName(temp), await deadName(temp)];
  const [complete, notBegun, removed] = names as [string, string, string];
  const commonDir = join(top, '.git');
  for (const name of names) await noteTree(notesOf(repository), { folder: join(temp, name), commonDir });
  repository.git('worktree', 'add', '-q', '--detach', '--lock', join(temp, complete), first);
  // One process was killed before git began, and one after it had removed the folder.
  mkdirSync(join(temp, notBegun));
  mkdirSync(join(commonDir, 'worktrees', removed));
  // One note is incomplete, and one names a folder of the user.
  writeFileSync(join(notesOf(repository), 'incomplete'), '{"folder":');
  mkdirSync(join(commonDir, 'worktrees', 'user-folder'));
  await noteTree(notesOf(repository), { folder: join(repository.root, 'user-folder'), commonDir });
  mkdirSync(join(repository.root, 'user-folder'));
  await removeNotedWorktrees(notesOf(repository));
  assert.deepEqual(readdirSync(temp), [basename(used.folder)]);
  assert.deepEqual(readdirSync(notesOf(repository)), [basename(used.folder)]);
  assert.deepEqual(readdirSync(join(commonDir, 'worktrees')).sort(), [basename(used.folder), 'user-folder'].sort());
  assert.ok(existsSync(join(repository.root, 'user-folder')));
  rmSync(join(commonDir, 'worktrees', 'user-folder'), { recursive: true });
  await used.remove();
  assert.deepEqual([repository.state(), readdirSync(temp)], [before, []]);
});

test('a missing folder of notes causes no error', async (context) => {
  const { root } = new GitRepository(context);
  await removeNotedWorktrees(join(root, 'none'));
});

test('a cancelled or failed checkout leaves no files', async (context) => {
  const { repository, first } = busyRepository(context);
  const { top, temp } = repository;
  const slow = join(repository.root, 'slow');
  writeFileSync(slow, `#!/bin/sh\ntouch '${repository.root}/begun'\nsleep 5\ncat\n`);
  chmodSync(slow, 0o755);
  repository.git('config', 'filter.slow.smudge', slow);
  repository.git('config', 'filter.slow.clean', 'cat');
  writeFileSync(join(top, '.git', 'info', 'attributes'), '*.go filter=slow\n');
  const before = repository.state();
  const controller = new AbortController();
  const adding = treeOf(repository, first, controller.signal);
  adding.catch(() => undefined);
  while (!existsSync(join(repository.root, 'begun'))) await new Promise((resolve) => setTimeout(resolve, 10));
  controller.abort();
  await assert.rejects(adding, { name: 'AbortError' });
  assert.deepEqual([repository.state(), readdirSync(temp)], [before, []]);

  repository.git('config', 'filter.slow.smudge', 'false');
  repository.git('config', 'filter.slow.required', 'true');
  await assert.rejects(treeOf(repository, first), /^CaptureError: git cannot check out [0-9a-f]{7,}: .*smudge filter slow failed\.$/);
  assert.deepEqual([repository.state(), readdirSync(temp)], [before, []]);
});

test('adding a worktree removes the worktrees of killed processes, and no others', async (context) => {
  const { repository, first } = busyRepository(context);
  const { root, top, temp } = repository;
  repository.git('worktree', 'add', '-q', '--detach', join(root, 'own'), first);
  repository.git('worktree', 'add', '-q', '--detach', join(root, 'gone'), first);
  rmSync(join(root, 'gone'), { recursive: true });
  const before = repository.state();
  const [complete, damaged, unlocated] = [await deadName(temp), await deadName(temp), await deadName(temp)];
  for (const name of [complete, damaged]) repository.git('worktree', 'add', '-q', '--detach', '--lock', join(temp, name), first);
  rmSync(join(temp, damaged), { recursive: true });
  // This process was killed before git wrote the location of the worktree.
  mkdirSync(join(top, '.git', 'worktrees', unlocated));
  const used = await treeOf(repository, first);
  const other = await treeOf(repository, 'HEAD');
  assert.equal(existsSync(join(used.folder, 'sub', 'a.go')), true, 'a worktree in use stays');
  assert.deepEqual(readdirSync(temp).sort(), [basename(used.folder), basename(other.folder)].sort());
  await used.remove();
  await other.remove();
  assert.deepEqual([repository.state(), readdirSync(temp)], [before, []]);
  assert.deepEqual(readdirSync(join(top, '.git', 'worktrees')).sort(), ['gone', 'own']);
});

test('the error for a missing temporary folder names the folder', async (context) => {
  const { repository, first } = busyRepository(context);
  rmSync(repository.temp, { recursive: true });
  await assert.rejects(treeOf(repository, first), /needs a temporary folder, and .*temp cannot be written to \(ENOENT\): set GOTMPDIR/);
});

test('if git cannot add a worktree, the error has the reason from git', async (context) => {
  const { repository, first } = busyRepository(context);
  writeFileSync(join(repository.top, '.git', 'worktrees'), '');
  await assert.rejects(treeOf(repository, first), /^CaptureError: git cannot check out [0-9a-f]{7,}: .*worktrees/);
  assert.deepEqual(readdirSync(repository.temp), []);
});
