import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenLineText } from '../../../../src/pages/profile/hiddenLineText';

test('a line whose frames are hidden is named with what hides them', () => {
  const at = { file: '/src/lib/lib.go', line: 15 };
  assert.equal(
    hiddenLineText({ ...at, from: 'BenchmarkX/size=2', hideTestingFrames: true }),
    'lib.go:15 has no frame below BenchmarkX/size=2, where the flame graph starts: choose Everything in the flame graph.',
  );
  assert.equal(
    hiddenLineText({ ...at, hideTestingFrames: true }),
    'The flame graph hides the frames of lib.go:15: turn off View → Hide testing frames.',
  );
  assert.match(hiddenLineText(at), /^The flame graph has no frame with costs of lib\.go:15/);
});
