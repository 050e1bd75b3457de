import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { FrameLocator } from 'playwright-core';
import { profileFromText } from '../shared/profileFromText';
import { columnsOf } from './costs';
import { type Session, type VsCode } from './driver/index';
import { go } from './goFiles';
import { GraphPage } from './graphPage';
import { startScene } from './profiling';
import { asOnScreen, CPU, DISTANCE, HOT_LINE, writeSampleProfiles } from './sampleProfiles';

/** Linecost in VS Code's extension host for browsers, as on vscode.dev: without Node, threads and a disk. */
const IN_BROWSER = { 'remote.extensionKind': { 'linecost.linecost': ['web'] } };

let session: Session;
let code: VsCode;
let page: FrameLocator;

const tab = (name: string) => page.getByRole('tab', { name, exact: true });

/** A profile whose program was built with -trimpath, so that its file names begin with the module's path. */
const TRIMMED = 'trimmed.pprof';

async function writeProfiles(workspace: string): Promise<void> {
  await writeSampleProfiles(workspace);
  const stacks = `7 70000000 | ${DISTANCE} example.com/sample/distance.go:${HOT_LINE}`;
  const profile = profileFromText({ types: 'samples/count cpu/nanoseconds', stacks });
  const packed = gzipSync(profile);
  const damaged = Buffer.from(packed);
  damaged[damaged.length - 6]! ^= 0xff;
  const files = {
    [TRIMMED]: packed,
    'cut.pprof': packed.subarray(0, -9),
    'damaged.pprof': damaged,
    'followed.pprof': Buffer.concat([packed, Buffer.from('more')]),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(workspace, name), bytes);
}

before(async () => {
  session = await startScene({ copies: { '.': 'sample' }, prepare: writeProfiles, settings: IN_BROWSER });
  code = session.code;
  await code.until(`the editor of ${CPU}`, async () => {
    await code.explorer.click(CPU);
    const isShown = await code.page.locator('iframe.webview').first().waitFor({ timeout: 5000 }).then(() => true, () => false);
    // Right after its start, VS Code may open a file as text, before it has read which editors the extension has.
    if (!isShown) await code.run('View: Close Editor');
    return isShown;
  });
  page = (await GraphPage.drawn(code, CPU)).page;
});
after(() => session?.stop());

test('a profile file opens in a browser with all tabs', async () => {
  await code.screenshot('browser flame graph');
  await tab('Graph').click();
  await page.locator('.call-graph .box.function').first().waitFor();
  await code.screenshot('browser call graph');
  await tab('Callers & callees').click();
  await page.locator('.peek-call').first().waitFor();
});

test('the figures of Top in a browser are those of pprof', async () => {
  await tab('Top').click();
  await page.locator('.top-row.function').first().waitFor();
  const shown = await page.locator('.top-row').evaluateAll((all) => all.map((row) => {
    const figures = [...row.querySelectorAll('[role=gridcell].number')].map((cell) => (cell.textContent ?? '').trim().replace(/\s/g, ' '));
    return [...figures, row.querySelector<HTMLElement>('.label')!.title.split('\n')[0]].join(' ');
  }));
  const text = await go(['tool', 'pprof', '-top', '-nodecount=0', '-nodefraction=0', CPU], session.workspace);
  const lines = text.split('\n').filter((line) => line !== '');
  const rows = lines.slice(lines.findIndex((line) => /^ +flat +flat%/.test(line)) + 1);
  const pprofRows = rows.map((line) => line.trim().replace(/ \((partial-)?inline\)$/, '').replace(/ +/g, ' '));
  assert.deepEqual(shown, pprofRows.map(asOnScreen));
});

test('the source of the workspace shows its costs in a browser', async () => {
  await code.explorer.click('distance.go');
  const editor = code.editor('distance.go');
  await editor.untilShown();
  await code.until('costs', async () => /^[\d.]+ m?s$/.test((await columnsOf(editor, HOT_LINE))?.cum ?? ''));
  await code.screenshot('browser columns');
  assert.deepEqual(await columnsOf(editor, HOT_LINE), { flat: '300 ms', cum: '400 ms' });
});

test('the source of a program that was built elsewhere is found by its module', async () => {
  await code.explorer.click(TRIMMED);
  const graph = await GraphPage.drawn(code, TRIMMED);
  await graph.frame(DISTANCE).dblclick();
  const editor = code.editor('distance.go');
  await code.until('costs', async () => (await columnsOf(editor, HOT_LINE))?.cum === '70 ms');
});

const PROBLEMS: readonly (readonly [string, RegExp])[] = [
  ['cut.pprof', /^The profile is cut off: its gzip stream ends after \d+ unpacked bytes\./],
  ['damaged.pprof', /^The profile's gzip stream is damaged after \d+ unpacked bytes, or other data follows it\./],
  ['followed.pprof', /^The profile's gzip stream is damaged after \d+ unpacked bytes, or other data follows it\./],
];
for (const [name, message] of PROBLEMS) {
  test(`a browser says what is wrong with ${name}`, async () => {
    await code.explorer.click(name);
    assert.match(await (await GraphPage.of(code, name)).notice(), message);
  });
}

test('the palette has no command that a browser cannot run', async () => {
  await code.page.keyboard.press('F1');
  await code.page.keyboard.type('Linecost: ');
  await code.until('commands', async () => (await code.page.locator('.quick-input-list .monaco-list-row').count()) > 3);
  const labels = await code.page.locator('.quick-input-list .monaco-list-row').allInnerTexts();
  assert.ok(labels.some((label) => label.includes('Open Profile File')), labels.join());
  assert.deepEqual(labels.filter((label) => /Fetch|Benchmark|Merge|Export…/.test(label)), []);
  await code.page.keyboard.press('Escape');
});
