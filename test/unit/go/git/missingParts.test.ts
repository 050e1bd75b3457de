import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { missingParts } from '../../../../src/go/git/missingParts';
import { openRepository } from '../../../../src/go/git/gitCommand';
import { GitRepository } from '../../../shared/gitRepository';

test('the message for a failed build names the files and modules that the checked-out revision lacks', async (context) => {
  const repository = new GitRepository(context);
  const { top, env, temp } = repository;
  repository.write('sub/a.go', 'package a\n');
  repository.commit('first');
  const { signal } = new AbortController();
  const opened = await openRepository({ cwd: join(top, 'sub'), env, signal });
  const missing = (output = '') => missingParts(opened, temp, output);
  mkdirSync(join(temp, 'sub'));
  assert.deepEqual(await missing('undefined: x'), []);

  repository.write('.git/info/exclude', 'vendor\n*_gen.go\n');
  repository.write('go.work', 'go 1.26\n');
  repository.write('sub/vendor/x/x.go', 'package x\n');
  repository.write('sub/x_gen.go', 'package a\n');
  repository.write('new.go', 'package a\n');
  const sentence = 'git does not track sub/vendor, go.work, new.go and 1 more, so the revision is built without them.';
  assert.deepEqual(await missing(), [sentence]);

  writeFileSync(join(temp, 'go.work'), '');
  mkdirSync(join(temp, 'sub', 'vendor'));
  writeFileSync(join(temp, '.gitmodules'), '');
  writeFileSync(join(temp, '.gitattributes'), '*.bin filter=lfs diff=lfs merge=lfs -text\n');
  assert.deepEqual(await missing('go: m@v1.0.0 (replaced by ../m): replacement directory ../m does not exist\n'), [
    'git does not track new.go, sub/x_gen.go, so the revision is built without them.',
    'go.mod replaces a module with ../m, outside of the revision.',
    'The revision\'s submodules are not checked out.',
    'Files of Git LFS are missing: git-lfs is not set up here.',
  ]);
  repository.git('config', 'filter.lfs.process', 'git-lfs filter-process');
  assert.equal((await missing()).length, 2);
});
