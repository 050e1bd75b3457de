import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { DumpViews } from '../../../src/goroutines/dumpViews';
import { readDumps } from '../../../src/goroutines/readText';
import type { GOROUTINES_PAGE, GoroutinesState } from '../../../src/pages/protocol/goroutinesPage';
import type { Ask, Give, HostMessage } from '../../../src/pages/protocol/pageProtocol';
import { finish } from '../../../src/profile/common/guard';
import { repoRoot } from '../../host/paths.mjs';
import { reviewScreenshot } from '../driver/artifacts';
import { violationsOn } from './accessibility';
import { preparePage, sharedBrowser } from './browser';
import { THEMES, type ThemeName } from './themes';

/** A crash with many goroutines in two other stacks, and one of the runtime. */
function crash(waiting = 300): string {
  const workers = Array.from({ length: waiting }, (_, i) => `
goroutine ${i + 20} [chan receive, ${i % 7 + 1} minutes]:
example.com/shop/internal/queue.(*Worker[...]).next(0xc000010000)
\t/src/shop/internal/queue/worker.go:41 +0x1d
created by example.com/shop/internal/queue.Start in goroutine 1
\t/src/shop/internal/queue/queue.go:17 +0x25
`);
  return `panic: assignment to entry in nil map
\tsecond line

goroutine 7 [running]:
main.(*Cart).Add(...)
\t/src/shop/cart.go:31
main.handle({0x1, 0x2})
\t/src/shop/main.go:12 +0x25
created by main.main in goroutine 1
\t/src/shop/main.go:8 +0x11
${workers.join('')}
goroutine 2 [force gc (idle)]:
runtime.gopark(0x0?)
\t/usr/local/go/src/runtime/proc.go:462 +0xce
created by runtime.init.7 in goroutine 1
\t/usr/local/go/src/runtime/proc.go:350 +0x1a

goroutine 9 [select {req: "a b"}]:
`.replace('[select {req: "a b"}]', '[select] {req: "a b"}') + `main.wait()
\t/src/shop/wait.go:3 +0x1d
exit status 2
`;
}

let views: DumpViews;

async function answerOf({ question, params }: Ask<typeof GOROUTINES_PAGE>): Promise<unknown> {
  return question === 'groups' ? JSON.parse(JSON.stringify(views.groups(params))) as unknown : undefined;
}

let page: Page;
let errors: string[];
let starts = 0;

before(async () => {
  const shared = { bundle: true, write: false, format: 'iife', target: 'es2022', absWorkingDir: repoRoot } as const;
  const [built, host] = await Promise.all([
    build({ ...shared, entryPoints: ['webview/goroutines/main.ts'], outfile: 'webview.js', minify: true }),
    build({ ...shared, entryPoints: ['test/e2e/page/fakePageHost.ts'], outfile: 'host.js' }),
  ]);
  const browser = await sharedBrowser();
  const files = new Map(built.outputFiles.map((file) => [`/${path.basename(file.path)}`, file.text]));
  page = await preparePage(browser, { files, hostScript: host.outputFiles[0]!.text });
  await page.exposeFunction('answerOf', answerOf);
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
});
after(async () => (await sharedBrowser()).close());

async function open(text: string, { theme = 'dark', width = 1000 }: { theme?: ThemeName; width?: number } = {}): Promise<void> {
  errors = [];
  views = new DumpViews(finish(readDumps(new TextEncoder().encode(text))));
  await page.setViewportSize({ width, height: 900 });
  await page.goto(`/?theme=${theme}&start=${++starts}`);
  await page.waitForFunction(() => fakePageHost.received.some(({ kind }) => kind === 'ready'));
  const state: GoroutinesState = { origin: 'app.log', summary: views.summary(), canShowOnLines: true };
  await send({ kind: 'state', version: starts, state });
  await row(0).waitFor();
}

function send(message: HostMessage<typeof GOROUTINES_PAGE>): Promise<void> {
  return page.evaluate((data) => fakePageHost.send(data), JSON.parse(JSON.stringify(message)) as object);
}

const row = (index: number) => page.locator('tbody tr').nth(index);
const fold = (index: number) => row(index).locator('.fold');
const untilRows = (count: number) => page.waitForFunction((n) => document.querySelectorAll('tbody tr').length === n, count);

async function orders(name: string): Promise<unknown[]> {
  const received = await page.evaluate(() => fakePageHost.received) as Give<typeof GOROUTINES_PAGE>[];
  return received.filter(({ kind, order }) => kind === 'order' && order === name).map(({ params }) => params);
}

