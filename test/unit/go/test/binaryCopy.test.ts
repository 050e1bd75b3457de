import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { areSameProgram } from '../../../../src/go/test/binaryCopy';

const ID = ['mjUlqe0wWwTc2dVSbQi_', 'jc-nAnqMVsqYmTRE3hS1', 'gfhDLkbZGRvMGd9VdNWd', '2D0zyOBGpq0vSwFJ-lyC'].join('/');
const OTHER_ID = ID.replace('mjU', 'mjV');
const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'binaryCopy-'));
after(() => rmSync(folder, { recursive: true }));
const files = [join(folder, 'first.test'), join(folder, 'second.test')] as const;

/** A program of 3 MB. */
function program(head: string, end: string): string {
  return head + 'x'.repeat(3_000_000) + end;
}

async function areSame(first: string, second: string): Promise<boolean> {
  writeFileSync(files[0], first);
  writeFileSync(files[1], second);
  return areSameProgram(files, signal);
}

test('programs with the same Go build ID are the same, and only their heads are read', async () => {
  for (const head of [`\0\0\0\x04\0\0\0Go\0\0${ID}\0`, `\x7f Go build ID: "${ID}"\n`]) {
    assert.equal(await areSame(program(head, 'aaaa'), program(head, 'bbbb')), true);
    assert.equal(await areSame(program(head, 'aaaa'), program(head.replace(ID, OTHER_ID), 'aaaa')), false);
  }
});

test('programs without a build ID of the go command are the same if all of their bytes are', async () => {
  for (const head of ['', 'Go\0\0', 'Go build ID: "chosen"', ID]) {
    assert.equal(await areSame(program(head, 'aaaa'), program(head, 'aaaa')), true);
    assert.equal(await areSame(program(head, 'aaaa'), program(head, 'aaab')), false);
  }
  assert.equal(await areSame('', ''), true);
  assert.equal(await areSame('short', 'shorter'), false);
});

test('a program that is missing, or that a link has replaced, is not the same', async () => {
  writeFileSync(files[0], program('', ''));
  rmSync(files[1], { force: true });
  assert.equal(await areSameProgram(files, signal), false);
  symlinkSync(files[0], files[1]);
  assert.equal(await areSameProgram(files, signal), false);
});
