import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { repoRoot } from '../host/paths.mjs';
import { startSession, type VsCode } from './driver/index';
import type { ThemeKind } from './driver/index';

/**
 * Remakes the README's pictures: `npm run pictures`, after `npm run package`. What they show is a real run of the
 * sample module's benchmarks in a real VS Code.
 */
const FOLDER = path.join(repoRoot, 'media', 'readme');
const WINDOW = { width: 1440, height: 810 };

await mkdir(FOLDER, { recursive: true });
await takePictures('dark', ['benchmark', 'overview']);
await takePictures('light', ['hover']);

async function takePictures(theme: ThemeKind, wanted: readonly string[]): Promise<void> {
  const settings = {
    'linecost.profile.benchtime': '2s',
    'editor.minimap.enabled': false,
    'window.commandCenter': false,
    'breadcrumbs.enabled': false,
    'workbench.layoutControl.enabled': false,
  };
  const { code, stop } = await startSession({ workspace: 'sample', file: 'sample_test.go', theme, settings });
  const take = async (name: string) => {
    if (wanted.includes(name)) await code.page.screenshot({ path: path.join(FOLDER, `${name}-${theme}.png`) });
  };
  try {
    await code.page.setViewportSize(WINDOW);
    await code.run('View: Close Primary Side Bar');
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
    const page = await code.panel('Flame Graph');
    await page.locator('g.frame[name$="sample.CountWords"]').first().hover();
    await page.getByText('wordcount.go:22').waitFor();
    await take('overview');
  } finally {
    await stop();
  }
}

async function profile(code: VsCode, name: string): Promise<void> {
  const editor = code.editor('sample_test.go');
  const lenses = await code.until('lenses', async () => {
    const all = await editor.lenses();
    return all.length > 0 && all;
  });
  await editor.clickLens(lenses[0].line, /profile this benchmark/);
  await code.statusBar.untilShown(name, 120_000);
  await code.notifications.untilGone(/Profiling/);
  await code.until('results', async () => (await editor.lines()).some(({ after }) => after.some(({ text }) => text.includes('ns/op'))));
}
