import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadResult } from '../../../../src/live/load/loadResult';
import { answeredRate, compareLoads, failedPart, isSameLoad, requestsInProfile } from '../../../../src/live/load/perRequest';

const load = (more: Partial<LoadResult> = {}): LoadResult => ({ tool: 'hey', requestsPerSecond: 100, output: '', ...more });
const errors = (count: number, unanswered = 0) => ({ count, unanswered, texts: [] });

test('the requests in a profile are those that were answered in a second, times its seconds', () => {
  assert.deepEqual(requestsInProfile(load(), 10), { count: 1000, perSecond: 100, seconds: 10 });
  const answered = load({ answeredPerSecond: 80, successesPerSecond: 60 });
  assert.deepEqual(requestsInProfile(answered, 10), { count: 800, perSecond: 80, seconds: 10, failed: 0.25 });
  assert.equal(requestsInProfile(load({ requestsPerSecond: 0.01 }), 1)?.count, 1);
  assert.equal(answeredRate(load({ answeredPerSecond: 0 })), 0);
});

test('the number of requests is not known if none was answered, or the profile has no duration', () => {
  assert.equal(requestsInProfile(load({ answeredPerSecond: 0 }), 10), undefined);
  assert.equal(requestsInProfile(load(), 0), undefined);
  assert.equal(requestsInProfile(load(), NaN), undefined);
});

test('compares the rates and the failed requests of two loads', () => {
  const before = load({ requests: 1000, errors: errors(0) });
  const now = load({ requestsPerSecond: 210, requests: 2000, errors: errors(500) });
  assert.deepEqual(compareLoads(before, now), { rate: 2.1, failed: [0, 0.25] });
});

test('leaves out what one of the loads does not know, and the ratio to nothing', () => {
  assert.deepEqual(compareLoads(load({ answeredPerSecond: 0 }), load({ errors: errors(0) })), {});
});

test('the part that failed counts requests without an answer', () => {
  assert.equal(failedPart(load({ requests: 20, errors: errors(10, 10) })), 1 / 3);
  assert.equal(failedPart(load({ requests: 0, errors: errors(20, 20) })), 1);
  assert.equal(failedPart(load({ successesPerSecond: 75, errors: errors(5) })), 0.25);
  assert.equal(failedPart(load()), undefined);
});

test('two loads are the same if their tool and connections are, and it is not known without the connections', () => {
  assert.equal(isSameLoad(load({ concurrency: 10 }), load({ concurrency: 10, requestsPerSecond: 5 })), true);
  assert.equal(isSameLoad(load({ concurrency: 10 }), load({ concurrency: 20 })), false);
  assert.equal(isSameLoad(load({ concurrency: 10 }), load({ tool: 'wrk', concurrency: 10 })), false);
  assert.equal(isSameLoad(load(), load()), undefined);
  assert.equal(isSameLoad(load({ concurrency: 10 }), load()), undefined);
});
