import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { repoRoot } from '../host/paths.mjs';
import type { Locator } from 'playwright-core';
import { startParca } from '../shared/fleet/parcaServer';
import { type Editor, startSession, until, type VsCode } from './driver/index';
import type { ThemeKind } from './driver/index';
import { SideView } from './driver/sideView';
import { pixelsOf } from './recording/animatedPng';
import { recordLoop } from './recording/loop';
import { palettePng } from './recording/palettePng';
import { profilesOfTwoRegions } from './storeProfiles';

/**
 * Takes the pictures of the guide, some of which the README shows, and of the walkthrough: `npm run pictures`, after
 * `npm run package`. The pictures show a real run of the sample module's benchmarks in a real VS Code.
 * `npm run pictures -- loop` remakes only the moving picture, which fails if the result is too large for a README, and
 * `-- still` all others, `-- production` those of programs and stores. They have 256 colors; those of the walkthrough
 * are cut to what a step shows.
 */
const GUIDE = { folder: path.join(repoRoot, 'media', 'guide'), window: { width: 1440, height: 810 }, isCut: false };
const WALKTHROUGH = {
  folder: path.join(repoRoot, 'media', 'walkthrough'), window: { width: 1000, height: 640 }, isCut: true,
};
/** A line at or near the start of BenchmarkTotal in sample_test.go. */
const TOTAL = 40;
/** A replacement in events.go that decodes only the prices, and the line that gets faster. */
const ONLY_PRICES = ['[]Event', '[]struct{ Price float64 }'] as const;
const DECODING = 15;
const IDLE_MS = 120_000;
/** Of the rounds of a benchmark, on a busy machine. */
const RESULTS_MS = 180_000;
const VERDICT = /faster|slower|no difference/;
const MAX_LOOP_BYTES = 1_500_000;

const only = process.argv.at(-1);
if (only === 'production') {
  await takeProgram();
  await takeStore();
  process.exit();
}
if (only !== 'still') {
  const loop = await recordLoop();
  await writeFile(path.join(GUIDE.folder, 'loop.png'), loop);
  console.log(`loop.png has ${Math.round(loop.length / 1000)} kB.`);
  if (loop.length > MAX_LOOP_BYTES) throw new Error('The moving picture of the README is too large.');
  if (only === 'loop') process.exit();
}

await takePictures(GUIDE, 'dark', ['benchmark', 'overview', 'top', 'verdict', 'compare']);
await takePictures(GUIDE, 'light', ['hover', 'graph']);
for (const theme of ['dark', 'light'] as const) {
  const names = ['sample', 'benchmark', 'hover', 'overview', 'fetch', 'verdict', 'compare'];
  await takePictures(WALKTHROUGH, theme, names);
}
await takeProgram();
await takeStore();

