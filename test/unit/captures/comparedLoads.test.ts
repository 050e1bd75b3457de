import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedLoadsText } from '../../../src/captures/comparedLoads';
import type { LoadResult } from '../../../src/live/load/loadResult';
import { plainSpaces } from '../../shared/plainSpaces';

const load = (requestsPerSecond: number, p99: number, more: Partial<LoadResult> = {}): LoadResult => {
  return { tool: 'hey', requestsPerSecond, latency: { p99 }, concurrency: 50, output: '', ...more };
};

function textOf(now: LoadResult, before: LoadResult, type = 'cpu'): string {
  return plainSpaces(comparedLoadsText({ load: now, cost: 0.7e6 }, { load: before, cost: 1e6 }, type));
}

test('two loads are compared by their requests, the cost of each, and the slowest of them', () => {
  assert.equal(textOf(load(2604, 8e6), load(1240, 12e6)), '2.1× the requests at 0.70× the cpu per request · p99 12 → 8 ms');
  assert.equal(textOf(load(2604, 8e6), load(1240, 12e6), 'alloc_space'), '2.1× the requests at 0.70× the bytes per request · p99 12 → 8 ms');
});

test('failed requests and loads that are not alike are said', () => {
  const failing = load(2604, 8e6, { requests: 1000, errors: { count: 20, unanswered: 0, texts: [] } });
  const fine = load(1240, 12e6, { requests: 500, errors: { count: 0, unanswered: 0, texts: [] } });
  assert.match(textOf(failing, fine), / · 2.0 % failed, baseline none$/);
  const other = load(1240, 12e6, { tool: 'wrk', concurrency: 100 });
  assert.match(textOf(load(2604, 8e6), other), / · another load: hey with 50 connections, baseline wrk with 100 connections$/);
  const unknown = load(1240, 12e6, { concurrency: undefined });
  assert.ok(!textOf(load(2604, 8e6), unknown).includes('another load'));
});
