import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimed, measuringMs, needsSeconds, secondsOf } from '../../../src/live/profileSeconds';

test('recognizes timed profiles, and reads the duration of a URL', () => {
  const url = (path: string) => new URL(path, 'http://h/debug/pprof/');
  assert.deepEqual(['profile', 'profile?seconds=5', 'profile?seconds=x', 'heap'].map((path) => needsSeconds(url(path))), [
    true,
    false,
    true,
    false,
  ]);
  assert.deepEqual(['profile?seconds=5', 'heap', 'profiles', 'trace'].map((path) => isTimed(url(path))), [true, false, false, true]);
  assert.deepEqual(['profile', 'trace', 'heap', 'heap?seconds=3'].map((path) => measuringMs(url(path))), [30_000, 1000, undefined, 3000]);
  assert.deepEqual(['?seconds=5', '?seconds=0', ''].map((query) => secondsOf(url(query))), [5, undefined, undefined]);
  // For these values, net/http/pprof uses its default of 30 s.
  assert.deepEqual(['5.5', '5s', 'x', '-5'].map((text) => secondsOf(url(`?seconds=${text}`))), Array(4).fill(undefined));
});
