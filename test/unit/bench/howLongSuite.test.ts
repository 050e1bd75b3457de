import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SuiteClock, suiteText } from '../../../src/bench/howLongSuite';

const measured = { cases: 1, millis: 60_000 };
const never = { millis: 10_000 };

test('a suite whose benchmarks were all measured says how many cases it has and how long it takes', () => {
  assert.equal(suiteText([measured, { cases: 3, millis: 180_000 }]), '2 benchmarks, 4 cases known: about 4 min');
  assert.equal(suiteText([measured]), '1 benchmark: about 1 min');
});

test('a benchmark that was never measured may have many cases, so the time is the least', () => {
  assert.equal(suiteText([{ cases: 3, millis: 180_000 }, never]), '2 benchmarks, 1 not measured yet, 3 cases known: at least 3 min');
  assert.equal(suiteText([never, never]), '2 benchmarks, none measured yet: at least 20 s');
});

test('a suite of which nothing is known says so', () => {
  assert.equal(suiteText([{}, {}]), '2 benchmarks, none measured yet: how long is unknown');
});

test('while a suite runs, the time left includes the rest of the running benchmark', () => {
  assert.equal(new SuiteClock([measured, measured, measured]).leftText(1, 30_000), 'about 2 min left');
});

test('benchmarks that took longer than expected make the others longer, too', () => {
  const clock = new SuiteClock([measured, measured]);
  clock.end(0, 180_000);
  assert.equal(clock.leftText(1, 0), 'about 3 min left');
});

test('the time of benchmarks without earlier results is the least until one of them has finished', () => {
  const clock = new SuiteClock([never, never, never]);
  assert.equal(clock.leftText(0, 0), 'at least 30 s left');
  clock.end(0, 120_000);
  assert.equal(clock.leftText(1, 0), 'about 4 min left');
});

test('nothing is said of the time left if nothing is known of it', () => {
  assert.equal(new SuiteClock([{}, {}]).leftText(0, 0), undefined);
  assert.equal(new SuiteClock([never]).leftText(0, 60_000), undefined);
});
