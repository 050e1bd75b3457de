import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFolderRenamed } from '../../../../src/profile/wire/renameFiles';
import { decodeWire, encodeWire, STRINGS, VALID } from '../../../shared/wire';

test('a folder is renamed in file names, and all other bytes stay the same', () => {
  const files = ['/tmp/tree/a/b.go', '/tmp/tree', '/tmp/tree-other/b.go', '/home/tmp/tree/b.go', String.raw`C:\tmp`, '/tmp/tree\\x'];
  const bytes = new Uint8Array(encodeWire({ ...VALID, string_table: [...STRINGS, ...files] }));
  const to = '/home/größer/a long folder name';
  const renamed = withFolderRenamed(bytes, '/tmp/tree', to);
  const names = (decodeWire(renamed) as { string_table: string[] }).string_table.slice(STRINGS.length);
  assert.deepEqual(names, [`${to}/a/b.go`, to, files[2], files[3], files[4], `${to}\\x`]);
  const back = withFolderRenamed(renamed, to, '/tmp/tree');
  assert.deepEqual(back, bytes);
  assert.deepEqual(withFolderRenamed(bytes, '/other', '/x'), bytes);
});

test('damaged bytes throw an error', () => {
  assert.throws(() => withFolderRenamed(Uint8Array.of(50, 200, 1, 65), '/a', '/b'));
});
