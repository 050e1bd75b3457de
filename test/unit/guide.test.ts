import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { repoRoot } from '../host/paths.mjs';
import { FakeUri, FakeVscode } from '../shared/fakeVscode';
import { withVscode } from '../shared/withVscode';

const FOLDER = path.join(repoRoot, 'media', 'guide');
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const textOf = (page: string): string => readFileSync(path.join(FOLDER, page), 'utf8');
const MANIFEST = readFileSync(path.join(repoRoot, 'package.json'), 'utf8');

/** The files that a page links to or shows. */
const targetsOf = (page: string): string[] => {
  return [...textOf(page).matchAll(/\]\((?!https?:|#)([^)#]*)/g)].map(([, target]) => target!);
};

test('each link and picture of the guide is a file of its folder, which the preview can show', () => {
  const wrong = PAGES.flatMap((page) => {
    return targetsOf(page).filter((target) => target.includes('/') || !existsSync(path.join(FOLDER, target)));
  });
  assert.deepEqual(wrong, []);
});

test('the first page leads to every page, and each page leads to another', () => {
  assert.deepEqual(PAGES.filter((page) => page !== 'guide.md' && !targetsOf('guide.md').includes(page)), []);
  for (const page of PAGES) assert.ok(targetsOf(page).some((target) => PAGES.includes(target)), page);
});

test('each setting and color that the guide names exists', () => {
  const named = PAGES.flatMap((page) => [...textOf(page).matchAll(/`(linecost\.[\w.]*\w)`/g)].map(([, name]) => name!));
  assert.ok(named.length > 20);
  assert.deepEqual(named.filter((name) => !MANIFEST.includes(`"${name}"`)), []);
});

test('each page that a setting or a view links to exists', () => {
  const linked = [...MANIFEST.matchAll(/linecost\.openGuide\?%5B%22([\w-]+)%22%5D/g)].map(([, page]) => `${page!}.md`);
  assert.ok(linked.length > 5);
  assert.deepEqual(linked.filter((page) => !PAGES.includes(page)), []);
});

test('each page that a message links to exists', () => {
  const folder = path.join(repoRoot, 'src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const linked = sources.flatMap((name) => [...readFileSync(path.join(folder, name), 'utf8').matchAll(/learnMore\('([\w-]+)'\)/g)]);
  assert.ok(linked.length > 3);
  assert.deepEqual(linked.map(([, page]) => `${page!}.md`).filter((page) => !PAGES.includes(page)), []);
});

test('the command shows the named page, and the list of pages without a name that can be one', async () => {
  const vscode = new FakeVscode([], {});
  withVscode(vscode.module);
  const { openGuide } = await import('../../src/features/start/openGuide');
  const extension = FakeUri.file('/extension') as never;
  for (const page of ['live-services', undefined, '../../package', {}]) await openGuide(extension, page);
  const shown = vscode.executed.map(([command, uri]) => [command, (uri as FakeUri).path]);
  const expected = ['live-services', 'guide', 'guide', 'guide'];
  assert.deepEqual(shown, expected.map((name) => ['markdown.showPreview', `/extension/media/guide/${name}.md`]));
});
