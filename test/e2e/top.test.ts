import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import { type Session, until, type VsCode } from './driver/index';
import { go, profile } from './goFiles';
import { GraphPage } from './graphPage';
import { startScene } from './profiling';

const CPU = 'cpu.pprof';
const DISTANCE = 'example.com/sample.Distance';

let session: Session;
let code: VsCode;
let page: FrameLocator;

const grid = () => page.getByRole('treegrid', { name: 'Functions' });
const rows = () => page.locator('.top-row.function');
const row = (name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name.replaceAll('.', '\\.')},`) }).first();
const tab = (name: string) => page.getByRole('tab', { name, exact: true });

before(async () => {
  const prepare = (workspace: string) => profile(workspace, 'Distance', { cpu: path.join(workspace, CPU) });
  session = await startScene({ copies: { '.': 'sample' }, prepare });
  code = session.code;
  await code.explorer.click(CPU);
  page = (await GraphPage.drawn(code, CPU)).page;
});
after(() => session?.stop());

/** Figures and names of the rows that pprof prints, one space between what stands in a row. */
async function pprofsRows(...flags: readonly string[]): Promise<string[]> {
  const text = await go(['tool', 'pprof', '-top', '-nodecount=0', '-nodefraction=0', ...flags, CPU], session.workspace);
  const lines = text.split('\n').filter((line) => line !== '');
  const from = lines.findIndex((line) => /^ +flat +flat%/.test(line)) + 1;
  return lines.slice(from).map((line) => line.trim().replace(/ \((partial-)?inline\)$/, '').replace(/ +/g, ' '));
}

/** The first rows of the table as they are seen. */
async function shownRows(count: number): Promise<string[]> {
  const shown: string[] = [];
  // A quick run has few functions.
  const most = Math.min(count, await page.locator('.top-row').count());
  for (let at = 0; at < most; at++) {
    const cells = await page.locator(`#top-row-${at} [role=gridcell]`).allTextContents();
    shown.push(cells.map((text) => text.replace('›', '').trim()).join(' '));
  }
  return shown;
}

/** Waits until the row that has the focus is one that begins like this. */
async function untilActive(beginning: string): Promise<void> {
  await code.until(`the focus on ${beginning}`, async () => {
    const id = await grid().getAttribute('aria-activedescendant');
    return id !== null && ((await page.locator(`#${id}`).getAttribute('aria-label')) ?? '').startsWith(beginning);
  });
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await code.page.keyboard.press(key);
}

test("the tab shows pprof's table, to the digit, by flat and by cum", async () => {
  await tab('Top').click();
  await rows().first().waitFor();
  const byFlat = await pprofsRows();
  assert.equal(await grid().getAttribute('aria-rowcount'), String(byFlat.length + 1));
  assert.deepEqual(await shownRows(8), byFlat.slice(0, 8));
  await code.screenshot('top dark');
  await page.getByRole('columnheader', { name: 'cum', exact: true }).getByRole('button').click();
  // The sum is always that by flat.
  const withoutSum = (lines: readonly string[]) => lines.map((line) => line.replace(/^(\S+ \S+) \S+/, '$1'));
  const byCum = withoutSum((await pprofsRows('-cum')).slice(0, 8));
  await code.until('the order by cum', async () => withoutSum(await shownRows(1))[0] === byCum[0]);
  assert.deepEqual(withoutSum(await shownRows(8)), byCum);
});

test('by the keyboard alone one finds a function, unfolds its callers and callees, and opens its source', async () => {
  await grid().focus();
  await press('/');
  await code.page.keyboard.type('sample\\.Distance$');
  await code.until('one row', async () => (await rows().count()) === 1);
  await press('Enter');
  await untilActive(DISTANCE);
  await press('ArrowRight');
  await page.locator('.top-row.call').first().waitFor();
  await press('ArrowDown', 'ArrowDown', 'ArrowRight');
  await page.locator('.top-row.call[aria-level="4"]').first().waitFor();
  await code.screenshot('top unfolded dark');
  await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  await untilActive(DISTANCE);
  await press('Enter');
  const editor = code.editor('distance.go');
  await editor.untilShown();
  await code.until('the cursor in Distance', async () => ((await editor.cursorLine()) ?? 0) > 1);
  assert.ok(await grid().isVisible(), 'the table is covered');
});

test('what is selected here is selected in the other tabs, and the other way', async () => {
  await row(DISTANCE).click();
  await tab('Flame Graph').click();
  await code.until('the same function', async () => {
    return (await page.locator('#focused-frame').getAttribute('name')) === DISTANCE;
  });
  await tab('Peek').click();
  await code.until('its peek', async () => (await page.locator('.peek-function .peek-name').innerText()) === DISTANCE);
});

test("peek shows pprof's callers and callees, a click walks and the source is one click away", async () => {
  const text = await go(['tool', 'pprof', `-peek=${DISTANCE.replaceAll('.', '\\.')}$`, CPU], session.workspace);
  const lines = text.split('\n').filter((line) => line.includes(' |   ')).map((line) => line.replace(' (inline)', '').trim());
  const shown = await page.locator('.peek-call').evaluateAll((calls) =>
    calls.map((call) => [...call.querySelectorAll('.peek-value, .peek-share, .peek-name')].map((part) => part.textContent)));
  assert.deepEqual(shown.map((parts) => parts.join(' ')), lines.map((line) => line.replace(/ +\|? +/g, ' ')));
  await code.screenshot('peek dark');
  await page.locator('.peek-call').first().click();
  await code.until('another function', async () => (await page.locator('.peek-function .peek-name').innerText()) !== DISTANCE);
  await page.getByRole('button', { name: /^Back/ }).click();
  await code.until('the first again', async () => (await page.locator('.peek-function .peek-name').innerText()) === DISTANCE);
  await page.locator('.peek-function').click();
  await code.editor('distance.go').untilShown();
});

test('both are readable in light and high-contrast themes', async () => {
  for (const theme of ['light', 'hcDark', 'hcLight'] as const) {
    await code.useTheme(theme);
    await tab('Peek').click();
    await code.screenshot(`peek ${theme}`);
    await tab('Top').click();
    await row(DISTANCE).waitFor();
    await code.screenshot(`top ${theme}`);
  }
});

test('the whole table is copied as pprof prints it', async () => {
  await code.useTheme('dark');
  const expected = (await pprofsRows('-cum')).length + 1;
  const isCopied = async () => {
    const text = await code.page.evaluate(() => navigator.clipboard.readText());
    return text.startsWith('      flat  flat%   sum%        cum   cum%\n') && text.trimEnd().split('\n').length === expected;
  };
  // What another theme draws anew may take the keys.
  await code.until('the table in the clipboard', async () => {
    await grid().focus();
    await press('Escape', 'ControlOrMeta+Shift+C');
    return until('the table', isCopied, 3000);
  });
});
