import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { RUNTIME_LOG_PAGE, RuntimeLogState } from '../../../src/pages/protocol/runtimeLogPage';
import type { Ask } from '../../../src/pages/protocol/pageProtocol';
import { finish } from '../../../src/profile/common/guard';
import { LineTexts } from '../../../src/runtimeLog/lineTexts';
import { LogViews } from '../../../src/runtimeLog/logViews';
import { readRuntimeLog } from '../../../src/runtimeLog/readRuntimeLog';
import { reviewScreenshot } from '../driver/artifacts';
import { violationsOn } from './accessibility';
import { HostedPage } from './hostedPage';
import { watchObservers } from './observers';
import { THEMES, type ThemeName } from './themes';

/** A log of a program, with a collection a second and a line of the scheduler between. */
function logOf(seconds: number, { prefix = '' } = {}): string {
  return Array.from({ length: seconds }, (_, i) => {
    const heap = 4 + (i % 7);
    const gc = `gc ${i + 1} @${(i + 1).toFixed(3)}s ${i % 5}%: 0.0${i % 9 + 1}+1.2+0.10 ms clock, 1.0+0.50/2.0/9.0+0.50 ms cpu, ${heap}->${heap + 1}->${heap - 1} MB, ${heap * 2} MB goal, 1 MB stacks, 0 MB globals, 2 P${i === 4 ? ' (forced)' : ''}`;
    const sched = `SCHED ${i * 1000 + 500}ms: gomaxprocs=2 idleprocs=${i % 2} threads=6 spinningthreads=0 needspinning=0 idlethreads=2 runqueue=${i % 4} [ 1 2 ] schedticks=[ ${i * 900} 7 ]`;
    return `listening ${i}\n${prefix}${sched}\n${prefix}${gc}\n`;
  }).join('');
}

let views: LogViews;

async function answerOf({ question, params }: Ask<typeof RUNTIME_LOG_PAGE>): Promise<unknown> {
  return {
    extents: () => views.extents(params),
    window: () => views.window(params as never),
    rows: () => views.rows(params as never),
    pick: () => views.pick(params as never),
  }[question]();
}

const hosted = new HostedPage<typeof RUNTIME_LOG_PAGE>('webview/runtimeLog/main.ts', answerOf);
const { send, orders } = hosted;
let page: Page;

async function open(text: string, { theme = 'dark', width = 900 }: { theme?: ThemeName; width?: number } = {}): Promise<void> {
  page = await hosted.open({ theme, width, height: 1100 });
  await show(text, 1);
  await page.getByRole('button', { name: 'Zoom In' }).waitFor();
}

async function show(text: string, version: number): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  views = new LogViews(finish(readRuntimeLog(bytes)), finish(LineTexts.of(bytes)));
  const state: RuntimeLogState = { origin: 'app.log', summary: views.summary(), canOpenLine: true, canReadAgain: true };
  await send({ kind: 'state', version, state });
}

const charts = () => page.getByRole('slider');
const picked = () => page.locator('.picked code');
const rows = () => page.locator('tbody tr');

test('a log is drawn as charts, and a moment that is selected shows its lines, each a link to the log', async () => {
  await open(logOf(60));
  assert.equal(await page.locator('.about').textContent(), '60 collections, 60 scheduler lines · app.log');
  await charts().focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await picked().nth(1).waitFor();
  assert.match((await picked().nth(0).textContent())!, /^gc 5 @5\.000s 4%: 0\.05\+1\.2\+0\.10 ms clock.*\(forced\)$/);
  assert.match((await picked().nth(1).textContent())!, /^SCHED 4500ms/);
  const spoken = (await charts().getAttribute('aria-valuetext'))!;
  assert.match(spoken, /^0:05.*Heap: at start 8.MB, goal 16.MB, live 7.MB, at end 9.MB, forced\. Pauses: sweep termination 0\.050.ms/);
  await page.getByRole('button', { name: 'Open line 15' }).click();
  assert.deepEqual(await orders('open'), [{ line: 15 }]);
  assert.deepEqual(hosted.errors, []);
});

