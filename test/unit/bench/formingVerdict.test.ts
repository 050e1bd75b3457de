import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formingText } from '../../../src/bench/verdict';
import { resultsOf } from '../../shared/benchmarkSamples';

const times = (values: readonly number[]) => resultsOf(values.map((value) => [value]));

test('a preliminary verdict describes the change roughly, once two rounds are done', () => {
  const forming = (before: readonly number[], now: readonly number[]) =>
    formingText({ before: times(before), now: times(now) });
  assert.equal(forming([], []), '');
  assert.equal(forming([100], [50]), '');
  assert.equal(forming([100, 101, 102, 103], [88, 89, 90, 91]), 'about 11.8\u202f% faster so far');
  assert.equal(forming([100, 101, 102, 103], [101, 100, 103, 102]), 'not clear yet');
  assert.equal(forming([100, 101, 102, 103], [90, 91, 92, 102.5]), 'about 9.9\u202f% faster so far, not firm yet');
  assert.equal(forming([100, 101, 102, 103], [800, 801, 802, 803]), 'about 7.9× slower so far');
  const six = [100, 101, 102, 103, 104, 105];
  assert.equal(forming(six, six.map((time, i) => time * (1.05 + i / 100))), '5 to 10\u202f% slower so far');
  assert.equal(forming([100, 106], [101, 108]), 'not clear yet');
  assert.equal(forming([100, 101], [88, 89]), 'about 11.9\u202f% faster so far, not firm yet');
  assert.equal(forming([100, 101, 102], [150, 151, 152]), 'about 49.5\u202f% slower so far, not firm yet');
});

test('a large change is estimated however noisy the machine is, and no preliminary verdict claims that there is none', () => {
  const forming = (before: readonly number[], now: readonly number[]) =>
    formingText({ before: times(before), now: times(now) });
  assert.equal(forming([30_000, 90_000], [100, 310]), 'about 293× faster so far, not firm yet');
  assert.equal(forming([100, 310], [30_000, 90_000]), 'about 293× slower so far, not firm yet');
  assert.equal(forming([100, 320, 900, 150, 260], [120, 300, 700, 160, 310]), 'not clear yet');
  assert.equal(forming([100, 100, 100, 100], [100, 100, 100, 100]), 'not clear yet');
});

test('a preliminary verdict on several cases counts the faster and the slower ones', () => {
  const caseOf = (subName: string, values: readonly number[]) => resultsOf(values.map((value) => [value]), ['ns/op'], subName);
  const before = ['a', 'b', 'c'].flatMap((name) => caseOf(name, [100, 101, 102, 103]));
  const now = [...caseOf('a', [50, 51, 52, 53]), ...caseOf('b', [200, 201, 202, 203]), ...caseOf('c', [100, 103, 101, 102])];
  assert.equal(formingText({ before, now }), '1 faster, 1 slower so far, of 3 cases');
  assert.equal(formingText({ before, now: before }), 'none clear yet, of 3 cases');
  const firstRun = <T extends { line: number }>(results: readonly T[]) => results.filter(({ line }) => line === 1);
  assert.equal(formingText({ before: firstRun(before), now: firstRun(now) }), '');
});
