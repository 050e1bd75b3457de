import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trendOf } from '../../../../../src/features/fleet/production/trendText';
import { plainSpaces } from '../../../../shared/plainSpaces';

const day = (date: number, cum?: number) => {
  return { to: Date.UTC(2026, 10, date + 1), share: cum === undefined ? undefined : { cum, total: 1000 } };
};

test('the trend has a bar for each day from 0 on, the first and the last share, and a gap where there is no data', () => {
  const trend = trendOf([day(16, 50), day(17), day(18, 100), day(19, 0), day(20, 200)]);
  assert.equal(trend?.chart, '▂ ▄▁█');
  assert.equal(plainSpaces(trend.change), '5 % → 20 % over 5 days');
  assert.match(plainSpaces(trend.days), /^Mon 16: 5 % · Tue 17: no data · .* · last 24 h: 20 %$/);
});

test('shares that are written alike are the same throughout, and a single day is no trend', () => {
  assert.match(plainSpaces(trendOf([day(19, 100), day(20, 100)])?.change ?? ''), /^10 % throughout over 2 days$/);
  assert.equal(trendOf([day(18), day(19), day(20, 100)]), undefined);
});