/** Part of the window, in pixels. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function takePictures(album: typeof GUIDE, theme: ThemeKind, names: readonly string[]): Promise<void> {
  const { code, workspace, stop } = await start('sample_test.go', theme);
  const take = async (name: string, area?: () => Promise<Area>) => {
    if (!names.includes(name)) return;
    await save(code, path.join(album.folder, `${name}-${theme}.png`), album.isCut && area ? await area() : undefined);
  };
  try {
    await code.page.setViewportSize(album.window);
    await code.run('View: Close Primary Side Bar');
    const test = code.editor('sample_test.go');
    const benchmark = await lensLine(code, 'BenchmarkCountWords');
    await take('sample', () => around(test, benchmark, 2, 9));
    await profile(code, 'BenchmarkCountWords');
    await take('benchmark', () => around(test, benchmark, 2, 9));
    const editor = await code.open('wordcount.go', 22);
    await code.until('costs', async () => (await editor.line(22)).before.length > 0);
    await hoverAgain(code, editor);
    await take('hover', async () => union([await boxOf(wholeHover(editor)), await around(editor, 22, 0, 2)]));
    await editor.dismissHover();
    await code.run('Linecost: Show Flame Graph');
    const page = await code.panel('Linecost');
    await page.locator('g.frame[name$="sample.CountWords"]').first().hover();
    await page.locator('.detail-name', { hasText: 'CountWords' }).waitFor();
    await take('overview', () => panelOf(code));
    await page.getByRole('tab', { name: 'Graph', exact: true }).click();
    await page.locator('.box.function').first().waitFor();
    await take('graph');
    await page.getByRole('tab', { name: 'Top' }).click();
    const row = page.getByRole('row', { name: /sample\.CountWords/ }).first();
    await row.click();
    await page.getByRole('treegrid').press('ArrowRight');
    await page.getByRole('row', { name: /Callees of .*CountWords/ }).waitFor();
    await page.locator('.top-grid').hover({ position: { x: 8, y: 8 } });
    await take('top');
    if (names.includes('fetch')) await takeFetch(code, take);
    if (!names.includes('verdict')) return;
    await measureAgain(code, path.join(workspace, 'events.go'));
    await take('verdict', async () => around(test, await lensLine(code, 'BenchmarkTotal'), 2, 9));
    const changed = await compare(code);
    await take('compare', () => around(changed, DECODING, 4, 8));
  } finally {
    await stop();
  }
}

/** The sample's service, with its costs while it runs. */
async function takeProgram(): Promise<void> {
  const { code, workspace, stop } = await start('service/main.go', 'dark');
  try {
    await code.page.setViewportSize(GUIDE.window);
    await code.run('View: Close Primary Side Bar');
    const editor = code.editor('main.go');
    const main = await lensAt(editor, 'func main()');
    await editor.clickLens(main, /profile this program/);
    const text = await readFile(path.join(workspace, 'service', 'main.go'), 'utf8');
    const counting = text.slice(0, text.indexOf('sample.CountWords(')).split('\n').length;
    // The terminal of the program covers half of the editor.
    await editor.goTo(counting);
    const isFigure = ({ text: figure }: { readonly text: string }): boolean => /\d/.test(figure);
    await code.until('costs', async () => (await editor.line(counting)).before.some(isFigure), RESULTS_MS);
    await code.run('Notifications: Clear All Notifications');
    await save(code, path.join(GUIDE.folder, 'program-dark.png'));
    await code.run('Linecost: Stop and Read');
  } finally {
    await stop();
  }
}

/** Saved services, and the page that asks a store of profiles, with profiles of two regions. */
async function takeStore(): Promise<void> {
  const server = await startParca(profilesOfTwoRegions());
  const { code, stop } = await start('wordcount.go', 'dark');
  try {
    await code.page.setViewportSize(GUIDE.window);
    await code.run('Linecost: Add Profile Store…');
    await code.quickInput.pick('Parca');
    for (const [question, answer] of [['Its address', String(server.address)], ['Its name', 'production']] as const) {
      await code.quickInput.untilAsked(question);
      await code.quickInput.setText(answer);
      await code.quickInput.accept();
    }
    await new SideView(code.page, 'Services').menu('production', 'Query Profile Store');
    const page = await code.panel('Query Profile Store');
    await page.getByRole('button', { name: 'Zoom In' }).waitFor();
    await page.getByRole('button', { name: /^split by/ }).click();
    await page.getByRole('combobox', { name: 'Split by' }).fill('region');
    await page.locator('.popup [role=option]', { hasText: 'region' }).click();
    await page.locator('.series', { hasText: 'us' }).waitFor();
    await code.run('Notifications: Clear All Notifications');
    await save(code, path.join(GUIDE.folder, 'store-dark.png'));
  } finally {
    await stop();
    await server.close();
  }
}

function start(file: string, theme: ThemeKind) {
  const settings = {
    'linecost.columns.style': 'compact',
    'linecost.profile.benchtime': '2s',
    'editor.minimap.enabled': false,
    'window.commandCenter': false,
    'breadcrumbs.enabled': false,
    'workbench.layoutControl.enabled': false,
  };
  return startSession({ workspace: 'sample', file, theme, settings });
}

async function save(code: VsCode, file: string, clip?: Area): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const picture = palettePng(pixelsOf(await code.page.screenshot({ ...(clip && { clip }) })));
  await writeFile(file, picture);
  console.log(`${path.basename(file)} has ${Math.round(picture.length / 1000)} kB.`);
}

/** Lines around a line of an editor, as wide as most of the lenses above a benchmark. */
async function around(editor: Editor, line: number, above: number, below: number): Promise<Area> {
  const { top, bottom } = await editor.line(line);
  const [height, box] = [bottom - top, await boxOf(editor.root.locator('.monaco-editor').first())];
  const y = Math.max(box.y, top - above * height);
  const end = Math.min(box.y + box.height, bottom + below * height);
  return { x: box.x, y, width: Math.min(box.width, 640), height: end - y };
}

/** The panel beside the code, which is as wide as the walkthrough shows a picture. */
function panelOf(code: VsCode): Promise<Area> {
  return boxOf(code.page.locator('.editor-group-container').last());
}

