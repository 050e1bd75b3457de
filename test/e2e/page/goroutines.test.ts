import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { DumpViews } from '../../../src/goroutines/dumpViews';
import { compareDumps } from '../../../src/goroutines/compareDumps';
import { type DumpText, readTexts } from '../../../src/goroutines/readText';
import type { GOROUTINES_PAGE, GoroutinesState } from '../../../src/pages/protocol/goroutinesPage';
import type { Ask } from '../../../src/pages/protocol/pageProtocol';
import { finish } from '../../../src/profile/common/guard';
import { reviewScreenshot } from '../driver/artifacts';
import { violationsOn } from './accessibility';
import { HostedPage } from './hostedPage';
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
  return question === 'groups' ? views.groups(params) : undefined;
}

const hosted = new HostedPage<typeof GOROUTINES_PAGE>('webview/goroutines/main.ts', answerOf);
const { send, orders } = hosted;
let page: Page;
let version = 0;

interface Opening {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly shown?: Partial<GoroutinesState>;
}

async function open(text: string, opening: Opening = {}): Promise<void> {
  await openTexts([{ bytes: new TextEncoder().encode(text) }], opening);
}

async function openTexts(texts: readonly DumpText[], opening: Opening = {}): Promise<void> {
  const { theme = 'dark', width = 1000, shown = {} } = opening;
  const dumps = finish(readTexts(texts));
  views = new DumpViews(dumps, texts.some(({ isBefore }) => isBefore) ? finish(compareDumps(dumps)) : undefined);
  page = await hosted.open({ theme, width });
  const state: GoroutinesState = { origin: 'app.log', summary: views.summary(), canShowOnLines: true, ...shown };
  await send({ kind: 'state', version: ++version, state });
  await row(0).waitFor();
}

/** A service with workers that wait at a place, the first of them since so many minutes. */
function service(ids: readonly number[], place: number, minutes = 0): string {
  return ids.map((id) => `goroutine ${id} [chan receive${minutes > 0 ? `, ${minutes} minutes` : ''}]:
example.com/shop/internal/queue.(*Worker[...]).next(0xc000010000)
\t/src/shop/internal/queue/worker.go:${place} +0x1d
created by example.com/shop/internal/queue.Start in goroutine 1
\t/src/shop/internal/queue/queue.go:17 +0x25

`).join('');
}

/** Two instances, each with an earlier dump: workers leak in line 41, wait in line 50, and go from line 60. */
function twoInstances(): DumpText[] {
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const texts = (isBefore: boolean, leaked: number) => ['shop-1:6060', 'shop-2:6060'].map((name, i) => ({
    service: name,
    isBefore,
    takenAt: isBefore ? 1000 : 66_000,
    bytes: new TextEncoder().encode(service(ids(100, leaked + 10 * i), 41) + service(ids(20, 29), 50, isBefore ? 5 : 6)
      + (isBefore ? service([70, 71], 60) : '')),
  }));
  return [...texts(true, 112), ...texts(false, 400)];
}

const row = (index: number) => page.locator('tbody tr').nth(index);
const fold = (index: number) => row(index).locator('.fold');
const untilRows = (count: number) => page.waitForFunction((n) => document.querySelectorAll('tbody tr').length === n, count);

test('the message of a panic and its unfolded stack come first, then groups by size', async () => {
  await open(crash());
  assert.equal(await page.locator('.message').textContent(), 'panic: assignment to entry in nil map\n\tsecond line');
  assert.deepEqual(await page.locator('tbody .count').allTextContents(), ['1', '300', '1']);
  assert.deepEqual(await row(0).locator('.frames .place').allTextContents(), ['cart.go:31', 'main.go:12', 'main.go:8']);
  assert.equal(await row(1).locator('.frames').count(), 0);
  assert.match((await row(1).textContent())!, /chan receive.*up to 7 min/);
  assert.match((await row(2).textContent())!, /req="a b"/);
  assert.equal(await page.locator('.found').textContent(), '302 goroutines in 3 groups');
  assert.deepEqual(hosted.errors, []);
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
  await hosted.reload();
  await send({ kind: 'state', version: 1, state });
  await untilRows(1);
  assert.equal(await fold(0).getAttribute('aria-expanded'), 'true');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'worker');
});

const LIVE: Partial<GoroutinesState> = { origin: 'shop', isLive: true, taken: '14:02:00 → 14:03:05', notes: ['Without shop-3:6060. Nothing is listening on shop-3:6060: check the port, and that the program is running.'] };