test('the message of a panic and its unfolded stack come first, then groups by size', async () => {
  await open(crash());
  assert.equal(await page.locator('.message').textContent(), 'panic: assignment to entry in nil map\n\tsecond line');
  assert.deepEqual(await page.locator('tbody .count').allTextContents(), ['1', '300', '1']);
  assert.deepEqual(await row(0).locator('.frames .place').allTextContents(), ['cart.go:31', 'main.go:12', 'main.go:8']);
  assert.equal(await row(1).locator('.frames').count(), 0);
  assert.match((await row(1).textContent())!, /chan receive.*up to 7 min/);
  assert.match((await row(2).textContent())!, /req="a b"/);
  assert.equal(await page.locator('.found').textContent(), '302 goroutines in 3 groups');
  assert.deepEqual(errors, []);
});

test('a place is a link to the line of the frame', async () => {
  await open(crash());
  await row(0).getByRole('button', { name: 'main.go:12' }).click();
  assert.deepEqual(await orders('open'), [{ file: '/src/shop/main.go', line: 12 }]);
});

test('goroutines are filtered by text and by state, and those of the runtime are hidden at first', async () => {
  await open(crash());
  await page.getByRole('checkbox').uncheck();
  await untilRows(4);
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'select (1)' });
  await untilRows(1);
  assert.match((await row(0).textContent())!, /main\.wait/);
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Every state' });
  await page.getByRole('searchbox').fill('worker.go:41');
  await untilRows(1);
  await page.getByRole('button', { name: 'Copy as Text' }).click();
  assert.deepEqual(await orders('copy'), [{ text: 'worker.go:41', hidesIdle: false }]);
});

test('the keyboard moves between groups, unfolds one and goes to its frames', async () => {
  await open(crash());
  await fold(0).focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await fold(1).evaluate((each) => each === document.activeElement), true);
  await page.keyboard.press('Enter');
  await row(1).locator('.frames').waitFor();
  assert.equal(await fold(1).getAttribute('aria-expanded'), 'true');
  assert.equal(await fold(1).evaluate((each) => each === document.activeElement), true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.deepEqual(await orders('open'), [{ file: '/src/shop/internal/queue/worker.go', line: 41 }]);
});

test('of several dumps, the last one is shown first, and each can be chosen', async () => {
  await open(`${crash(3)}\n${crash(5)}`);
  assert.deepEqual(await page.locator('tbody .count').allTextContents(), ['1', '5', '1']);
  const which = page.getByRole('combobox', { name: 'Which panic or dump' });
  await which.selectOption('0');
  await page.waitForFunction(() => document.querySelectorAll('tbody .count')[1]?.textContent === '3');
  await which.selectOption({ label: 'All 2 together' });
  await page.waitForFunction(() => document.querySelectorAll('tbody .count')[1]?.textContent === '8');
  await page.getByRole('button', { name: 'Show on Lines' }).click();
  assert.deepEqual(await orders('showOnLines'), [{}]);
});

test('of ten thousand groups, the first are drawn, and more as the end comes into view', async () => {
  const one = (i: number) => `goroutine ${i} [select]:\nmain.f${i}()\n\t/src/f.go:${i} +0x1\n\n`;
  await open(Array.from({ length: 10_000 }, (_, i) => one(i + 1)).join(''));
  await untilRows(200);
  await page.locator('.more').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length >= 400);
  assert.match((await page.locator('.found').textContent())!, /10.000 groups/);
});

test('a view that was hidden comes back with its filter and its unfolded groups', async () => {
  await open(crash());
  await fold(1).click();
  await page.getByRole('searchbox').fill('worker');
  await untilRows(1);
  const state: GoroutinesState = { origin: 'app.log', summary: views.summary(), canShowOnLines: true };
  await page.reload();
  await page.waitForFunction(() => fakePageHost.received.some(({ kind }) => kind === 'ready'));
  await send({ kind: 'state', version: 1, state });
  await untilRows(1);
  assert.equal(await fold(0).getAttribute('aria-expanded'), 'true');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'worker');
});

for (const theme of Object.keys(THEMES) as ThemeName[]) {
  test(`the page is accessible in ${theme}, and fits a panel of 300 pixels`, async () => {
    await open(crash(), { theme });
    await fold(1).click();
    await reviewScreenshot(page, `goroutines-${theme}`);
    assert.deepEqual(await violationsOn(page), []);
    await page.setViewportSize({ width: 300, height: 700 });
    await reviewScreenshot(page, `goroutines-${theme}-narrow`);
    assert.deepEqual(await violationsOn(page), []);
    assert.equal(await page.evaluate(() => document.querySelector('.scroll')!.scrollWidth <= 300), true);
  });
}
