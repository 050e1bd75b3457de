import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openRepository } from '../../../../src/go/git/gitCommand';
import { ObjectReader } from '../../../../src/go/git/objectReader';
import { textsAtCommit } from '../../../../src/go/git/textsAtCommit';
import { GitRepository } from '../../../shared/gitRepository';

const openIn = ({ top, env }: GitRepository) => openRepository({ cwd: top, env, signal: new AbortController().signal });

test('files that differ from a commit have the texts that they had, also those deleted since; the others are left out', async (t) => {
  const repository = new GitRepository(t);
  repository.write('same.go', 'package a\n');
  repository.write('pkg/ä b.go', 'package b\n\nvar before = "é"\n');
  repository.write('deleted.go', 'package a // deleted\n');
  const hash = repository.commit('deployed');
  repository.write('pkg/ä b.go', 'package b\n\n// More.\n\nvar now = 1\n');
  repository.write('new.go', 'package a // new\n');
  rmSync(join(repository.top, 'deleted.go'));
  repository.commit('later');
  repository.write('edited.go', 'not committed\n');
  const state = repository.state();
  const paths = ['same.go', 'pkg/ä b.go', 'deleted.go', 'new.go', 'edited.go'].map((name) => join(repository.top, name));
  const { texts, missing } = await textsAtCommit(await openIn(repository), hash, paths);
  assert.deepEqual(texts, new Map([
    [join(repository.top, 'deleted.go'), 'package a // deleted\n'],
    [join(repository.top, 'pkg/ä b.go'), 'package b\n\nvar before = "é"\n'],
  ]));
  assert.deepEqual(missing, [join(repository.top, 'new.go')]);
  assert.deepEqual(repository.state(), state, 'nothing in the repository changes');
});

test('an edit that is not committed differs, and no filter of the repository runs', async (t) => {
  const repository = new GitRepository(t);
  repository.write('.gitattributes', '*.go filter=evil diff=evil\n');
  repository.write('a.go', 'package a\n');
  const hash = repository.commit('deployed');
  repository.git('config', 'filter.evil.smudge', 'sh -c "touch ../temp/ran; cat"');
  repository.git('config', 'diff.evil.textconv', 'sh -c "touch ../temp/ran; cat"');
  repository.write('a.go', 'package a // edited\n');
  const { texts } = await textsAtCommit(await openIn(repository), hash, [join(repository.top, 'a.go')]);
  assert.deepEqual([...texts.values()], ['package a\n']);
  assert.throws(() => repository.git('ls-files', '--error-unmatch', '../temp/ran'));
});

test('objects are read however the output is cut, and one that is too large does not take the place of the next', () => {
  const hash = 'a'.repeat(40);
  const output = Buffer.from(`${hash} blob 4\nab\nc\nno such:file missing\n${hash} blob 9\n123456789\n${hash} tree 2\nxy\n${hash} blob 0\n\n${hash} blob 2\né\n`);
  for (const step of [1, 2, 7, output.length]) {
    const reader = new ObjectReader(8, 10);
    for (let at = 0; at < output.length; at += step) reader.take(output.subarray(at, at + step));
    assert.deepEqual(reader.end(), ['ab\nc', undefined, undefined, undefined, '', 'é'], `${step}`);
  }
});
