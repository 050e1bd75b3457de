import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import type { Session, VsCode } from './driver/index';
import { go, profile } from './goFiles';
import { GraphPage } from './graphPage';
import { startScene } from './profiling';

const CPU = 'cpu.pprof';
const DISTANCE = 'example.com/sample.Distance';

let session: Session;
let code: VsCode;
let page: FrameLocator;

const boxes = () => page.locator('.call-graph .box.function');
const box = (name: string): Locator => page.getByRole('option', { name: new RegExp(`^${name.replaceAll('.', '\\.')},`) });

before(async () => {
  const prepare = (workspace: string) => profile(workspace, 'Distance', { cpu: path.join(workspace, CPU) });
  session = await startScene({ copies: { '.': 'sample' }, prepare });
  code = session.code;
  await code.explorer.click(CPU);
  page = (await GraphPage.drawn(code, CPU)).page;
});
after(() => session?.stop());

test('the tab shows the functions and calls that pprof draws, with its words', async () => {
  await page.getByRole('tab', { name: 'Graph', exact: true }).click();
  await boxes().first().waitFor();
  const dot = await go(['tool', 'pprof', '-dot', CPU], session.workspace);
  const [nodes, edges] = [/^N\d+ \[/gm, /^N\d+ -> N\d+ \[/gm].map((lines) => [...dot.matchAll(lines)].length);
  assert.deepEqual([await boxes().count(), await page.locator('.call-graph .arrow').count()], [nodes, edges]);
  const label = dot.split('\n').find((line) => line.includes(`tooltip="${DISTANCE} (`))!;
  const words = /label="(.*?)"/.exec(label)![1]!.split('\\n').filter((word) => word !== '');
  assert.deepEqual(await boxes().filter({ has: box(DISTANCE) }).locator('text').allTextContents(), words);
  await code.screenshot('call graph dark');
});

test('a click lights the callers and callees, the button opens the source beside the graph', async () => {
  await box(DISTANCE).click();
  assert.ok((await page.locator('.box.near').count()) > 1);
  assert.equal(await page.locator('.call-graph-tab .detail-name').innerText(), DISTANCE);
  await code.screenshot('call graph selected dark');
  await page.getByRole('button', { name: 'Open source' }).click();
  const editor = code.editor('distance.go');
  await editor.untilShown();
  await code.until('the cursor in Distance', async () => ((await editor.cursorLine()) ?? 0) > 1);
  assert.ok(await box(DISTANCE).isVisible(), 'the graph is covered');
});

test('what is selected here is selected in the flame graph', async () => {
  await page.getByRole('tab', { name: 'Flame Graph' }).click();
  await code.until('the same function', async () => {
    return (await page.locator('#focused-frame').getAttribute('name')) === DISTANCE;
  });
  await page.getByRole('tab', { name: 'Graph', exact: true }).click();
  assert.equal(await box(DISTANCE).getAttribute('aria-selected'), 'true');
});

test('it is readable in light and high-contrast themes', async () => {
  for (const theme of ['light', 'hcDark', 'hcLight'] as const) {
    await code.useTheme(theme);
    await code.screenshot(`call graph ${theme}`);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await code.screenshot(`call graph whole ${theme}`);
    assert.ok(await box(DISTANCE).isVisible());
  }
});
