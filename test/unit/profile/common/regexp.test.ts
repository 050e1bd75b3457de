import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { compileSearch } from '../../../../src/profile/common/regexp';

function finds(pattern: string, name: string): boolean {
  const search = compileSearch(pattern);
  assert.ok('finds' in search, pattern);
  return search.finds(name);
}

test('a pattern matches anywhere in a name, ignoring case', () => {
  assert.equal(finds('MALLOC', 'runtime.mallocgc'), true);
  assert.equal(finds('^(a|b)\\.', 'b.Beta'), true);
  assert.equal(finds('^malloc', 'runtime.mallocgc'), false);
});

test('the error for an invalid pattern is a sentence with the reason', () => {
  assert.deepEqual(compileSearch('('), { error: 'The search pattern is not an RE2 regular expression: missing closing ) in "(".' });
  assert.ok('error' in compileSearch('(?=x)'));
});

test('plain patterns find what RE2 finds', () => {
  // Ignoring case, the Kelvin sign matches k, and ſ matches s.
  const letters = fc.constantFrom(...'aAkKsS.\\/:*()[]{}_-~, é', 'K', 'ſ', '\n', '\r', '\u{1f525}', 'İ');
  const plain = fc.string({ unit: fc.constantFrom(...'akKsS./:_-~, 0'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(plain, fc.string({ unit: letters, maxLength: 8 }), (pattern, name) => {
      const expected = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).test(name);
      assert.equal(finds(pattern, name), expected, JSON.stringify([pattern, name]));
    }),
    { numRuns: 2000 },
  );
});
