import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMainPackage, mainFunction } from '../../../../src/go/code/mainFunction';

test('the function main of package main is found, from its first line to its closing brace', () => {
  const text = '// Package main.\npackage main\n\nfunc other() { main := 1; _ = main }\n\nfunc main() {\n\tif true {\n\t}\n}\n';
  assert.deepEqual(mainFunction(text), { line: 6, endLine: 9 });
});

test('a method, a function with parameters, one in a comment or text, and main of another package are none', () => {
  const of = (body: string, name = 'main') => mainFunction(`package ${name}\n\n${body}\n`);
  assert.equal(of('func (t T) main() {}'), undefined);
  assert.equal(of('func main(x int) {}'), undefined);
  assert.equal(of('/*\nfunc main() {}\n*/\nvar s = `\nfunc main() {}\n`'), undefined);
  assert.equal(of('func main() {}', 'lib'), undefined);
});

test('an unfinished main ends before the next function', () => {
  assert.deepEqual(mainFunction('package main\nfunc main() {\n\tif x {\n\nfunc f() {}\n'), { line: 2, endLine: 3 });
});

test('build constraints and comments may precede the package clause', () => {
  assert.ok(isMainPackage('//go:build ignore\n\n/* a */ package main\n'));
  assert.ok(!isMainPackage('package mainly\n'));
});
