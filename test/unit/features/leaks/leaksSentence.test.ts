import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaptureError } from '../../../../src/common/captureError';
import { leaksSentence, type NamedLeaks } from '../../../../src/features/leaks/leaksSentence';

const leaks = (name: string, count: number, failure?: string): NamedLeaks => {
  return { name, count, text: '', ...(failure !== undefined && { failure: new CaptureError('failed', failure) }) };
};

test('one test says how many goroutines it leaks, and what cannot be found if there are none', () => {
  assert.equal(leaksSentence([leaks('TestA', 1)], 1), 'TestA leaks 1 goroutine.');
  assert.equal(leaksSentence([leaks('TestA', 3, 'TestA fails: no.')], 1), 'TestA leaks 3 goroutines. TestA fails: no.');
  assert.equal(leaksSentence([leaks('TestA', 0)], 1), 'TestA leaks no goroutine. One that a global variable still reaches is not found.');
});

test('of several tests, those that leak most are named, and those that fail or were not run are said', () => {
  const found = [leaks('TestA', 1), leaks('TestB', 0, 'x'), leaks('TestC', 5), leaks('TestD', 2), leaks('TestE', 4)];
  assert.equal(leaksSentence(found, 5), '4 of 5 tests leak goroutines: TestC (5), TestE (4), TestD (2) and 1 more. TestB did not pass: see the output.');
  assert.equal(
    leaksSentence([leaks('TestA', 0), leaks('TestB', 0)], 4),
    'None of 2 tests leaks a goroutine. One that a global variable still reaches is not found. The search ended after 2 of 4 tests.',
  );
});
