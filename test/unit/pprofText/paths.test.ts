import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import test from 'node:test';
import { baseName, cleanPath, isUrl, splitList, trimSourcePath } from '../../../src/pprofText/paths';

const list = (...directories: string[]): string => directories.join(delimiter);

test('a path is trimmed up to and including the first directory that is named like a search directory', () => {
  assert.equal(trimSourcePath('/build/proj/sub/a.go', '', '/home/me/proj'), 'sub/a.go');
  assert.equal(trimSourcePath('/build/proj/proj/a.go', '', '/home/me/proj'), 'proj/a.go');
  assert.equal(trimSourcePath('/build/proj/a.go', '', list('/other', '/home/me/proj')), 'a.go');
  assert.equal(trimSourcePath('/build/project/a.go', '', '/home/me/proj'), '/build/project/a.go');
});

test('a trim path is used instead of the search path, and removed only from the start of a path', () => {
  assert.equal(trimSourcePath('/build/proj/a.go', '/build', '/home/me/proj'), 'proj/a.go');
  assert.equal(trimSourcePath('/build/proj/a.go', list('/x', '/build/proj/'), ''), 'a.go');
  assert.equal(trimSourcePath('/build/proj/a.go', 'proj', '/home/me/proj'), '/build/proj/a.go');
  assert.equal(trimSourcePath('/builder/a.go', '/build', ''), '/builder/a.go');
});

test("Bazel's working directory is always trimmed", () => {
  assert.equal(trimSourcePath('/proc/self/cwd/./a/b.go', '', ''), 'a/b.go');
  assert.equal(trimSourcePath('/proc/self/cwd/a/b.go', '/x', ''), 'a/b.go');
});

test("paths are cleaned as by Go's filepath.Clean", { skip: process.platform === 'win32' }, () => {
  assert.equal(cleanPath('./a/../b//c.go'), 'b/c.go');
  assert.equal(cleanPath('/a/b/'), '/a/b');
  assert.equal(cleanPath('/'), '/');
});

test('the base name of a path is never empty', () => {
  assert.equal(baseName('/a/b/'), 'b');
  assert.equal(baseName('/'), '/');
  assert.equal(baseName(''), '.');
});

test('an empty list has no directories, and empty elements of a list are kept', () => {
  assert.deepEqual(splitList(''), []);
  assert.deepEqual(splitList(list('a', '', 'b')), ['a', '', 'b']);
});

test('a name that starts with a scheme is a URL', { skip: process.platform === 'win32' }, () => {
  for (const name of ['http://host/x', 'C:\\go\\bin.exe', 'a+b.c-1:x']) assert.ok(isUrl(name), name);
  for (const name of ['/usr/bin/a', 'bin', '1a:b', './a:b']) assert.ok(!isUrl(name), name);
});
