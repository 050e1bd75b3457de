import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findTestFiles } from './testFiles.mjs';

const here = fileURLToPath(import.meta.url);
const folder = path.dirname(here);

test('finds test files in subfolders', () => {
  assert.ok(findTestFiles([path.dirname(folder)]).includes(here));
});

test('returns only files whose path below the folder contains one of the parts', () => {
  assert.deepEqual(findTestFiles([folder], ['testFil']), [here]);
  assert.deepEqual(findTestFiles([folder], ['no such part']), []);
});

test('finds no tests in a missing folder', () => {
  assert.deepEqual(findTestFiles([path.join(folder, 'missing')]), []);
});
