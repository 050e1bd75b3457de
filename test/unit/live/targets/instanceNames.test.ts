import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instanceNames } from '../../../../src/live/targets/instances';

test('each instance has a name of its own, also if only its path or its scheme tells it from another', () => {
  assert.deepEqual(instanceNames(['h:1', 'h:2']), ['h:1', 'h:2']);
  assert.deepEqual(instanceNames(['http://h:1/a/', 'http://h:1/b/']), ['h:1/a/', 'h:1/b/']);
  const schemes = ['h:1', 'https://h:1/debug/pprof/', 'https+insecure://h:1/debug/pprof/'];
  assert.equal(new Set(instanceNames(schemes)).size, 3);
});
