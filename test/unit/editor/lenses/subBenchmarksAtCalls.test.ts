import assert from 'node:assert/strict';
import test from 'node:test';
import '../../../shared/someVscode';
import { groupByName } from '../../../../src/bench/resultsByCase';
import { parseBenchmarks } from '../../../shared/inOneStep';
import { subBenchmarksAtCalls } from '../../../../src/editor/lenses/profileLenses';

/** `line: name` of each case, with ` …` if it has cases of its own. `names`, such as `/size=10`, have results. */
function cases(body: string, ...names: string[]): string[] {
  const lines = `package p\n\nfunc BenchmarkX(b *testing.B) {\n${body}\n}`.split('\n');
  const output = names.map((name) => `BenchmarkX${name}-8 \t 10\t 312 ns/op`).join('\n');
  const groups = groupByName(parseBenchmarks(output).results);
  const subBenchmarks = subBenchmarksAtCalls(groups, lines, { from: 3, to: lines.length });
  return subBenchmarks.map(({ line, subName, hasSubBenchmarks }) => `${line}: ${subName}${hasSubBenchmarks ? ' …' : ''}`);
}

const COMPUTED = 'b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { run(b, n) })';

test('a call with a literal name is a case, named as package testing prints it', () => {
  assert.deepEqual(cases('b.Run("short text", run)\nb.Run(`a/b`, func(c *testing.B) { run(c) })'), [
    '4: short_text',
    '5: a/b',
  ]);
  assert.deepEqual(cases(String.raw`b.Run("\tzero\x00 \u00e9\"\\\U0001F600\200", run)`), ['4: _zero\\x00_é"\\😀\ufffd']);
  assert.deepEqual(cases('b.Run("", run)'), ['4: #00']);
});

test('nested literal names are joined, and a case with nested cases is marked', () => {
  assert.deepEqual(cases('b.Run("outer", func(b *testing.B) {\nb.Run("one two", run)\n})'), ['4: outer …', '5: outer/one_two']);
});

test('a call with a computed name is a case if its results have exactly one name', () => {
  assert.deepEqual(cases(COMPUTED), []);
  assert.deepEqual(cases(COMPUTED, '/n=10', '/n=10'), ['4: n=10']);
  assert.deepEqual(cases(COMPUTED, '/n=10', '/n=20'), []);
  assert.deepEqual(cases(`b.Run("outer", func(b *testing.B) {\n${COMPUTED}\n})`, '/outer/n=1'), ['4: outer …', '5: outer/n=1']);
});

test('a call with a literal name stays a case if the results are of cases that its function runs elsewhere', () => {
  assert.deepEqual(cases('b.Run("small", helper)', '/small/x', '/small/y'), ['4: small …']);
  assert.deepEqual(cases('b.Run("small", helper)', '/small'), ['4: small']);
});

test('a case to whose name package testing adds a number is left out', () => {
  assert.deepEqual(cases('b.Run("a", run)\nb.Run("a", run)'), ['4: a']);
  assert.deepEqual(cases('for range 2 {\nb.Run("a", run)\n}', '/a', '/a#01'), []);
});

test('only calls of Run on a *testing.B are cases, whatever the name of the variable', () => {
  assert.deepEqual(cases('tools.Run("a", run)\nb.Run(ctx)'), []);
  assert.deepEqual(cases('b.Run("outer", func(inner *B) {\ninner.Run("a", run)\n})'), ['4: outer …', '5: outer/a']);
});
