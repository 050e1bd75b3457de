import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureSteps } from '../../../../webview/charts/figureSteps';

test('what is counted has whole ticks, and parts of one if the axis ends below it, so that it has more than 0', () => {
  assert.equal(Math.min(...figureSteps('count', 1.1)!), 1);
  const parts = figureSteps('count', 0.69)!;
  assert.ok(parts.includes(0.5) && parts.every((step) => step < 1));
});

test('bytes have ticks in powers of 1024, and other units any', () => {
  assert.ok(figureSteps('bytes', 1e9)!.includes(500 * 1024 ** 2));
  assert.equal(figureSteps('nanoseconds', 1), undefined);
});
