import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findTestFiles } from './testFiles.mjs';

const here = fileURLToPath(import.meta.url);
const folder = path.dirname(here);

test('test files in subfolders are found', () => {
  assert.ok(findTestFiles([path.dirname(folder)]).includes(here));
});

test('only files whose path below the folder contains one of the parts are found', () => {
  assert.deepEqual(findTestFiles([folder], ['testFil']), [here]);
  assert.deepEqual(findTestFiles([folder], ['no such part']), []);
});

test('a missing folder has no test files', () => {
  assert.deepEqual(findTestFiles([path.join(folder, 'missing')]), []);
});
