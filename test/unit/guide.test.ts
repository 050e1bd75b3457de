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

/** `live-services` and `live-services#if-a-fetch-fails` for each page and heading, as VS Code names headings. */
const PLACES = PAGES.flatMap((page) => {
  const headings = [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, text]) => text!.toLowerCase().replace(/[^\w -]/g, '').replaceAll(' ', '-'));
  return [page.replace('.md', ''), ...headings.map((heading) => page.replace('.md', `#${heading}`))];
});

test('each link between pages leads to a page or a heading of it', () => {
  const linked = PAGES.flatMap((page) => [...textOf(page).matchAll(/\]\(([\w-]+)\.md(#[^)]*)?\)/g)]);
  assert.ok(linked.some(([, , heading]) => heading));
  assert.deepEqual(linked.map(([, page, heading = '']) => page + heading).filter((place) => !PLACES.includes(place)), []);
});

test('each page and heading that a setting or a view links to exists', () => {
  const linked = [...MANIFEST.matchAll(/linecost\.openGuide\?([^)]*)\)/g)].map(([, args]) => (JSON.parse(decodeURIComponent(args!)) as string[])[0]!);
  assert.ok(linked.length > 5);
  assert.deepEqual(linked.filter((place) => !PLACES.includes(place)), []);
});

test('each page and heading that a message links to exists', () => {
  const folder = path.join(repoRoot, 'src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const linked = sources.flatMap((name) => [...readFileSync(path.join(folder, name), 'utf8').matchAll(/learnMore\('([\w#-]+)'\)/g)]);
  assert.ok(linked.length > 2);
  assert.deepEqual(linked.map(([, place]) => place!).filter((place) => !PLACES.includes(place)), []);
});

test('the command shows the named page at the named heading, and the list of pages without a name that can be one', async () => {
  const vscode = new FakeVscode([], {});
  withVscode(vscode.module);
  const { openGuide } = await import('../../src/features/start/openGuide');
  const extension = FakeUri.file('/extension') as never;
  for (const place of ['live-services', 'settings#keys', undefined, '../../package', {}]) await openGuide(extension, place);
  const shown = vscode.executed.map(([command, uri]) => [command, String(uri)]);
  const expected = ['live-services.md', 'settings.md#keys', 'guide.md', 'guide.md', 'guide.md'];
  assert.deepEqual(shown, expected.map((name) => ['markdown.showPreview', `file:///extension/media/guide/${name}`]));
});
