import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFirm, TIME_VARIES } from '../../../../src/profile/noise/firmChange';
import { type SampledCost, firmChangeTime } from '../../../../src/profile/noise/neededTime';

const RULE = { operations: { now: 1000, before: 1000 }, unitRatio: 1, varies: TIME_VARIES };

/** A cost in which each sample counts 1. */
const cost = (samples: number): SampledCost => ({ value: samples, samples });
const timeFor = (now: number, before: number, seconds: number) =>
  firmChangeTime(cost(now), cost(before), TIME_VARIES, seconds);

/** Whether the change is firm in profiles that are `times` times as long. */
function isFirmInLonger(now: number, before: number, times: number): boolean {
  const part = (samples: number) => ({ value: samples, variance: samples / times, events: 0 });
  return isFirm({ now: part(now), before: part(before) }, RULE);
}

test('a change is firm after the proposed time, but not after a quarter of it', () => {
  for (const [now, before] of [[60, 50], [130, 100], [20, 12], [115, 100]] as const) {
    const seconds = timeFor(now, before, 2);
    assert.ok(typeof seconds === 'number', `${now} and ${before}: ${seconds}`);
    assert.ok(isFirmInLonger(now, before, seconds / 2), `${now} and ${before}: ${seconds} s`);
    assert.ok(!isFirmInLonger(now, before, seconds / 2 / 4), `${now} and ${before}: less than ${seconds} s`);
  }
  assert.equal(timeFor(60, 50, 2), 30);
});

test('a smaller change takes longer, and a change within the variation between runs is never firm', () => {
  assert.equal(timeFor(120, 100, 2), 15);
  assert.equal(timeFor(112, 100, 2), 90);
  assert.equal(timeFor(107, 100, 2), 'never');
  assert.equal(timeFor(110, 100, 60), 'tooLong');
});

test('no time is proposed without samples, without a change, without a run time, or if everything is recorded', () => {
  assert.equal(timeFor(5, 0, 2), undefined);
  const [now, before] = [{ value: 2, samples: Infinity }, { value: 1, samples: Infinity }];
  assert.equal(firmChangeTime(now, before, TIME_VARIES, 2), undefined);
  assert.equal(timeFor(5, 5, 2), undefined);
  assert.equal(timeFor(6, 5, 0), undefined);
});
