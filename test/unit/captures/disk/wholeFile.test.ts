import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { writeFileNamed } from '../../../../src/captures/disk/wholeFile';

test('the error for a full disk names the file', { skip: !existsSync('/dev/full') }, async () => {
  const message = "ENOSPC: no space left on device, write '/runs/a'";
  await assert.rejects(writeFileNamed('/dev/full', 'text', '/runs/a'), { code: 'ENOSPC', message });
});
