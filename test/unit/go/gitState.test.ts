import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { GitRepository } from '../../shared/gitRepository';
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
    if (!reading) return undefined;
    const { commit, branch, isDirty } = gitStateOf(reading, files.map((file) => join(folder, file)), folder);
    return { commit, ...(branch !== undefined && { branch }), isDirty };
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

/** The state of a program of the package in `inside` that was built from these files. */
async function stateOf(repository: GitRepository, files: Readonly<Record<string, string>>, inside = '') {
  const cwd = join(repository.top, inside);
  const reading = await readGitState(cwd, repository.env, new AbortController().signal);
  const texts = new Map(Object.entries(files).map(([file, text]) => [join(repository.top, file), text]));
  return reading && gitStateOf(reading, [...texts.keys()], cwd, texts);
}

test('the changes are those of the files of the program, also of untracked ones, and the subject is that of the commit', async (context) => {
  const repository = new GitRepository(context);
  assert.equal(await stateOf(repository, {}), undefined, 'no commit yet');
  repository.write('mod/go.mod', 'module a\n');
  repository.write('mod/a b.go', 'package a\n\nfunc A() {}\n');
  repository.write('mod/other/b.go', 'package b\n');
  repository.commit('Add A: "first"\n\nA body.');
  const program = { 'mod/a b.go': '' };
  const clean = await stateOf(repository, program, 'mod');
  assert.deepEqual([clean?.subject, clean?.isDirty, clean?.changes], ['Add A: "first"', false, []]);
  const text = 'package a\n\nfunc A() { println() }\n\nfunc B() {}\n';
  repository.write('mod/a b.go', text);
  repository.write('mod/other/b.go', 'package c\n');
  repository.write('mod/new.go', 'package a\n\nvar n int');
  repository.write('mod/pkg/ä/deep.go', 'package deep\n');
  repository.write('mod/unused.go', 'package a\n');
  const files = { 'mod/a b.go': text, 'mod/new.go': 'package a\n\nvar n int', 'mod/pkg/ä/deep.go': 'package deep\n' };
  const before = repository.state();
  const dirty = await stateOf(repository, files, 'mod');
  assert.deepEqual(dirty?.changes, [
    { file: 'mod/a b.go', added: 3, removed: 1 },
    { file: 'mod/new.go', added: 3, removed: 0 },
    { file: 'mod/pkg/ä/deep.go', added: 1, removed: 0 },
  ]);
  assert.deepEqual(repository.state(), before, 'reading has changed the repository');
  repository.write('mod/go.mod', 'module a\n\ngo 1.26\n');
  repository.git('switch', '-q', '--detach');
  const detached = await stateOf(repository, program, 'mod');
  assert.deepEqual(detached?.changes?.map(({ file }) => file), ['mod/a b.go', 'mod/go.mod'], 'go.mod selects the code');
  assert.deepEqual([detached?.branch, detached?.subject], [undefined, 'Add A: "first"']);
});

test('reading the changes runs no program that the repository names, and does not depend on its settings', async (context) => {
  const repository = new GitRepository(context);
  repository.write('a/a.go', 'package a\n');
  repository.write('.gitattributes', '*.go diff=evil\n');
  repository.commit('first');
  const mark = join(repository.temp, 'mark');
  const program = `touch '${mark}'; cat`;
  for (const [name, value] of [
    ['diff.evil.textconv', program], ['diff.evil.command', program], ['diff.external', program],
    ['diff.relative', 'true'], ['diff.renames', 'copies'], ['color.ui', 'always'], ['log.showSignature', 'true'],
  ]) repository.git('config', name!, value!);
  repository.write('a/a.go', 'package b\n');
  const state = await stateOf(repository, { 'a/a.go': 'package b\n' }, 'a');
  assert.deepEqual([state?.subject, state?.changes], ['first', [{ file: 'a/a.go', added: 1, removed: 1 }]]);
  assert.equal(existsSync(mark), false);
});
