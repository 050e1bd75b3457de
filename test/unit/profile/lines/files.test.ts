import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesNamed, filesOf } from '../../../../src/profile/lines/frames';
import { profileOfLines } from '../../../shared/stacks';

const profile = profileOfLines(`
  main@/home/me/app/main.go:3;f@example.com/lib@v1.2.0/util.go:2 1
  main@/home/me/app/main.go:3;g@C:\\go\\app\\util.go:1 1
  memcpy 1
`);

test('filesOf returns the files with samples, sorted', () => {
  assert.deepEqual(filesOf(profile), ['/home/me/app/main.go', 'C:\\go\\app\\util.go', 'example.com/lib@v1.2.0/util.go']);
});

test('filesNamed finds files by their base name, after a slash or a backslash', () => {
  const paths = profileOfLines('f@a/util.go:1 1\n g@C:\\b\\util.go:1 1\n h@myutil.go:1 1');
  assert.deepEqual(filesNamed(paths, 'util.go'), ['C:\\b\\util.go', 'a/util.go']);
  assert.deepEqual(filesNamed(paths, 'other.go'), []);
});

test('filesOf leaves out a file whose locations are in no stack', () => {
  const { stacks } = profile;
  const firstSample = { ...profile, sampleCount: 1, stacks: { ...stacks, offsets: stacks.offsets.slice(0, 2) } };
  const values = profile.values.map((column) => column.slice(0, 1));
  assert.equal(filesOf({ ...firstSample, values }).includes('C:\\go\\app\\util.go'), false);
});