test('a range counts its lines, with the sum of their pauses', async () => {
  await open(logOf(60));
  await charts().focus();
  for (const key of ['Home', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key);
  await picked().nth(1).waitFor();
  assert.match((await page.locator('.picked').first().textContent())!, /^2 collections, pauses of 0\.23.ms together; the first is/);
});

test('the tables have each line with its figures as printed, and choosing one selects its moment', async () => {
  await open(logOf(2000));
  await page.getByRole('button', { name: 'Show Table of Collections' }).click();
  await rows().first().waitFor();
  assert.ok(await rows().count() < 80);
  assert.equal(await page.getByRole('table', { name: 'Collections' }).getAttribute('aria-rowcount'), '2001');
  const cells = await rows().nth(2).locator('td').allTextContents();
  assert.deepEqual(cells.slice(0, 10), ['3.000', '3', '6', '7', '5', '12', '0.030', '1.2', '0.10', '2']);
  await rows().nth(2).click();
  assert.match((await picked().textContent())!, /^gc 3 @3\.000s/);
  assert.match((await charts().getAttribute('aria-valuetext'))!, /^0:03/);
  await page.getByRole('button', { name: 'Copy as CSV: Collections' }).click();
  assert.deepEqual(await orders('copy'), [{ kind: 'gc' }]);
});

test('a table that is shown later is at the selected line', async () => {
  await open(logOf(2000));
  await charts().focus();
  for (const key of ['End', 'Enter']) await page.keyboard.press(key);
  await picked().nth(1).waitFor();
  await page.getByRole('button', { name: 'Show Table of Collections' }).click();
  await page.locator('tr.current').waitFor();
  assert.equal(await page.locator('tr.current td').nth(1).textContent(), '2000');
});

test('charts and tables that others replace observe the page no longer', async () => {
  await open(logOf(3));
  const observers = await watchObservers(page);
  const counts: number[] = [];
  for (const [i, text] of [logOf(3) + logOf(2), logOf(3), logOf(3) + logOf(2)].entries()) {
    await show(text, i + 2);
    await page.getByText(i === 1 ? /^3 collections/ : /^5 collections/).waitFor();
    counts.push(await observers.count());
  }
  // Of sizes: the charts and two tables; and of the theme.
  assert.deepEqual(counts, [4, 4, 4]);
  assert.deepEqual(hosted.errors, []);
});

test('a program that was started again is drawn after the first, and each can be chosen', async () => {
  await open(logOf(30) + logOf(20));
  assert.match((await page.locator('.notes').textContent())!, /2 programs, or one that was started again/);
  assert.match((await charts().getAttribute('aria-valuemax'))!, /^51\.5$/);
  await page.getByRole('combobox', { name: 'Which program' }).selectOption({ index: 2 });
  await page.waitForFunction(() => document.querySelector('[role=slider]')!.getAttribute('aria-valuemax') === '20');
  assert.match((await page.locator('.notes').textContent())!, /^20 collections · until 0:20 · lines 92–150/);
});

test('a text without its beginning says so, for the program that is chosen or for those that lack it', async () => {
  const notes = page.locator('.notes');
  const late = logOf(30).split('\n').slice(60).join('\n');
  await open(late);
  await notes.getByText('The text begins with gc 21: the collections before it are missing.', { exact: true }).waitFor();
  await open('SCHED 61000ms: gomaxprocs=2 idleprocs=0 threads=6\nSCHED 62000ms: gomaxprocs=2 idleprocs=0 threads=6\n');
  await notes.getByText("The text begins at 1:01 of the program's time: the lines before that are missing.", { exact: true }).waitFor();
  await open(late + logOf(20));
  await notes.getByText(/ Of 1, the text lacks the beginning\.$/).waitFor();
  await page.getByRole('combobox', { name: 'Which program' }).selectOption({ index: 2 });
  await notes.getByText(/lines 32–90\.$/).waitFor();
  await open(logOf(30));
  assert.equal(await notes.isVisible(), false);
});

test('a text that was read again keeps the zoom, the chosen program and the shown table', async () => {
  await open(logOf(30) + logOf(20));
  await page.getByRole('combobox', { name: 'Which program' }).selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Show Table of Collections' }).click();
  await page.waitForFunction(() => document.querySelector('table')!.getAttribute('aria-rowcount') === '21');
  await page.getByRole('button', { name: 'Read Again' }).click();
  assert.deepEqual(await orders('readAgain'), [{}]);
  await show(logOf(30) + logOf(25), 2);
  await page.waitForFunction(() => document.querySelector('table')!.getAttribute('aria-rowcount') === '26');
});

for (const theme of Object.keys(THEMES) as ThemeName[]) {
  test(`the page is accessible in ${theme}, and fits a panel of 300 pixels`, async () => {
    await open(logOf(60) + logOf(20), { theme });
    await page.getByRole('button', { name: 'Show Table of Collections' }).click();
    await charts().focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await picked().first().waitFor();
    await reviewScreenshot(page, `runtime-log-${theme}`);
    assert.deepEqual(await violationsOn(page), []);
    await page.setViewportSize({ width: 300, height: 1100 });
    await page.waitForFunction(() => document.querySelector('.uplot')!.clientWidth <= 300);
    await reviewScreenshot(page, `runtime-log-${theme}-narrow`);
    assert.deepEqual(await violationsOn(page), []);
    const right = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('header *, .time-charts *, .picked *')];
      return Math.max(...parts.map((part) => part.getBoundingClientRect().right));
    });
    assert.ok(right <= 300, String(right));
  });
}

test('large letters have the room that the figures of an axis need', async () => {
  page = await hosted.open({ width: 300, height: 900 });
  await page.evaluate(() => document.documentElement.style.setProperty('--vscode-font-size', '20px'));
  await show(logOf(60), 1);
  await page.getByRole('button', { name: 'Zoom In' }).waitFor();
  const axes = await page.locator('.u-over').evaluateAll((areas) => areas.map((area) => {
    const context = document.createElement('canvas').getContext('2d')!;
    context.font = `20px ${getComputedStyle(area).fontFamily}`;
    return area.getBoundingClientRect().left - area.closest('.uplot')!.getBoundingClientRect().left - context.measureText('0.075\u202fms').width;
  }));
  assert.ok(axes.length > 3 && axes.every((left) => left >= 6), axes.join());
});
