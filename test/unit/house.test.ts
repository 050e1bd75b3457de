import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { codeFiles } from '../house/codeFiles';
import { repeatedBlocks } from '../house/repeatedBlocks';
import { unusedExports } from '../house/unusedExports';
import { repoRoot } from '../host/paths.mjs';

const textsIn = (...folders: readonly string[]): Map<string, string> => {
  return new Map(codeFiles(...folders).map((file) => [file, readFileSync(path.join(repoRoot, file), 'utf8')]));
};

test('each exported function, class and constant is imported by another file', () => {
  const { uncalled } = unusedExports(textsIn('src', 'webview'), textsIn('test'));
  // VS Code calls these.
  assert.deepEqual(uncalled.filter((name) => !name.endsWith(': activate')), []);
});

test('an export counts as imported by name, by alias, by a re-export, as a whole and by import()', () => {
  const exporting = 'export const a = 1, b = 2;\nexport function c() {}\nexport class D {}\nexport async function e() {}\n';
  const importing = "import { a as x } from './m';\nexport { c } from './m';\n";
  const of = (text: string, tested = '') =>
    unusedExports(new Map([['src/m.ts', exporting], ['src/n.ts', text]]), new Map([['test/t.ts', tested]]));
  assert.deepEqual(of(importing, "import { b } from '../src/m';").uncalled, ['src/m.ts: D', 'src/m.ts: e']);
  assert.deepEqual(of(importing, "import { b } from '../src/m';").onlyTested, ['src/m.ts: b']);
  assert.deepEqual(of("import * as m from './m';").uncalled, []);
  assert.deepEqual(of("const m = await import('./m');").uncalled, []);
});

test('a block that occurs twice is found once, at its full length, whatever its indentation', () => {
  const block = (indent: string) => Array.from({ length: 5 }, (_, i) => `${indent}call(${i});`).join('\n');
  const texts = new Map([['a.ts', `first();\n${block('')}\n`], ['b.ts', `${block('  ')}\nlast();\n`]]);
  assert.deepEqual(repeatedBlocks(texts, 4), ['a.ts:2 and b.ts:1, 5 lines']);
  assert.deepEqual(repeatedBlocks(texts, 6), []);
});

test('no block of twelve lines occurs twice', () => {
  assert.deepEqual(repeatedBlocks(textsIn('src', 'webview'), 12), []);
});
