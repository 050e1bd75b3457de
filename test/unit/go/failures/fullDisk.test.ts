import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaptureError } from '../../../../src/common/captureError';
import { fullBuildDisk, fullDisk } from '../../../../src/go/failures/diskFailure';
import { finish } from '../../../../src/profile/common/guard';

const [TEMP, CACHE] = ['/no/such/temp', '/no/such/cache'];

/** The message for the output of a build that reports a full disk. */
async function messageFor(output: string): Promise<string> {
  return (await fullBuildDisk(finish(fullDisk(output))!, TEMP, CACHE)).message;
}

test('the message for a full disk names the folder of the build cache, or the one for temporary files', async () => {
  assert.equal(await messageFor(`open ${CACHE}/00/0a-d: no space left on device`),
    `The disk of Go's build cache is full (${CACHE}): free some space, or set GOCACHE in linecost.go.env to a folder on another disk.`);
  assert.equal(await messageFor('/usr/local/go/link: mapping output file failed: no space left on device'),
    `The disk for temporary files is full (${TEMP}): free some space, or set GOTMPDIR in linecost.go.env to a folder on another disk.`);
});

test('while there is space, another failure stays as it is', async () => {
  const failure = new CaptureError('compile', 'BenchmarkA cannot be built: x.');
  assert.equal(await fullBuildDisk(failure, TEMP, CACHE), failure);
});
