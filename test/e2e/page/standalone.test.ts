import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { exportToFile } from '../../../src/engine/node/exportToFile';
import type { Profile } from '../../../src/profile/model';
import type { ExportedPage } from '../../../src/pages/protocol/exportedPage';
import { repoRoot } from '../../host/paths.mjs';
import { profileOf } from '../../shared/profileFromText';
import { reviewScreenshot } from '../driver/artifacts';
import { sharedBrowser } from './browser';
import { PATIENCE_MS } from '../driver/until';
import { violationsOn } from './accessibility';

const HOSTILE = '</script><img/src=x/onerror=alert(1)>';
const PROFILE = profileOf(`
  4 40000000 | json.Parse@70 /go/src/encoding/json/parse.go:77 < shop.Load /src/shop/load.go:12 < main.main /src/main.go:3
  3 30000000 | shop.Total /src/shop/cart.go:48 < main.main /src/main.go:4
  2 20000000 | ${HOSTILE} /src/hostile.go:1 < main.main /src/main.go:5
  1 10000000 | runtime.gc /go/src/runtime/mgc.go:1300
`, { types: 'samples/count cpu/nanoseconds' });
const { sampleTypes } = PROFILE;
const CONTENT: ExportedPage = {
  profile: {
    id: 1, captured: 1, capture: 'exported', title: 'BenchmarkShop', sampleTypes, sampleType: 1, totals: [10, 1e8],
    samples: '10 samples', durationNanos: 1e9, siblings: [{ id: 1, label: 'cpu', sampleTypes }],
  },
  starts: {},
  refinement: {},
  facts: ['Measured 2026-11-23 14:05 UTC', 'go1.26.8, at 1a2b3c4 (main)', HOSTILE],
};

let folder: string;
let browser: Browser;
let page: Page;
let problems: string[] = [];

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linecost-page-'));
  [browser] = await Promise.all([sharedBrowser(), buildBundle()]);
});
after(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** Builds the page's bundle as esbuild.config.mjs does. */
async function buildBundle(): Promise<void> {
  await writeFile(path.join(folder, 'THIRD_PARTY_NOTICES.txt'), 'Licenses --> <img src=x onerror=alert(2)>');
  await build({
    entryPoints: ['webview/standalone/main.ts'], outfile: path.join(folder, 'standalone.js'), absWorkingDir: repoRoot,
    bundle: true, minify: true, format: 'iife', target: 'es2022', legalComments: 'none',
    alias: { 'd3-transition': path.join(repoRoot, 'webview/flame/instantTransition.ts') },
  });
}

/** Writes a page and opens it from disk. Records errors, violations of the policy and requests. */
async function open(
  { profile = PROFILE, content = CONTENT, ...look }: {
    readonly profile?: Profile;
    readonly content?: ExportedPage;
    readonly colorScheme?: 'dark' | 'light';
    readonly contrast?: 'more';
    readonly width?: number;
  } = {},
): Promise<Page> {
  const file = path.join(folder, 'page.html');
  const options = { sampleType: 1, refinement: {}, format: 'html', path: file } as const;
  const written = { folder, content: JSON.stringify(content) };
  await exportToFile(profile, { ...options, page: written }, new AbortController().signal);
  return openFile(file, look);
}

async function openFile(
  file: string,
  { colorScheme = 'dark', contrast, width = 1280 }: Pick<NonNullable<Parameters<typeof open>[0]>, 'colorScheme' | 'contrast' | 'width'>,
): Promise<Page> {
  await page?.context().close();
  const context = await browser.newContext({
    colorScheme, contrast: contrast ?? 'no-preference', viewport: { width, height: 800 },
  });
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
  page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => request.url().startsWith('http') && problems.push(`request: ${request.url()}`));
  await page.goto(pathToFileURL(file).href);
  return page;
}

const tab = (name: string) => page.getByRole('tab', { name, exact: true });

/** The figures of a row of Top. */
async function topRow(name: string): Promise<string> {
  const row = page.locator('.top-row.function', { hasText: name }).first();
  return ((await row.textContent()) ?? '').replace(/\s+/g, ' ');
}

test('a page opened from disk shows the flame graph, Top and Peek, with the figures of pprof', async () => {
  await open();
  await page.locator('g.frame[name="shop.Load"]').waitFor();
  assert.equal(await page.title(), 'BenchmarkShop');
  assert.match((await page.locator('.toolbar').textContent()) ?? '', /BenchmarkShop.*100\sms · 10\s% of 1\ss · 10 samples/);
  assert.match((await page.locator('.facts').textContent()) ?? '', /Measured 2026-11-23 14:05 UTCgo1\.26\.8, at 1a2b3c4 \(main\)/);
  assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Flame Graph', 'Top', 'Callers & callees']);
  await tab('Top').click();
  await page.locator('.top-row.function').first().waitFor();
  assert.match(await topRow('json.Parse'), /40\sms.*40\s%/);
  assert.match(await topRow('main.main'), /90\sms.*90\s%/);
  await tab('Callers & callees').click();
  await page.locator('.peek-function').waitFor();
  assert.deepEqual(problems, []);
});

test('names and facts from outside are shown as text', async () => {
  await open();
  await page.locator('g.frame').first().waitFor();
  assert.ok((await page.locator('.facts').textContent())?.includes(HOSTILE));
  await tab('Top').click();
  await page.locator('.top-row.function', { hasText: 'onerror=alert(1)' }).waitFor();
  assert.equal(await page.locator('img').count(), 0);
  assert.deepEqual(problems, []);
});

