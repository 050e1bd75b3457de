import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dumpProfile } from '../../../src/goroutines/dumpProfile';
import { readDumps } from '../../../src/goroutines/readText';
import { finish } from '../../../src/profile/common/guard';
import { decodeProfile } from '../../../src/profile/wire/decode';

test('a profile has a sample per stack and label set, without remarks and the frames that started goroutines', () => {
  const labeled = (id: number, labels: string) =>
    `goroutine ${id} [select]${labels}:\nmain.f()\n\t/a.go:3 +0x1\n...5 frames elided...\nmain.g()\n\t/b.go:4 +0x1\n`
    + 'created by main.main in goroutine 1\n\t/c.go:5 +0x1\n\n';
  const text = labeled(1, '') + labeled(2, ' {req: "a b"}') + labeled(3, ' {req: "a b"}');
  const profile = decodeProfile(dumpProfile(finish(readDumps(new TextEncoder().encode(text))), undefined));
  assert.deepEqual(profile.sampleTypes, [{ type: 'goroutine', unit: 'count' }]);
  assert.deepEqual([...profile.values[0]], [2, 1]);
  const { strings, labels, functions, lines } = profile;
  assert.deepEqual([...labels.str].map((each) => strings.get(each)), ['a b']);
  assert.deepEqual([...functions.filename].map((each) => strings.get(each)), ['/a.go', '/b.go']);
  assert.deepEqual([...lines.line], [3, 4]);
});
