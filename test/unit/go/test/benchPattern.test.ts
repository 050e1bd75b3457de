import assert from 'node:assert/strict';
import test from 'node:test';
import { BenchPattern } from '../../../../src/go/test/benchPattern';

test('a pattern selects benchmarks by its part before the first slash, and cases by the rest', () => {
  const pattern = new BenchPattern('Get|Insert/size=1$/fast');
  const names = ['BenchmarkGet', 'BenchmarkInsert', 'BenchmarkDelete'];
  assert.deepEqual(names.filter((name) => pattern.matches(name)), ['BenchmarkGet', 'BenchmarkInsert']);
  assert.deepEqual(names.map((name) => pattern.casesOf(name)), [undefined, 'size=1$/fast', undefined]);
});

test('a slash or bar in brackets or parentheses does not split a pattern', () => {
  const pattern = new BenchPattern('(Get|Put)/[a|b/]');
  assert.ok(pattern.matches('BenchmarkPut') && !pattern.matches('BenchmarkDelete'));
  assert.equal(pattern.casesOf('BenchmarkGet'), '[a|b/]');
});

test('each alternative for the cases of a benchmark begins with its name', () => {
  assert.equal(new BenchPattern('X/a|X/b').casesOf('BenchmarkX'), 'a|^BenchmarkX$/b');
  assert.equal(new BenchPattern('X/a|X').casesOf('BenchmarkX'), undefined);
});

test('an invalid expression is refused', () => {
  assert.throws(() => new BenchPattern('('));
});
