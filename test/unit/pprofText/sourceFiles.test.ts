import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import test, { after } from 'node:test';
import { SourceReader } from '../../../src/pprofText/sourceFiles';

const folder = mkdtempSync(join(tmpdir(), 'linecost-sources-'));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'project', 'deep'), { recursive: true });

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Lines 1 to `count` of a file; a line is undefined if the file does not have it. */
function lines(reader: SourceReader, file: string, count: number): (string | undefined)[] {
  return Array.from({ length: count }, (_, i) => {
    const line = reader.line(file, i + 1);
    return line && Buffer.from(line).toString('latin1');
  });
}

test('lines are returned without \\n or \\r\\n, and the last line needs neither', () => {
  const file = write('ends.go', 'a\r\n\r\nb\r c\nd');
  assert.deepEqual(lines(new SourceReader('', ''), file, 5), ['a', '', 'b\r c', 'd', undefined]);
});

test('bytes that are not UTF-8 stay unchanged', () => {
  const file = write('latin1.go', Buffer.from('caf\xe9\n\xff', 'latin1'));
  assert.deepEqual(lines(new SourceReader('', ''), file, 2), ['caf\xe9', '\xff']);
});

test('a file ends before a line that is too long for pprof', () => {
  const file = write('long.go', `a\n${'b'.repeat(65535)}\n${'c'.repeat(65536)}\nd\n`);
  const [first, second, third] = lines(new SourceReader('', ''), file, 3);
  assert.deepEqual([first, second?.length, third], ['a', 65535, undefined]);
});

test('a relative name is looked up in the search directories and their parents', () => {
  write('project/near.go', 'near');
  write('above.go', 'above');
  const reader = new SourceReader(`${folder}/missing${delimiter}${folder}/project/deep`, '');
  assert.deepEqual(lines(reader, 'near.go', 1), ['near']);
  assert.deepEqual(lines(reader, 'above.go', 1), ['above']);
});

test('an absolute name from another machine is found if it contains the name of a search directory', () => {
  write('project/deep/far.go', 'far');
  const reader = new SourceReader(join(folder, 'project'), '');
  assert.deepEqual(lines(reader, '/elsewhere/project/deep/far.go', 1), ['far']);
});

test('errors are worded as in Go and pprof, and a file has none before it is read', () => {
  const reader = new SourceReader(join(folder, 'project'), '');
  const file = write('plain.go', 'a');
  assert.equal(reader.error('/none/a.go'), undefined);
  for (const name of ['/none/a.go', 'b.go', file, join(file, 'c.go')]) reader.line(name, 1);
  assert.equal(reader.error('/none/a.go'), 'open /none/a.go: no such file or directory');
  assert.equal(reader.error('b.go'), `could not find file b.go on path ${join(folder, 'project')}`);
  assert.equal(reader.error(join(file, 'c.go')), `open ${join(file, 'c.go')}: not a directory`);
  assert.equal(reader.error(file), undefined);
});

test('a directory has neither lines nor an error, as in pprof', () => {
  const reader = new SourceReader('', '');
  assert.deepEqual(lines(reader, folder, 1), [undefined]);
  assert.equal(reader.error(folder), undefined);
});