test('a comparison says what came, left and is stuck, in total and for each group, those that grew first', async () => {
  await openTexts(twoInstances(), { shown: LIVE });
  assert.equal(await page.locator('.about').textContent(), '56 → 628 goroutines · shop · 14:02:00 → 14:03:05');
  assert.match((await page.locator('.notes').textContent())!, /^In 65 s: 576 came, 4 left, 52 stayed, of which 18 are stuck\. Both dumps are taken to be of one process.*Without shop-3:6060\./);
  assert.deepEqual(await page.locator('tbody .count').allTextContents(), ['610+576', '18=', '0−4']);
  assert.match((await row(0).locator('.status').textContent())!, /chan receive34 before576 cameshop-2:6060: 310shop-1:6060: 300/);
  assert.match((await row(1).textContent())!, /up to 6 min18 before18 stuck/);
  assert.equal(await fold(0).getAttribute('aria-label'), '610 goroutines, 34 before, 576 came, example.com/shop/internal/queue.(*Worker[...]).next, chan receive');
  await page.getByRole('combobox', { name: 'What changed' }).selectOption({ label: 'Stuck in both (18)' });
  await untilRows(1);
  assert.equal(await page.locator('.found').textContent(), '18 goroutines in 1 group');
  await page.getByRole('combobox', { name: 'Which panic or dump' }).selectOption({ label: '1. shop-1:6060 · 309 goroutines' });
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 3);
  await fold(2).click();
  assert.equal(await row(2).locator('.ids').textContent(), 'left: goroutines 70, 71');
  assert.deepEqual(hosted.errors, []);
});

test('a live page is fetched again and compared from its buttons, and keeps what is unfolded and filtered', async () => {
  await open(service([7, 8], 41), { shown: { origin: 'shop', isLive: true } });
  await fold(0).click();
  await page.getByRole('searchbox').fill('worker');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await page.getByRole('button', { name: 'Refresh and Compare' }).focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await orders('refresh'), [{ compares: false }, { compares: true }]);
  assert.equal(await page.getByRole('button', { name: 'End Comparison' }).count(), 0);
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const texts = [{ bytes: bytesOf(service([7, 8], 41)), isBefore: true }, { bytes: bytesOf(service([7, 8, 9], 41)) }];
  const dumps = finish(readTexts(texts));
  views = new DumpViews(dumps, finish(compareDumps(dumps)));
  await send({ kind: 'state', version: ++version, state: { origin: 'shop', isLive: true, summary: views.summary(), canShowOnLines: true } });
  await page.waitForFunction(() => document.querySelector('tbody .count')?.textContent === '3+1');
  assert.equal(await fold(0).getAttribute('aria-expanded'), 'true');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'worker');
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await page.getByRole('button', { name: 'End Comparison' }).click();
  assert.deepEqual([await orders('compareWith'), await orders('endComparison')], [[{}], [{}]]);
});

test('dumps without numbers offer only groups that grew and that shrank', async () => {
  const counted = (count: number) => new TextEncoder().encode(`goroutine profile: total ${count}\n${count} @ 0x1\n#\t0x1\tmain.f+0x1\t/f.go:3\n`);
  await openTexts([{ bytes: counted(3), isBefore: true }, { bytes: counted(5) }]);
  assert.match((await page.locator('.notes').textContent())!, /only counts are compared\.$/);
  assert.deepEqual(await page.getByRole('combobox', { name: 'What changed' }).locator('option').allTextContents(), [
    'Every change', 'Groups that grew', 'Groups that shrank',
  ]);
});

for (const theme of Object.keys(THEMES) as ThemeName[]) {
  test(`a comparison is accessible in ${theme}, and fits a panel of 300 pixels`, async () => {
    await openTexts(twoInstances(), { theme, shown: LIVE });
    await fold(1).click();
    await reviewScreenshot(page, `goroutines-compared-${theme}`);
    assert.deepEqual(await violationsOn(page), []);
    await page.setViewportSize({ width: 300, height: 900 });
    await reviewScreenshot(page, `goroutines-compared-${theme}-narrow`);
    assert.deepEqual(await violationsOn(page), []);
    assert.equal(await page.evaluate(() => document.querySelector('.scroll')!.scrollWidth <= 300), true);
  });
}

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

test('large counts, a long address and the lists are neither cut off nor broken in a narrow page with large letters', async () => {
  const stack = (count: number, name: string) => `${count} @ 0x1\n#\t0x1\tmain.${name}+0x1f\t/src/m.go:7\n\n`;
  const text = `goroutine profile: total 1234567\n${stack(1_230_000, 'work')}${stack(4567, 'other')}`;
  await open(text, { width: 300, shown: { origin: 'http://shop-production.internal:6060/debug/pprof/goroutine?debug=1' } });
  await page.evaluate(() => document.documentElement.style.setProperty('--vscode-font-size', '20px'));
  const parts = page.locator('.about, .found, th, td.count, input');
  const cut = await parts.evaluateAll((all) => all.filter((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const { left, right } = (part.childNodes.length > 0 ? range : part).getBoundingClientRect();
    return left < 0 || right > innerWidth;
  }).map((part) => part.textContent));
  assert.deepEqual(cut, []);
  const { height } = (await row(0).locator('.count').boundingBox())!;
  assert.ok(height < 60, `the count takes ${height} pixels`);
});
