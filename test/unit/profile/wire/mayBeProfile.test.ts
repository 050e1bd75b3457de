import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeProfile } from '../../../../src/profile/wire/mayBeProfile';
import { profileFromText } from '../../../shared/profileFromText';
import { PYTHON_PROFILE } from '../../../shared/pythonProfile';

const STACKS = `
500 | main.f /src/main.go:5 < main.main /src/main.go:9
7 | main.g /src/main.go:7 < main.main /src/main.go:9`;

test('mayBeProfile accepts every prefix of a profile', () => {
  const profile = profileFromText({ types: 'cpu/nanoseconds', stacks: STACKS });
  for (let end = 0; end <= profile.length; end++) assert.ok(mayBeProfile(profile.subarray(0, end)), `${end} bytes`);
});

test('mayBeProfile accepts a profile that begins with its strings, as some programs write it', () => {
  assert.ok(mayBeProfile(Buffer.from('\x32\0\x32\x03cpu\x0a\x04\x08\x01\x10\x02', 'latin1')));
});

const FOREIGN: Readonly<Record<string, string | Buffer>> = {
  'a Python profile': PYTHON_PROFILE,
  'a Python 2 profile': '{(iiis',
  'a GHC profile': '\tMon Nov 23 10:00 2026 Time and Allocation Profiling Report  (Final)\n',
  'text after an empty line': '\nFlat profile:\n\nEach sample counts as 0.01 seconds.\n',
  'text after an empty line and a backspace': '\n\x08Each',
  'a heap profile in text': 'heap profile: 1: 2 [3: 4] @ heap/1048576\n',
  'JSON': '{"nodes": []}',
  'an old binary CPU profile': '\0\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0',
  'a number without an end': `\x48${'\xff'.repeat(11)}`,
};

for (const [format, bytes] of Object.entries(FOREIGN)) {
  test(`mayBeProfile rejects ${format}`, () => {
    assert.equal(mayBeProfile(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes), false);
  });
}
