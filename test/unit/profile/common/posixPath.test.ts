import assert from 'node:assert/strict';
import { posix } from 'node:path';
import test from 'node:test';
import * as posixPath from '../../../../src/profile/common/posixPath';

const PATHS = [
  '', '/', '//', '.', './', '..', 'a', 'a/', 'a/b.go', './a/../b//c.go', '../../a', '/../a/', 'a/..', 'a/./b/', '/a/b/c.go',
  '/a//b///c', '...', 'a/.../b', '//a/b/', 'a\\b/c',
];

test('paths in a browser are those of POSIX', () => {
  for (const path of PATHS) {
    for (const name of ['normalize', 'dirname', 'basename', 'isAbsolute'] as const) {
      assert.equal(posixPath[name](path), posix[name](path), `${name} of ${path}`);
    }
    const { root, dir, base } = posix.parse(path);
    const parsed = posixPath.parse(path);
    assert.equal(parsed.root, root, path);
    assert.equal(parsed.base, base, path);
    if (dir !== '') assert.equal(parsed.dir, dir, path);
    for (const other of PATHS) {
      assert.equal(posixPath.join(path, other), posix.join(path, other), `${path} + ${other}`);
      assert.equal(posixPath.resolve('/x', path, other), posix.resolve('/x', path, other), `${path} + ${other}`);
    }
  }
});