test('the keyboard searches, changes tabs, unfolds callers and copies the place of a function', async () => {
  await open();
  await page.locator('g.frame[name="shop.Load"]').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('shop|json');
  await page.getByText('70\u202f% · 3 frames').waitFor();
  await tab('Flame Graph').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.top-row.function').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('Parse');
  await page.getByText('1 of').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.locator('.top-row', { hasText: 'Callers' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('status').filter({ hasText: 'Copied /go/src/encoding/json/parse.go:77' }).waitFor();
  assert.deepEqual(problems, []);
});

test('a reader can choose another sample type, and refine the profile further', async () => {
  await open();
  await page.locator('g.frame[name="shop.Load"]').waitFor();
  await page.getByRole('combobox', { name: 'Sample type' }).selectOption({ index: 0 });
  await page.locator('.total', { hasText: /^10 samples$/ }).waitFor();
  await page.locator('g.frame[name="shop.Load"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Focus', exact: true }).click();
  await page.locator('g.frame[name="shop.Total"]').waitFor({ state: 'detached' });
  await page.locator('.chip', { hasText: 'focus' }).waitFor();
  await page.getByRole('button', { name: 'Remove focus' }).click();
  await page.locator('g.frame[name="shop.Total"]').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Saved…' }).count(), 0);
  assert.deepEqual(problems, []);
});

test('a comparison has the sentence of the sample type that is chosen, also after the profile is refined', async () => {
  const comparisonOf = (unit: string, head: string) =>
    ({ head, now: '14:22:31', before: '14:05:09', unit, remarks: [], normalize: false });
  const comparisons = [comparisonOf('count', 'samples +25 % · 8 → 10'), comparisonOf('nanoseconds', 'CPU +25 % · 80 → 100 ms')];
  await open({ content: { ...CONTENT, comparisons } });
  const isShown = (text: string) => page.locator('.total', { hasText: text }).waitFor();
  await isShown('CPU +25 % · 80 → 100 ms · vs 14:05:09');
  await page.getByRole('combobox', { name: 'Sample type' }).selectOption({ index: 0 });
  await isShown('samples +25 % · 8 → 10 · vs 14:05:09');
  await page.locator('g.frame[name="shop.Load"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Focus', exact: true }).click();
  await page.locator('.chip', { hasText: 'focus' }).waitFor();
  await isShown('samples +25 % · 8 → 10 · vs 14:05:09');
  assert.deepEqual(problems, []);
});

test('the flame graph is downloaded as a picture', async () => {
  await open();
  await page.locator('g.frame[name="shop.Load"]').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as SVG…' }).click()]);
  assert.equal(download.suggestedFilename(), 'BenchmarkShop flame graph.svg');
  assert.deepEqual(problems, []);
});

for (const look of [
  { colorScheme: 'dark' }, { colorScheme: 'light' }, { colorScheme: 'dark', contrast: 'more' }, { colorScheme: 'light', contrast: 'more' },
] as const) {
  const name = Object.values(look).join(' ');
  test(`every tab and its help meet the accessibility rules under the system's theme: ${name}`, async () => {
    await open(look);
    await page.locator('g.frame[name="shop.Load"]').click();
    const violations: string[] = [];
    for (const [id, content] of Object.entries({ 'Flame Graph': 'g.frame', Top: '.top-row.function', 'Callers & callees': '.peek-function' })) {
      await tab(id).click();
      await page.getByRole('tabpanel', { name: id, exact: true }).locator(content).first().waitFor();
      violations.push(...(await violationsOn(page)).map((text) => `${id}: ${text}`));
      await reviewScreenshot(page, `page-standalone-${name}-${id}`);
      await page.getByRole('button', { name: 'Keys and colors' }).click();
      await page.getByRole('dialog').waitFor();
      violations.push(...(await violationsOn(page)).map((text) => `help of ${id}: ${text}`));
      await page.keyboard.press('Escape');
    }
    assert.deepEqual(violations, []);
  });
}

test('on paper, the page is light and has no buttons, also under a dark theme', async () => {
  await open();
  await page.locator('g.frame[name="shop.Load"]').click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.locator('body.vscode-light').waitFor();
  const buttons = await page.getByRole('button').filter({ visible: true }).allInnerTexts();
  assert.deepEqual(buttons.filter((text) => !['all', 'main.main'].includes(text)), [], 'beside the path of the zoom');
  await page.locator('g.frame[name="shop.Load"]').waitFor();
  assert.match((await page.locator('.toolbar').innerText()), /BenchmarkShop.*100\sms/s);
  assert.match((await page.locator('.facts').innerText()), /Measured 2026-11-23/);
  await page.emulateMedia({ media: null, colorScheme: 'dark' });
  await page.locator('body.vscode-dark').waitFor();
  assert.deepEqual(problems, []);
});

test('in a narrow window, the figures come before the facts, which a key scrolls', async () => {
  await open({ width: 300, content: { ...CONTENT, facts: [...CONTENT.facts, 'linux/amd64, a processor with a long name'.repeat(3)] } });
  await page.locator('g.frame[name="shop.Load"]').waitFor();
  const facts = page.getByRole('complementary', { name: 'About this profile' });
  const { y, height } = (await facts.boundingBox())!;
  assert.ok(y > (await page.locator('.panels').boundingBox())!.y && height < 60, `${height} pixels at ${y}`);
  await facts.focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.facts')!.scrollTop > 0);
  assert.deepEqual(await violationsOn(page), []);
});

test('a page that was cut off says so', async () => {
  await open();
  const written = await readFile(path.join(folder, 'page.html'), 'utf8');
  const file = path.join(folder, 'cut.html');
  await writeFile(file, written.replace(/(id="exported-profile">.{40})[^<]*/, '$1'));
  await openFile(file, {});
  await page.getByRole('alert').filter({ hasText: 'This page is damaged or incomplete' }).waitFor();
});
