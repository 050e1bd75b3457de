import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { repoRoot } from '../host/paths.mjs';
import { startSession, type VsCode } from './driver/index';
import type { ThemeKind } from './driver/index';
import { recordLoop } from './recording/loop';

/**
 * Takes the pictures of the guide, some of which the README shows, and of the walkthrough: `npm run pictures`, after
 * `npm run package`. The pictures show a real run of the sample module's benchmarks in a real VS Code.
 * `npm run pictures -- loop` remakes only the moving picture, which fails if the result is too large for a README.
 */
const GUIDE = { folder: path.join(repoRoot, 'media', 'guide'), window: { width: 1440, height: 810 } };
const WALKTHROUGH = { folder: path.join(repoRoot, 'media', 'walkthrough'), window: { width: 1000, height: 640 } };
/** A line at or near the start of BenchmarkTotal in sample_test.go. */
const TOTAL = 40;
/** A replacement in events.go that decodes only the prices, and the line that gets faster. */
const ONLY_PRICES = ['[]Event', '[]struct{ Price float64 }'] as const;
const DECODING = 15;
const IDLE_MS = 300_000;
const VERDICT = /faster|slower|no difference/;
const MAX_LOOP_BYTES = 1_500_000;

const loop = await recordLoop();
await writeFile(path.join(GUIDE.folder, 'loop.png'), loop);
console.log(`loop.png has ${Math.round(loop.length / 1000)} kB.`);
if (loop.length > MAX_LOOP_BYTES) throw new Error('The moving picture of the README is too large.');
if (process.argv.includes('loop')) process.exit();

await takePictures(GUIDE, 'dark', ['benchmark', 'overview', 'top', 'verdict', 'compare']);
await takePictures(GUIDE, 'light', ['hover', 'graph']);
for (const theme of ['dark', 'light'] as const) {
  const names = ['sample', 'benchmark', 'hover', 'overview', 'fetch', 'verdict', 'compare'];
  await takePictures(WALKTHROUGH, theme, names);
}

async function takePictures(album: typeof GUIDE, theme: ThemeKind, names: readonly string[]): Promise<void> {
  await mkdir(album.folder, { recursive: true });
  const settings = {
    'linecost.columns.style': 'compact',
    'linecost.profile.benchtime': '2s',
    'editor.minimap.enabled': false,
    'window.commandCenter': false,
    'breadcrumbs.enabled': false,
    'workbench.layoutControl.enabled': false,
  };
  const { code, workspace, stop } = await startSession({ workspace: 'sample', file: 'sample_test.go', theme, settings });
  const take = async (name: string) => {
    if (names.includes(name)) await code.page.screenshot({ path: path.join(album.folder, `${name}-${theme}.png`) });
  };
  try {
    await code.page.setViewportSize(album.window);
    await code.run('View: Close Primary Side Bar');
    await lensLine(code, 'BenchmarkCountWords');
    await take('sample');
    await profile(code, 'BenchmarkCountWords');
    await take('benchmark');
    const editor = await code.open('wordcount.go', 22);
    await code.until('costs', async () => (await editor.line(22)).before.length > 0);
    await editor.hover(22, 'string');
    await code.until('the whole hover', async () => {
      return (await editor.hoverBox.evaluate((box) => getComputedStyle(box.closest('.monaco-hover')!).opacity)) === '1';
    });
    await take('hover');
    await editor.dismissHover();
    await code.run('Linecost: Show Flame Graph');
    const page = await code.panel('Linecost');
    await page.locator('g.frame[name$="sample.CountWords"]').first().hover();
    await page.getByText('wordcount.go:22').waitFor();
    await take('overview');
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
    await take('verdict');
    await compare(code);
    await take('compare');
  } finally {
    await stop();
  }
}

async function takeFetch(code: VsCode, take: (name: string) => Promise<void>): Promise<void> {
  await code.run('Linecost: Fetch Profile…');
  await code.quickInput.untilAsked('localhost:6060');
  await code.quickInput.setText('localhost:6060');
  await take('fetch');
  await code.quickInput.cancel();
}

/** Profiles BenchmarkTotal, makes the code cheaper and measures again. */
async function measureAgain(code: VsCode, file: string): Promise<void> {
  await code.run('View: Close All Editors');
  const editor = await code.open('sample_test.go', TOTAL);
  await untilIdle(code);
  await profile(code, 'BenchmarkTotal');
  await writeFile(file, (await readFile(file, 'utf8')).replace(...ONLY_PRICES));
  await untilIdle(code);
  await editor.clickLens(await lensLine(code, 'BenchmarkTotal'), /measure again/);
  await code.notifications.untilShown(/^BenchmarkTotal: /, 300_000);
  await code.run('Notifications: Clear All Notifications');
  await code.until('the verdict', async () => {
    return (await editor.lenses()).some(({ titles }) => titles.some((title) => VERDICT.test(title)));
  });
}

/** Waits until the verdict would have no warning of a busy machine. */
async function untilIdle(code: VsCode): Promise<void> {
  await code.until('an idle machine', async () => loadavg()[0]! < availableParallelism() / 4, IDLE_MS);
}

/** Shows the comparison in the columns and the flame graph. */
async function compare(code: VsCode): Promise<void> {
  await code.editor('sample_test.go').clickLens(await lensLine(code, 'BenchmarkTotal'), VERDICT);
  await code.statusBar.untilShown(/ vs .* · per operation/);
  const editor = await code.open('events.go', DECODING);
  await code.until('what changed', async () => (await editor.line(DECODING)).before.some(({ text }) => /^[-+−]/.test(text.trim())));
  await (await code.panel('Linecost')).getByRole('tab', { name: 'Flame Graph' }).click();
}

/** Waits until a benchmark has lenses, and returns their line. */
async function lensLine(code: VsCode, name: string): Promise<number> {
  const editor = code.editor('sample_test.go');
  return code.until(`the lens of ${name}`, async () => {
    const texts = new Map((await editor.lines()).map((visible) => [visible.line, visible.text.replace(/\u00a0/g, ' ')]));
    return (await editor.lenses()).find((lens) => texts.get(lens.line)?.includes(`func ${name}(`))?.line;
  });
}

async function profile(code: VsCode, name: string): Promise<void> {
  const editor = code.editor('sample_test.go');
  await editor.clickLens(await lensLine(code, name), /profile(?! (this|these) case)/);
  await code.statusBar.untilShown(name, 120_000);
  await code.notifications.untilGone(/Profiling/);
  await code.until('results', async () => {
    return (await editor.lenses()).some(({ titles }) => titles.some((title) => /ns\/op|results…/.test(title)));
  });
}
