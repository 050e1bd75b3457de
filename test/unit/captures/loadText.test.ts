import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorTexts, loadText } from '../../../src/captures/loadText';
import type { LoadResult } from '../../../src/live/load/loadResult';
import { plainSpaces } from '../../shared/plainSpaces';

const load = (more: Partial<LoadResult> = {}): LoadResult => ({
  tool: 'hey', requestsPerSecond: 30824.2758, printedRate: '30824.2758', output: '', ...more,
});

test("a load has the tool's own digits, two percentiles, and errors if there are any", () => {
  const latency = { p50: 300e3, p90: 1e6, p99: 2.4e6 };
  assert.equal(plainSpaces(loadText(load({ latency }))), 'hey: 30 824.2758 requests/s, p50 300 µs, p99 2.40 ms');
  const errors = { count: 63, unanswered: 3, texts: [] };
  assert.equal(plainSpaces(loadText(load({ requests: 197, errors }))), 'hey: 30 824.2758 requests/s, 63 of 200 failed');
  assert.equal(plainSpaces(loadText(load({ errors }))), 'hey: 30 824.2758 requests/s, 63 failed');
});

test('rates keep trailing zeros, prefixes and separators; one that was computed has six digits', () => {
  const rate = (printedRate?: string, requestsPerSecond = 1) => plainSpaces(loadText({ tool: 'other', requestsPerSecond, printedRate, output: '' }));
  assert.equal(rate('20002.20'), '20 002.20 requests/s');
  assert.equal(rate('27.46k'), '27.46k requests/s');
  assert.equal(rate('1,234.5'), '1,234.5 requests/s');
  assert.equal(rate(undefined, 8695.652173913044), '8695.65 requests/s'.replace('8695', '8 695'));
});

test('errors are listed with their number, if the tool counts them', () => {
  const errors = { count: 60, unanswered: 20, texts: [{ text: 'refused', count: 20 }, { text: '503 Busy' }] };
  assert.deepEqual(errorTexts(load({ errors, statuses: { 200: 5, 503: 40 } })).map(plainSpaces), [
    '40 × status 503', '20 × refused', '503 Busy',
  ]);
  assert.deepEqual(errorTexts(load()), []);
});
