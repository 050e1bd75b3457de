import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaptureError } from '../../../../src/common/captureError';
import { environmentFailure } from '../../../../src/features/measure/environmentFailure';

/** The message about an error of `go build` with a profile for PGO. */
function messageOf(output: string): string {
  const error = new CaptureError('compile', `BenchmarkA cannot be built: ${output}.`);
  return (environmentFailure(error, '-pgo=a.pprof') as Error).message;
}

test('a profile for PGO that is missing or of another kind is named as the cause', () => {
  const missing = 'preprofile: error opening profile: open /w/a.pprof: no such file or directory';
  assert.equal(messageOf(missing), 'PGO needs a CPU profile, and there is no file /w/a.pprof.');
  const other = 'PGO needs a CPU profile, and the file of -pgo is not one that Go can read.';
  assert.equal(messageOf('preprofile: error parsing profile: error parsing profile: parsing profile: unknown wire type: 7'), other);
  assert.equal(messageOf('preprofile: error parsing profile: profile does not contain a sample index with value/type "samples/count"'), other);
});

test('another failure is told with the environment', () => {
  assert.equal(messageOf('a.go:3:1: x'), 'With -pgo=a.pprof: BenchmarkA cannot be built: a.go:3:1: x.');
});
