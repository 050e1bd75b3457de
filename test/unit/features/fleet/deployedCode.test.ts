import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deployedCode, revisionNames } from '../../../../src/features/fleet/deployedCode';
import { GitRepository } from '../../../shared/gitRepository';

const { signal } = new AbortController();

test('a label may name a build by a hash, a tag, a version, or a text that ends with a hash', () => {
  const hashesIn = (name: string) => revisionNames(name).filter((each) => !each.startsWith('refs/tags/'));
  assert.deepEqual(revisionNames(' 1a2b3c4d '), ['refs/tags/1a2b3c4d', '1a2b3c4d']);
  assert.deepEqual(revisionNames('1.4.2'), ['refs/tags/1.4.2', 'refs/tags/v1.4.2']);
  assert.deepEqual(hashesIn('main-1a2b3c4d'), ['1a2b3c4d']);
  assert.deepEqual(hashesIn('v1.4.2-3-g1a2b3c4'), ['1a2b3c4']);
  assert.deepEqual(hashesIn('1a2b3c4d5e-dirty'), ['1a2b3c4d5e']);
  for (const other of ['HEAD', 'main', '2024', '20241130']) assert.deepEqual(hashesIn(other), [], other);
});

test('the deployed commit is found in the repository of a folder, and the texts are those that differ', async (t) => {
  const repository = new GitRepository(t);
  repository.write('svc/main.go', 'package main\n');
  repository.write('svc/same.go', 'package main // same\n');
  const hash = repository.commit('deployed');
  repository.git('tag', 'v1.4.2');
  repository.write('svc/main.go', 'package main\n\nfunc main() {}\n');
  repository.commit('later');
  const outside = join(repository.root, 'outside');
  mkdirSync(outside);
  const folders = [outside, join(repository.top, 'svc')].map((cwd) => ({ cwd, env: repository.env }));
  const paths = ['main.go', 'same.go'].map((name) => join(repository.top, 'svc', name));
  for (const name of [hash, hash.slice(0, 10), '1.4.2', `release-${hash.slice(0, 8)}`]) {
    const found = await deployedCode({ name }, paths, folders, signal);
    assert.deepEqual([found?.revision.hash, found?.texts], [hash, new Map([[paths[0], 'package main\n']])], name);
    assert.equal(found?.isDirty, false);
  }
  for (const name of ['0123456789', '2.0.0', '--output=x', 'HEAD', 'main']) assert.equal(await deployedCode({ name }, paths, folders, signal), undefined);
});

test('a build with changes that are in no commit says so', async (t) => {
  const repository = new GitRepository(t);
  repository.write('main.go', 'package main\n');
  const hash = repository.commit('deployed');
  repository.git('tag', 'v1.4.2');
  const folders = [{ cwd: repository.top, env: repository.env }];
  for (const name of [`${hash.slice(0, 10)}-dirty`, 'v1.4.2-dirty', '1.4.2+dirty']) {
    const found = await deployedCode({ name }, [], folders, signal);
    assert.deepEqual([found?.revision.hash, found?.isDirty], [hash, true], name);
  }
});

test('the version of a module below the top of the repository is a tag that begins with its folder', async (t) => {
  const repository = new GitRepository(t);
  repository.write('svc/go.mod', 'module example.com/mono/svc\n');
  const hash = repository.commit('svc');
  repository.git('tag', 'svc/v1.4.2');
  repository.commit('later');
  repository.git('tag', 'v1.4.2');
  const folders = [{ cwd: repository.top, env: repository.env }];
  const found = await deployedCode({ name: 'v1.4.2', moduleDir: join(repository.top, 'svc') }, [], folders, signal);
  assert.equal(found?.revision.hash, hash);
});

test('a git that is missing is an error, and not a commit that is missing', async (t) => {
  const repository = new GitRepository(t);
  const folders = [{ cwd: repository.top, env: { PATH: repository.root } }];
  await assert.rejects(deployedCode({ name: '1a2b3c4d' }, [], folders, signal), /git was not found/);
});
