import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { columnsOf } from './costs';
import { type Session, type VsCode } from './driver/index';
import { go } from './goFiles';
import { GraphPage } from './graphPage';
import { startScene } from './profiling';
import { CPU, HOT_LINE, writeSampleProfiles } from './sampleProfiles';

/** Linecost in VS Code's extension host for browsers, as on vscode.dev: without Node, threads and a disk. */
const IN_BROWSER = { 'remote.extensionKind': { 'linecost.linecost': ['web'] } };

let session: Session;
let code: VsCode;
let page: FrameLocator;

const tab = (name: string) => page.getByRole('tab', { name, exact: true });

before(async () => {
  session = await startScene({ copies: { '.': 'sample' }, prepare: writeSampleProfiles, settings: IN_BROWSER });
  code = session.code;
  await code.explorer.click(CPU);
  page = (await GraphPage.drawn(code, CPU)).page;
});
after(() => session?.stop());

test('a profile file opens in a browser with all tabs', async () => {
  await code.screenshot('browser flame graph');
  await tab('Graph').click();
  await page.locator('.call-graph .box.function').first().waitFor();
  await code.screenshot('browser call graph');
  await tab('Peek').click();
  await page.locator('.peek-call').first().waitFor();
});

test('the figures of Top in a browser are those of pprof', async () => {
  await tab('Top').click();
  await page.locator('.top-row.function').first().waitFor();
  const shown = await page.locator('.top-row').evaluateAll((all) => all.map((row) => {
    const figures = [...row.querySelectorAll('[role=gridcell].number')].map((cell) => (cell.textContent ?? '').trim());
    return [...figures, row.querySelector<HTMLElement>('.label')!.title.split('\n')[0]].join(' ');
  }));
  const text = await go(['tool', 'pprof', '-top', '-nodecount=0', '-nodefraction=0', CPU], session.workspace);
  const lines = text.split('\n').filter((line) => line !== '');
  const rows = lines.slice(lines.findIndex((line) => /^ +flat +flat%/.test(line)) + 1);
  assert.deepEqual(shown, rows.map((line) => line.trim().replace(/ \((partial-)?inline\)$/, '').replace(/ +/g, ' ')));
});

test('the source of the workspace shows its costs in a browser', async () => {
  await code.explorer.click('distance.go');
  const editor = code.editor('distance.go');
  await editor.untilShown();
  await code.until('costs', async () => /^[\d.]+m?s$/.test((await columnsOf(editor, HOT_LINE))?.cum ?? ''));
  await code.screenshot('browser columns');
  assert.deepEqual(await columnsOf(editor, HOT_LINE), { flat: '300ms', cum: '400ms' });
});

test('the palette has no command that a browser cannot run', async () => {
  await code.page.keyboard.press('F1');
  await code.page.keyboard.type('Linecost: ');
  await code.until('commands', async () => (await code.page.locator('.quick-input-list .monaco-list-row').count()) > 3);
  const labels = await code.page.locator('.quick-input-list .monaco-list-row').allInnerTexts();
  assert.ok(labels.some((label) => label.includes('Open Profile File')), labels.join());
  assert.deepEqual(labels.filter((label) => /Fetch|Benchmark|Merge|Export…/.test(label)), []);
  await code.page.keyboard.press('Escape');
});