async function boxOf(element: Locator): Promise<Area> {
  return (await element.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
}

function union(areas: readonly Area[]): Area {
  const [x, y] = [Math.min(...areas.map((area) => area.x)), Math.min(...areas.map((area) => area.y))];
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
}

function wholeHover(editor: Editor): Locator {
  return editor.hoverBox.locator('xpath=ancestor-or-self::*[contains(concat(" ", @class, " "), " monaco-hover ")][1]');
}

/** The first hovers explain their words, and most readers see later ones. */
async function hoverAgain(code: VsCode, editor: Editor): Promise<void> {
  for (let hover = 0; hover < 4; hover++) await editor.hover(22, 'string');
  await code.until('the whole hover', async () => {
    return (await wholeHover(editor).evaluate((box) => getComputedStyle(box).opacity)) === '1';
  });
}

type Take = (name: string, area: () => Promise<Area>) => Promise<void>;

async function takeFetch(code: VsCode, take: Take): Promise<void> {
  await code.run('Linecost: Fetch Profile…');
  await code.quickInput.untilAsked('localhost:6060');
  await code.quickInput.setText('localhost:6060');
  await take('fetch', () => boxOf(code.page.locator('.quick-input-widget')));
  await code.quickInput.cancel();
}

/** Profiles BenchmarkTotal, makes the code cheaper and measures again. */
async function measureAgain(code: VsCode, file: string): Promise<void> {
  await code.run('View: Close All Editors');
  const editor = await code.open('sample_test.go', TOTAL);
  await untilIdle();
  await profile(code, 'BenchmarkTotal');
  await writeFile(file, (await readFile(file, 'utf8')).replace(...ONLY_PRICES));
  await untilIdle();
  await editor.clickLens(await lensLine(code, 'BenchmarkTotal'), /measure again/);
  await code.notifications.untilShown(/^BenchmarkTotal: /, 300_000);
  await code.run('Notifications: Clear All Notifications');
  await code.until('the verdict', async () => {
    return (await editor.lenses()).some(({ titles }) => titles.some((title) => VERDICT.test(title)));
  });
}

/** Waits until the verdict would have no warning of a busy machine; goes on if the machine does not become idle. */
async function untilIdle(): Promise<void> {
  const isIdle = async () => loadavg()[0]! < availableParallelism() / 4;
  const warn = () => console.warn('The machine is busy, and the verdict may say so.');
  await until('an idle machine', isIdle, IDLE_MS).catch(warn);
}

/** Shows the comparison in the columns and the flame graph. */
async function compare(code: VsCode): Promise<Editor> {
  await code.editor('sample_test.go').clickLens(await lensLine(code, 'BenchmarkTotal'), VERDICT);
  await code.statusBar.untilShown(/ vs /);
  const editor = await code.open('events.go', DECODING);
  const isChange = ({ text }: { readonly text: string }): boolean => /^[-+−]/.test(text.trim());
  await code.until('what changed', async () => (await editor.line(DECODING)).before.some(isChange));
  await (await code.panel('Linecost')).getByRole('tab', { name: 'Flame Graph' }).click();
  return editor;
}

/** Waits until a benchmark has lenses, and returns their line. */
function lensLine(code: VsCode, name: string): Promise<number> {
  return lensAt(code.editor('sample_test.go'), `func ${name}(`);
}

function lensAt(editor: Editor, start: string): Promise<number> {
  return until(`the lens of ${start}`, async () => {
    const texts = new Map((await editor.lines()).map((visible) => [visible.line, visible.text.replace(/\u00a0/g, ' ')]));
    return (await editor.lenses()).find((lens) => texts.get(lens.line)?.includes(start))?.line;
  });
}

/** Profiles a benchmark, and waits until it has a result, in whatever unit, and no round of its profile still runs. */
async function profile(code: VsCode, name: string): Promise<void> {
  const editor = code.editor('sample_test.go');
  const line = await lensLine(code, name);
  await editor.clickLens(line, /profile(?! (this|these) case)/);
  await code.statusBar.untilShown(name, 120_000);
  await code.until('results', async () => {
    const near = (await editor.lenses()).filter((lens) => Math.abs(lens.line - line) < 12);
    const titles = near.flatMap((lens) => lens.titles);
    return titles.some((title) => /\d[^|]*\/op|\d+ results…/.test(title));
  }, RESULTS_MS);
  await code.notifications.untilGone(/Profiling/, RESULTS_MS);
  await code.run('Notifications: Clear All Notifications');
}
