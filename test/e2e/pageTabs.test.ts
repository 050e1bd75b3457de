import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type * as Axe from 'axe-core';
import type { FrameLocator, Locator } from 'playwright-core';
import { shortName } from '../../src/profile/text/shortNames';
import { type Session, until, type VsCode } from './driver/index';
import { go } from './goFiles';
import { GraphPage } from './graphPage';
import { startScene } from './profiling';
import { asOnScreen, CPU, DISTANCE, HEAP, writeSampleProfiles } from './sampleProfiles';

const PANEL = 'Linecost';
/** Matches elements that a tab shows once it is drawn. */
const CONTENT = 'g.frame, .top-body [role=row], .box.function, .peek-call';

let session: Session;
let code: VsCode;
let page: FrameLocator;

const grid = () => page.getByRole('treegrid', { name: 'Functions' });
const rows = () => page.locator('.top-row.function');
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const boxes = () => page.locator('.call-graph .box.function');
const box = (name: string): Locator => page.getByRole('option', { name: new RegExp(`^${name.replaceAll('.', '\\.')},`) });

before(async () => {
  session = await startScene({ copies: { '.': 'sample' }, prepare: writeSampleProfiles });
  code = session.code;
  await code.explorer.click(CPU);
  page = (await GraphPage.drawn(code, CPU)).page;
});
after(() => session?.stop());

/** Returns the rows of `pprof -top`, with one space between columns. */
async function pprofRows(): Promise<string[]> {
  const text = await go(['tool', 'pprof', '-top', '-nodecount=0', '-nodefraction=0', CPU], session.workspace);
  const lines = text.split('\n').filter((line) => line !== '');
  const from = lines.findIndex((line) => /^ +flat +flat%/.test(line)) + 1;
  return lines.slice(from).map((line) => line.trim().replace(/ \((partial-)?inline\)$/, '').replace(/ +/g, ' '));
}

/** Returns the visible rows of the table, with the full names from the tooltips. */
function shownRows(): Promise<string[]> {
  return page.locator('.top-row').evaluateAll((all) => all.map((row) => {
    const figures = [...row.querySelectorAll('[role=gridcell].number')].map((cell) => (cell.textContent ?? '').trim().replace(/\s/g, ' '));
    const name = row.querySelector<HTMLElement>('.label')!.title.split('\n')[0];
    return [...figures, name].join(' ');
  }));
}

/** Waits until the accessible name of the focused row starts with a text. */
async function untilActive(prefix: string): Promise<void> {
  await code.until(`the focus on ${prefix}`, async () => {
    const id = await grid().getAttribute('aria-activedescendant');
    return id !== null && ((await page.locator(`#${id}`).getAttribute('aria-label')) ?? '').startsWith(prefix);
  });
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await code.page.keyboard.press(key);
}

test('if the tab of a profile file is active, the command shows the flame graph there and opens no panel', async () => {
  await code.run('Linecost: Show Flame Graph');
  await page.getByRole('tab', { name: 'Flame Graph', selected: true }).waitFor();
  assert.equal((await code.tabs()).includes(PANEL), false);
});

test("the Top tab shows exactly pprof's rows", async () => {
  await tab('Top').click();
  await rows().first().waitFor();
  assert.deepEqual(await shownRows(), (await pprofRows()).map(asOnScreen));
});

test('the keyboard finds a function, unfolds its callers and callees, and opens its source', async () => {
  await grid().focus();
  await press('/');
  await code.page.keyboard.type('sample\\.Distance$');
  await code.until('one row', async () => (await rows().count()) === 1);
  await press('Enter');
  await untilActive(DISTANCE);
  await press('ArrowRight');
  await page.locator('.top-row.call').first().waitFor();
  await press('ArrowLeft');
  await page.locator('.top-row.call').first().waitFor({ state: 'hidden' });
  await untilActive(DISTANCE);
  await press('o');
  const editor = code.editor('distance.go');
  await editor.untilShown();
  await editor.focus();
  await code.until('the cursor in Distance', async () => ((await editor.cursorLine()) ?? 0) > 1);
  assert.ok(await grid().isVisible(), 'the table is covered');
});

test('the whole table is copied as pprof prints it', async () => {
  const expected = (await pprofRows()).length + 1;
  const isCopied = async () => {
    const text = await code.page.evaluate(() => navigator.clipboard.readText());
    return text.startsWith('      flat  flat%   sum%        cum   cum%\n') && text.trimEnd().split('\n').length === expected;
  };
  // The editor that was opened before may still take the focus.
  await code.until('the table in the clipboard', async () => {
    await grid().focus();
    await press('Escape', 'ControlOrMeta+Shift+C');
    return until('the table', isCopied, 3000);
  });
});

