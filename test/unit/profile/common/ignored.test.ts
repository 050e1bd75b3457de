import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ignored, onIgnored } from '../../../../src/profile/common/ignored';

test('an ignored error is logged with what is missing, and the fallback takes its place', async () => {
  const texts: string[] = [];
  const subscription = onIgnored((text) => texts.push(text));
  const failing = () => Promise.reject(new TypeError('length of undefined'));
  assert.deepEqual(await failing().catch(ignored('the hover has no callers', [])), []);
  assert.equal(await failing().catch(ignored('the hover has no callers')), undefined);
  assert.equal(texts.length, 2);
  assert.match(texts[0]!, /^the hover has no callers: TypeError: length of undefined\n\s+at /);
  subscription.dispose();
  await failing().catch(ignored('the hover has no callers'));
  assert.equal(texts.length, 2);
});

test('a cancellation is not logged', async () => {
  const texts: string[] = [];
  const subscription = onIgnored((text) => texts.push(text));
  await Promise.reject(new DOMException('stopped', 'AbortError')).catch(ignored('nothing'));
  subscription.dispose();
  assert.deepEqual(texts, []);
});
