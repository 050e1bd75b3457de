import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashFiles, type HashedFile } from '../../../../src/go/test/fileHashes';

const filesOf = (count: number, bytes = 1) => Array.from({ length: count }, (_, i) => ({ path: `/w/${i}`, bytes }));

test('a file is hashed by its content, read at once or in pieces; without one of them, nothing is known', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'linecost-hashes-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const written = (name: string, text: string): HashedFile => {
    writeFileSync(join(folder, name), text);
    return { path: join(folder, name), bytes: text.length };
  };
  const texts = ['', 'x', 'y'.repeat(1_500_000)];
  const files = texts.map((text, i) => written(`${i}`, text));
  const expected = texts.map((text) => createHash('sha1').update(text).digest('hex').slice(0, 16));
  const hashes = await hashFiles(files);
  assert.deepEqual([...hashes!], files.map(({ path }, i) => [path, expected[i]]));
  assert.equal(await hashFiles([...files, { path: join(folder, 'gone'), bytes: 1 }]), undefined);
});

test('several files are read at once, but not all', async () => {
  let [reading, most] = [0, 0];
  const hashes = await hashFiles(filesOf(100), async ({ path }) => {
    most = Math.max(most, ++reading);
    await new Promise(setImmediate);
    reading--;
    return path;
  });
  assert.deepEqual([hashes!.size, hashes!.get('/w/99'), most > 1 && most <= 16], [100, '/w/99', true]);
});

test('more files or bytes than the first columns may wait for are not read', async () => {
  let count = 0;
  const hashOf = async () => String(count++);
  assert.equal((await hashFiles(filesOf(1000), hashOf))!.size, 1000);
  count = 0;
  const [many, large] = [await hashFiles(filesOf(5000), hashOf), await hashFiles(filesOf(2, 40_000_000), hashOf)];
  assert.deepEqual([many, large, count], [undefined, undefined, 0]);
});