test("the Peek tab shows pprof's callers and callees, and a click selects one of them", async () => {
  await page.getByRole('row', { name: new RegExp(`^${DISTANCE.replaceAll('.', '\\.')},`) }).first().click();
  await tab('Callers & callees').click();
  const name = page.locator('.peek-function .peek-name');
  await code.until('the peek of Distance', async () => (await name.innerText()) === shortName(DISTANCE));
  const text = await go(['tool', 'pprof', `-peek=${DISTANCE.replaceAll('.', '\\.')}$`, CPU], session.workspace);
  const lines = text.split('\n').filter((line) => line.includes(' |   ')).map((line) => line.replace(' (inline)', '').trim());
  const shown = await page.locator('.peek-call').evaluateAll((calls) =>
    calls.map((call) => {
      const figures = [...call.querySelectorAll('.peek-value, .peek-share')].map((part) => part.textContent?.replace(/\s/g, ' '));
      // Below the name, the title may say that there are few samples.
      return [...figures, (call as HTMLElement).title.split('\n')[0]];
    }));
  assert.deepEqual(shown.map((parts) => parts.join(' ')), lines.map((line) => asOnScreen(line.replace(/ +\|? +/g, ' '))));
  await page.locator('.peek-call').first().click();
  await code.until('another function', async () => (await name.innerText()) !== shortName(DISTANCE));
  await page.getByRole('button', { name: /^Back/ }).click();
  await code.until('the first function again', async () => (await name.innerText()) === shortName(DISTANCE));
});

test('the Graph tab shows the functions, calls and texts that pprof draws', async () => {
  await tab('Graph').click();
  await boxes().first().waitFor();
  const dot = await go(['tool', 'pprof', '-dot', CPU], session.workspace);
  const [nodes, edges] = [/^N\d+ \[/gm, /^N\d+ -> N\d+ \[/gm].map((lines) => [...dot.matchAll(lines)].length);
  assert.deepEqual([await boxes().count(), await page.locator('.call-graph .arrow').count()], [nodes, edges]);
  const label = dot.split('\n').find((line) => line.includes(`tooltip="${DISTANCE} (`))!;
  const words = /label="(.*?)"/.exec(label)![1]!.split('\\n').filter((word) => word !== '');
  const texts = await boxes().filter({ has: box(DISTANCE) }).locator('text').allTextContents();
  assert.deepEqual(texts.map((each) => each.replace(/\s/g, ' ')), words.map(asOnScreen));
});

test('a function of the Graph tab opens its source, and is selected in the Flame Graph tab', async () => {
  await box(DISTANCE).click();
  await page.getByRole('button', { name: 'Open source' }).click();
  await code.editor('distance.go').untilShown();
  assert.ok(await box(DISTANCE).isVisible(), 'the graph is covered');
  await tab('Flame Graph').click();
  await code.until('the same function', async () => {
    return (await page.locator('#focused-frame').getAttribute('name')) === shortName(DISTANCE);
  });
});

/** Returns the page's violations of WCAG 2.2, levels A and AA; `axe` is the source of axe-core. */
async function violations(axe: string): Promise<string[]> {
  const body = page.locator('body');
  await body.evaluate(axe);
  const { violations: failures, passes } = await body.evaluate(async (): Promise<Axe.AxeResults> => {
    const { axe: checker } = globalThis as unknown as { axe: typeof Axe };
    // The frames around the page belong to VS Code.
    return checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], iframes: false });
  });
  assert.ok(passes.length > 5, 'the rules were not applied');
  return failures.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 400)}: ${failureSummary}`));
}

test("every tab meets the accessibility rules in VS Code's own theme", async () => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const failures: string[] = [];
  for (const name of ['Flame Graph', 'Top', 'Callers & callees', 'Graph']) {
    await tab(name).click();
    await page.getByRole('tabpanel', { name }).locator(CONTENT).first().waitFor();
    failures.push(...(await violations(axe)).map((text) => `${name}: ${text}`));
  }
  assert.deepEqual(failures, []);
});

test('an open panel shows a profile file that is opened, until the tab of the file is active', async () => {
  const untilInPanel = async (name: string) => {
    const panel = await GraphPage.drawn(code, PANEL);
    await code.until(`${name} in the panel`, async () => (await panel.page.locator('h1').innerText()) === name);
  };
  await code.run('View: Close All Editors');
  await code.until('no tab', async () => (await code.tabs()).length === 0);
  await code.explorer.click(CPU);
  await GraphPage.drawn(code, CPU);
  await code.open('wordcount.go');
  await code.run('Linecost: Show Flame Graph');
  await untilInPanel(CPU);
  await code.editor('wordcount.go').focus();
  await code.explorer.click(HEAP);
  await untilInPanel(HEAP);
  await code.editor('distance.go').untilShown();
  await code.page.locator('.tab').filter({ hasText: HEAP }).click();
  await (await GraphPage.drawn(code, HEAP)).frame(DISTANCE).waitFor();
  const panel = await GraphPage.of(code, PANEL);
  assert.equal(await panel.notice(), `${HEAP} is shown in its own tab.`);
  await panel.button('Show It Here').click();
  await untilInPanel(HEAP);
});
