import assert from 'node:assert/strict';
import test from 'node:test';
import { sourceMatch } from '../../../../src/sources/lineMatching/sourceMatch';

const matchOf = (text: string, ...functions: [name: string, startLine: number, lastLine?: number][]) =>
  sourceMatch('a.go', text.split('\n'), functions.map(([name, startLine, lastLine]) => ({ name, startLine, lastLine: lastLine ?? startLine })));

test('a function matches if it is declared on its start line in the profile, and otherwise differs', () => {
  const text = 'package a\n\nfunc Sum(n int) int {\n\treturn n\n}\n';
  assert.equal(matchOf(text, ['example.com/m/a.Sum', 3, 4]), 'matches');
  assert.equal(matchOf(`package a\n\n\n${text}`, ['example.com/m/a.Sum', 3, 4]), 'differs');
  assert.equal(matchOf(text.replace('Sum', 'Summary'), ['example.com/m/a.Sum', 3, 4]), 'differs');
  assert.equal(matchOf(text, ['example.com/m/a.Sum', 3, 4], ['example.com/m/a.Other', 4]), 'differs');
});

test('a function that Go may have put into the wrong file does not make a text differ', () => {
  const text = 'package a\n\nfunc Sum(n int) int {\n\treturn n\n}\n\nfunc Last() {\n}\n';
  assert.equal(matchOf(text, ['m/a.Sum', 3], ['m/a.Last', 7], ['m/b.Find', 40]), 'matches');
  assert.equal(matchOf(text, ['m/a.Last', 7], ['m/a.Elsewhere', 4]), 'matches');
  assert.equal(matchOf(text, ['m/a.Sum', 3], ['m/a.Elsewhere', 40]), 'differs');
  assert.equal(matchOf(text, ['m/a.Last', 7], ['m/a.Sum', 4]), 'differs');
  assert.equal(matchOf(text, ['m/b.Find', 40]), 'differs');
});

test('every kind of declaration is found: methods, type arguments, literals, init', () => {
  for (const [name, declaration] of [
    ['m/a.(*T).Method', 'func (t *T) Method() {'],
    ['m/a.T.Method', 'func (T) Method() {'],
    ['m/a.(*T[...]).Method', 'func (t *T[K, V]) Method(k K) {'],
    ['m/a.Map[...]', 'func Map[T, U any](items []T) {'],
    ['m/a.Map[go.shape.struct { a/b.c [2]int }]', 'func Map[T any](items []T) {'],
    ['gopkg.in/yaml%2ev3.Parse', 'func Parse (text string) {'],
    ['m/a.Outer.func1', '\treturn func() {'],
    ['m/a.Outer.func1.2', '\tsort(x, func(i, j int) bool { return i < j })'],
    ['m/a.Map[...].func1', '\treturn func() {'],
    ['m/a.Outer.Inner.func1', '\treturn func() {'],
    ['m/a.Outer.func2', '\tdefer done(x)'],
    ['m/a.glob..func1', 'var f = func() {'],
    ['m/a.init.func1', 'var f = func() {'],
    ['m/a.init.0', 'func init() {'],
    ['m/a.init.0.func1', '\tgo func() {'],
    ['main.main', 'func main() {'],
  ] as const) {
    assert.equal(matchOf(`${declaration}\n}\n`, [name, 1]), 'matches', name);
    assert.equal(matchOf(`\n${declaration}\n}\n`, [name, 1]), 'differs', name);
  }
});

test('a function that go:linkname links to another name is found', () => {
  const text = '//go:linkname timeSleep time.Sleep\nfunc timeSleep(ns int64) {\n}\n';
  assert.equal(matchOf(text, ['time.Sleep', 2]), 'matches');
  assert.equal(matchOf(text, ['time.Sleep', 1]), 'differs');
});

test('the match is unknown for generated functions, without start lines, and in files that are not Go', () => {
  for (const name of ['m/a.init', 'm/a.F.gowrap1', 'm/a.F.deferwrap2', 'm/a.(*T).M-fm', 'm/a.F-range1', 'type:.eq.m/a.T', 'm/a.map.init.0']) {
    assert.equal(matchOf('\n\n', [name, 1]), 'unknown', name);
  }
  assert.equal(matchOf('package a\n', ['m/a.Sum', 0, 1]), 'unknown');
  assert.equal(sourceMatch('parser.y', ['%%'], [{ name: 'm/a.yyParse', startLine: 1, lastLine: 9 }]), 'unknown');
  assert.equal(matchOf(''), 'unknown');
});

test('without a start line, a text that ends before a sample differs', () => {
  const text = 'func F() {\n\n\t// a comment\n\tg()\n}';
  assert.equal(matchOf(text, ['m/a.F', 1, 5]), 'matches');
  assert.equal(matchOf(text, ['m/a.F', 1, 515]), 'matches');
  assert.equal(matchOf(text, ['m/a.F', 0, 6]), 'differs');
});

test('matching takes time linear in the length of the text', () => {
  const length = 100_000;
  const name = 'a'.repeat(100);
  const line = `func ${`${name} `.repeat(length / 100)}`;
  assert.equal(matchOf(line, [`m/a.${name}`, 1]), 'differs');
  assert.equal(matchOf('\n', [`m/a.F${'['.repeat(length)}`, 1]), 'differs');
});
