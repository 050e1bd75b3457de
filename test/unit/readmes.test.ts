import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Paths relative to ROOT, with forward slashes. */
const FILES = ['src', 'webview', 'test/unit', 'test/shared', 'test/conformance'].flatMap((top) =>
  readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' }).map((file) => path.join(top, file).replaceAll('\\', '/')));
const READMES = FILES.filter((file) => /^(src|webview)\/(.*\/)?README\.md$/.test(file));

const textOf = (readme: string): string => readFileSync(path.join(ROOT, readme), 'utf8');
const codeDirectlyIn = (folder: string): string[] =>
  FILES.filter((file) => file.endsWith('.ts') && path.posix.dirname(file) === folder).map((file) => path.posix.basename(file));

test('each code file that the README of a folder names exists', () => {
  for (const readme of READMES) {
    const named = [...textOf(readme).matchAll(/`([\w./]+\.ts)`/g)].map(([, name]) => name!.replace(/^(\.\.\/)+/, ''));
    assert.deepEqual(named.filter((name) => !FILES.some((file) => `/${file}`.endsWith(`/${name}`))), [], readme);
  }
});

test('each folder with more than ten code files has a README, or a line in that of its parent', () => {
  const folders = new Set(FILES.filter((file) => /^(src|webview)\//.test(file)).map((file) => path.posix.dirname(file)));
  const large = [...folders].filter((folder) => codeDirectlyIn(folder).length > 10);
  const explained = (folder: string): boolean => {
    const parent = `${path.posix.dirname(folder)}/README.md`;
    return READMES.includes(`${folder}/README.md`)
      || (READMES.includes(parent) && textOf(parent).includes(`\`${path.posix.basename(folder)}`));
  };
  assert.deepEqual(large.filter((folder) => !explained(folder)), []);
});
