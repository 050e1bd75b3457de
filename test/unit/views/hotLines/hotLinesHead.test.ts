import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headOf } from '../../../../src/views/hotLines/hotLinesText';

test('the first row names the files and the order of the lines', () => {
  const head = headOf({ order: 'charged', scope: 'workspace' }, false);
  assert.deepEqual(head, { label: 'In this workspace', description: 'by cost caused here' });
});
