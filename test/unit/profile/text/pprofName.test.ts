import assert from 'node:assert/strict';
import test from 'node:test';
import { nodeName, pprofName } from '../../../../src/profile/text/pprofName';

function assertNames(expected: Record<string, string>): void {
  for (const [symbol, name] of Object.entries(expected)) assert.equal(pprofName(symbol, symbol), name);
}

test('Go names stay unchanged', () => {
  const names = [
    'main.main', 'a/b.(*T).Method', 'slices.SortFunc[...]', 'p.(*List[...]).Push', 'p.(*T[go.shape.int]).f.func1', 'memcpy',
  ];
  for (const name of names) assert.equal(pprofName(name, name), name);
});

test('the name of a closure loses its receiver if a method inlined its generic function, as in pprof', () => {
  assertNames({ 'p.(*T).Run.Map[...].func1': 'p..Run.Map[...].func1' });
});

test('C++ names lose their parameters and template arguments', () => {
  assertNames({
    'std::vector<std::pair<int, int>>::push(int, (x))': 'std::vector::push',
  });
});

test('Java names stay unchanged', () => {
  assertNames({ 'Java.<init>(int)': 'Java.<init>(int)' });
});

test('a name stays unchanged after an unmatched parenthesis', () => {
  // `[]` makes the names look like C++.
  assertNames({ 'a[](b': 'a[](b', 'a[])b(c)': 'a[])b(c)', 'a[](x)b)c(d)': 'a[]b)c(d)' });
});

test('a name that differs from the system name stays unchanged, and an empty name is made from the system name', () => {
  assert.equal(pprofName('std::f(int)', '_ZSt1fi'), 'std::f(int)');
  assert.equal(pprofName('', 'std::f(int)'), 'std::f');
});

test('a node is named after its address, function and position, else after its binary', () => {
  const unknown = { name: '', file: '', line: 0, column: 0, address: 0n, objectFile: '' };
  const complete = { ...unknown, name: 'f', file: 'a/b.go', line: 7, column: 3, address: 0x1fn, objectFile: '/bin/x' };
  assert.equal(nodeName(complete), '000000000000001f f a/b.go:7:3');
  assert.equal(nodeName({ ...unknown, name: 'f', file: 'a.go' }), 'f a.go');
  assert.equal(nodeName({ ...unknown, objectFile: '/usr/bin/prog' }), '[prog]');
  assert.equal(nodeName(unknown), '<unknown>');
});
