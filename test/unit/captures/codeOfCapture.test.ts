import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { knownCode } from '../../../src/captures/disk/measuredCode';
import { codeOfCapture } from '../../../src/captures/codeOfCapture';

type Files = Readonly<Record<string, string>>;

function makeModule(context: TestContext) {
  const moduleDir = realpathSync(mkdtempSync(join(tmpdir(), 'linecost-code-')));
  context.after(() => rmSync(moduleDir, { recursive: true, force: true }));
  mkdirSync(join(moduleDir, 'cache'));
  writeFileSync(join(moduleDir, 'go.mod'), 'module a\n');
  const texts = (files: Readonly<Record<string, string>>) =>
    new Map(Object.entries(files).map(([file, text]) => [join(moduleDir, file), text]));
  const codeOf = (files: Files, areTextsComplete = true, others: Files = {}) => ({
    build: { texts: texts(files), otherFiles: texts(others), areTextsComplete, moduleDir },
    since: async (before: { readonly files: Files; readonly hash?: string; readonly others?: Files }) => {
      const { hash, others: othersBefore } = before;
      const record = { id: 'before', capturedAt: 1, ...(hash !== undefined && { code: { hash, others: othersBefore } }) };
      const build = { texts: texts(files), otherFiles: texts(others), areTextsComplete, moduleDir };
      return (await codeOfCapture(build, { record, sources: async () => texts(before.files) })).since?.change;
    },
  });
  return { moduleDir, codeOf };
}

test('the hash is that of all files and of go.mod, and there is none if not all files were read', async (context) => {
  const { moduleDir, codeOf } = makeModule(context);
  const hashOf = async (files: Readonly<Record<string, string>>, isComplete = true) =>
    (await codeOfCapture(codeOf(files, isComplete).build, undefined)).hash;
  const first = await hashOf({ 'a.go': 'package a\n', 'b.go': 'package a\n' });
  assert.equal(await hashOf({ 'b.go': 'package a\n', 'a.go': 'package a\n' }), first);
  assert.notEqual(await hashOf({ 'a.go': 'package a\n\n', 'b.go': 'package a\n' }), first);
  assert.equal(await hashOf({ 'a.go': 'package a\n' }, false), undefined);
  writeFileSync(join(moduleDir, 'go.mod'), 'module a\n\nrequire b v1.0.0\n');
  assert.notEqual(await hashOf({ 'a.go': 'package a\n', 'b.go': 'package a\n' }), first);
});

test('the change since the capture before counts the lines of changed, new and deleted files', async (context) => {
  const { moduleDir, codeOf } = makeModule(context);
  writeFileSync(join(moduleDir, 'excluded.go'), 'package a\n');
  const now = codeOf({ 'a.go': 'package a\n\nvar x int\n', 'cache/new.go': 'package cache\n', 'same.go': 'package a\n' });
  const before = { 'a.go': 'package a\n', 'gone.go': 'package a\n\n\n', 'excluded.go': 'package a\n', 'same.go': 'package a\n' };
  assert.deepEqual(await now.since({ files: before, hash: 'other' }), {
    files: 3, added: 3, removed: 3, named: ['gone.go', 'a.go', 'cache/new.go'],
  });
  assert.deepEqual((await now.since({ files: before }))?.named, ['gone.go', 'a.go'], 'the other capture may lack the text of an old file');
});

test('the same code has no changes, and without texts or with incomplete ones it is not known', async (context) => {
  const { codeOf } = makeModule(context);
  const files = { 'a.go': 'package a\n' };
  const { hash } = await codeOfCapture(codeOf(files).build, undefined);
  assert.deepEqual(await codeOf(files).since({ files: {}, hash }), { files: 0, added: 0, removed: 0, named: [] });
  assert.equal(await codeOf(files).since({ files: {}, hash: 'other' }), undefined, 'a suite stores no texts');
  assert.equal(await codeOf(files, false).since({ files, hash }), undefined, 'a file that was not read may have changed');
});

test('C, assembly and embedded files belong to the code: their changes are named, without lines', async (context) => {
  const { codeOf } = makeModule(context);
  const files = { 'a.go': 'package a\n' };
  const others = { 'a.c': '1', 'data/words.txt': '2' };
  const before = await codeOfCapture(codeOf(files, true, others).build, undefined);
  const { hash } = before;
  assert.deepEqual(before.others, others);
  const changed = { 'a.c': '1', 'data/words.txt': '3', 'new.syso': '4' };
  assert.notEqual((await codeOfCapture(codeOf(files, true, changed).build, undefined)).hash, hash);
  assert.deepEqual(await codeOf(files, true, changed).since({ files, hash, others }), {
    files: 2, added: 0, removed: 0, named: ['data/words.txt', 'new.syso'],
  });
  assert.equal(await codeOf(files, true, changed).since({ files, hash }), undefined, 'the capture before did not store which');
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`${i}.txt`, '1']));
  assert.equal((await codeOfCapture(codeOf(files, true, many).build, undefined)).others, undefined);
});

test('nothing follows from a hash of an earlier version, which left out such files', () => {
  const since = (files: number) => ({ id: 'a', capturedAt: 1, change: { files, added: files, removed: 0, named: [] } });
  assert.deepEqual(knownCode({ hash: 'abc', since: since(0) }), {});
  assert.deepEqual(knownCode({ hash: 'abc', since: since(1) }), { since: since(1) });
  assert.deepEqual(knownCode({ hash: 'all:abc', since: since(0), others: {} }), { hash: 'all:abc', since: since(0), others: {} });
});
