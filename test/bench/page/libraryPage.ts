import path from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import type { FlameWindow } from '../../../src/profile/answers/flame';
import { repoRoot } from '../../host/paths.mjs';
import { benchFolder } from '../places';
import type { Library } from './library';

declare global {
  // Only inside the page under test.
  var library: Library;
}

export interface LibrarySteps {
  readonly frames: number;
  readonly first: readonly number[];
  readonly zoom: readonly number[];
  /** The browser's own time for as many elements, which no script computes. */
  readonly replace: readonly number[];
}

/**
 * Milliseconds in which d3-flame-graph alone draws and zooms a window, without animation, as in our page, and in which
 * the browser replaces the drawn elements by copies.
 */
export async function measureLibrary(browser: Browser, window: FlameWindow, rounds: number): Promise<LibrarySteps> {
  const { outputFiles } = await build({
    entryPoints: [path.join(benchFolder, 'page', 'library.ts')],
    bundle: true,
    minify: true,
    write: false,
    outdir: benchFolder,
    format: 'iife',
    alias: { 'd3-transition': path.join(repoRoot, 'webview', 'flame', 'instantTransition.ts') },
  });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  try {
    await page.setContent('<!doctype html><body></body>');
    for (const { path: file, text: content } of outputFiles) {
      await (file.endsWith('.css') ? page.addStyleTag({ content }) : page.addScriptTag({ content }));
    }
    const steps = { frames: window.id.length, first: [] as number[], zoom: [] as number[], replace: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      steps.first.push(await page.evaluate((frames) => library.draw(frames, 1400), window));
      steps.replace.push(await page.evaluate(() => library.replace()));
      steps.zoom.push(await page.evaluate(() => library.zoom()));
    }
    return steps;
  } finally {
    await page.close();
  }
}
