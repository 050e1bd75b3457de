import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFolderRenamed } from '../../../../src/profile/wire/renameFiles';
import { decodeWire, encodeWire, STRINGS, VALID } from '../../../shared/wire';

test('a folder is replaced in the file names; all else stays byte for byte', () => {
  const more = ['/tmp/tree/a/b.go', '/tmp/tree', '/tmp/tree-other/b.go', '/home/tmp/tree/b.go', String.raw`C:\tmp`, '/tmp/tree\\x'];
  const bytes = new Uint8Array(encodeWire({ ...VALID, string_table: [...STRINGS, ...more] }));
  const renamed = withFolderRenamed(bytes, '/tmp/tree', '/home/größer/ein langer Ordner');
  const names = (decodeWire(renamed) as { string_table: string[] }).string_table.slice(STRINGS.length);
  const to = '/home/größer/ein langer Ordner';
  assert.deepEqual(names, [`${to}/a/b.go`, to, more[2], more[3], more[4], `${to}\\x`]);
  const back = withFolderRenamed(renamed, to, '/tmp/tree');
  assert.deepEqual(back, bytes);
  assert.deepEqual(withFolderRenamed(bytes, '/nowhere', '/x'), bytes);
});

test('damaged bytes are refused', () => {
  assert.throws(() => withFolderRenamed(Uint8Array.of(50, 200, 1, 65), '/a', '/b'));
});
