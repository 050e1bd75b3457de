import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findTestFiles } from './testFiles.mjs';

const here = fileURLToPath(import.meta.url);
const folder = path.dirname(here);

test('test files are found anywhere below a folder', () => {
  assert.ok(findTestFiles([path.dirname(folder)]).includes(here));
});

test('if parts are given, only files whose path below the folder contains one are returned', () => {
  assert.deepEqual(findTestFiles([folder], ['testFil']), [here]);
  assert.deepEqual(findTestFiles([folder], ['no such part']), []);
});

test('a folder that is not there has no tests', () => {
  assert.deepEqual(findTestFiles([path.join(folder, 'missing')]), []);
});
