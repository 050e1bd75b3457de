import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ensureChromium } from '../../host/chromium.mjs';
import { PATIENCE_MS } from './until';

const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** VS Code runs most of its code only a few times, so optimizing the code costs more time than it saves. */
const WITHOUT_OPTIMIZER = '--js-flags=--no-opt,--no-maglev,--max-lazy';

/** Launches the Chromium of this machine without its background network traffic. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: [...FLAGS, ...flags] });
}

/** Launches a browser in which VS Code starts with less processor time. */
export async function launchEditorBrowser(): Promise<Browser> {
  return launchBrowser([WITHOUT_OPTIMIZER]);
}

/** Opens a page of a laptop's size that may use the clipboard. */
export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    // Drawing animations takes processor time from the measured programs.
    reducedMotion: 'reduce',
    // Compressing VS Code's scripts for each window takes more than a second of processor time.
    extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  return newTab(context);
}

/** Opens another tab of the same browser. */
export async function newTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  // tsx, which runs `npm run pictures`, wraps inner functions in this helper.
  await page.addInitScript({ content: 'globalThis.__name = (value) => value;' });
  await page.addInitScript(stopAnimations);
  return page;
}

/**
 * Runs in the page. Spinners, progress bars and fading scroll bars cost processor time, and VS Code animates them even
 * with reduced motion.
 */
function stopAnimations(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    *, *::before, *::after { animation: none !important; }
    .scrollbar { transition: none !important; }
  `);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
