import assert from 'node:assert/strict';
import test from 'node:test';
import { nameParts } from '../../../webview/nameParts';

const cut = (name: string): string => {
  const { folders, rest } = nameParts(name);
  return `${folders}|${rest}`;
};

test('a name is cut where the folders of its package end', () => {
  assert.equal(cut('github.com/acme/shop/price.(*Type).Method'), 'github.com/acme/shop/|price.(*Type).Method');
  assert.equal(cut('runtime.mallocgc'), '|runtime.mallocgc');
  assert.equal(cut('a.org/b.Map[a.org/c.Key,go.shape.int]'), 'a.org/|b.Map[a.org/c.Key,go.shape.int]');
});

test('a place behind the name stays with it, and a file alone is cut before its own name', () => {
  assert.equal(cut('a.org/b.F /src/b/f.go:12'), 'a.org/|b.F /src/b/f.go:12');
  assert.equal(cut('/usr/local/go/src/fmt/print.go'), '/usr/local/go/src/fmt/|print.go');
  assert.equal(cut('[vdso]'), '|[vdso]');
});
