import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBackground, onBackgroundFailure } from '../../../src/ui/inBackground';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('failures in the background are reported to the listener, but cancellations are not', async () => {
  const failures: unknown[] = [];
  const subscription = onBackgroundFailure((error) => failures.push(error));
  const failure = new Error('the disk is full');
  inBackground(Promise.reject(failure));
  inBackground(Promise.reject(new DOMException('ended', 'AbortError')));
  inBackground(Promise.reject(Object.assign(new Error('Canceled'), { name: 'Canceled' })));
  inBackground(Promise.resolve(5));
  await settled();
  assert.deepEqual(failures, [failure]);
  subscription.dispose();
  inBackground(Promise.reject(failure));
  await settled();
  assert.equal(failures.length, 1);
});
