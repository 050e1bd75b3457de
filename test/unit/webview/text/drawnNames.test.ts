import assert from 'node:assert/strict';
import test from 'node:test';
import { briefName, displayName, distinctNames, nameParts, shortPath, splitTypeArguments, symbolName } from '../../../../webview/text/drawnNames';

const GENERIC = 'example.com/a/srv.(*Set[go.shape.struct { Name string },example.com/b.T]).Add';

const splitName = (name: string): string => {
  const { folders, rest } = nameParts(name);
  return `${folders}|${rest}`;
};

test('a name is split after the folders of its package', () => {
  assert.equal(splitName('github.com/acme/shop/price.(*Type).Method'), 'github.com/acme/shop/|price.(*Type).Method');
  assert.equal(splitName('runtime.mallocgc'), '|runtime.mallocgc');
  assert.equal(splitName('a.org/b.Map[a.org/c.Key,go.shape.int]'), 'a.org/|b.Map[a.org/c.Key,go.shape.int]');
});

test('a source position stays with the name, and a path is split before the file name', () => {
  assert.equal(splitName('a.org/b.F /src/b/f.go:12'), 'a.org/|b.F /src/b/f.go:12');
  assert.equal(splitName('/usr/local/go/src/fmt/print.go'), '/usr/local/go/src/fmt/|print.go');
  assert.equal(splitName('[vdso]'), '|[vdso]');
});

test('briefName leaves out folders, and symbolName leaves out the package', () => {
  assert.equal(briefName(GENERIC), 'srv.(*Set[…]).Add');
  assert.equal(symbolName(GENERIC), '(*Set[…]).Add');
  assert.equal(symbolName('memeqbody'), 'memeqbody');
});

test('a drawn name keeps an address and a position, which other granularities add', () => {
  assert.equal(displayName('github.com/acme/shop/price.(*Type).Method'), 'price.(*Type).Method');
  assert.equal(displayName('00000000004a1b20 a.org/b.F /src/b/f.go:12'), '00000000004a1b20 b.F /src/b/f.go:12');
  assert.equal(displayName('/usr/local/go/src/fmt/print.go'), '/usr/local/go/src/fmt/print.go');
});

test('distinctNames does not shorten names whose short names are equal', () => {
  assert.deepEqual(distinctNames(['a/x.F', 'b/x.F', 'c/y.F']), ['a/x.F', 'b/x.F', 'y.F']);
});

test('a path starts at its module, or else at its last folder, with either kind of slash', () => {
  assert.equal(shortPath('/home/me/go/pkg/mod/golang.org/x/net@v0.1.0/http2/frame.go'), 'golang.org/x/net@v0.1.0/http2/frame.go');
  assert.equal(shortPath('/usr/local/go/src/net/http/server.go'), '…/http/server.go');
  assert.equal(shortPath('C:\\work\\shop\\cart\\cart.go'), '…/cart/cart.go');
  assert.equal(shortPath('cart.go'), 'cart.go');
  assert.equal(shortPath('/w/main.go'), '/w/main.go', 'nothing is left out');
});

test('the type arguments of a name are parts of their own, which can be cut off alone', () => {
  assert.deepEqual(splitTypeArguments('srv.F'), ['srv.F']);
  assert.deepEqual(splitTypeArguments('b.(*T[go.shape.int,c.M[string]]).F'), ['b.(*T[', 'go.shape.int,c.M[string]', ']).F']);
  assert.deepEqual(splitTypeArguments('b.F[int].G[string]'), ['b.F[', 'int', '].G[', 'string', ']']);
  assert.deepEqual(splitTypeArguments('a]b[c'), ['a]b[', 'c']);
  assert.deepEqual(splitTypeArguments('b.F[[]int]'), ['b.F[', '[]int', ']']);
});

test('the brackets of an operator of C++ have no type arguments', () => {
  assert.deepEqual(splitTypeArguments('std::map<int>::operator[](int const&)'), ['std::map<int>::operator[](int const&)']);
  assert.equal(briefName('Map::operator[]'), 'Map::operator[]');
  assert.equal(briefName('b.F[[]int].func1'), 'b.F[…].func1');
});
