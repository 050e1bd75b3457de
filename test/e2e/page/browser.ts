import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import type { PageMessage } from '../../../src/protocol/messages';
import { pageHtml } from '../../../src/views/pageHtml';
import type { FakeHost } from './fakeHost';
import { FONTS, THEMES, type ThemeName } from './themes';

declare global {
  // Only inside the page under test.
  var fakeHost: FakeHost;
}

const root = path.resolve(__dirname, '../../..');
const ORIGIN = 'https://page.test';
const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

export interface Built {
  readonly files: ReadonlyMap<string, string>;
  readonly hostScript: string;
}

/** The page as it is shipped, and the made-up host, in memory. */
export async function buildPage(): Promise<Built> {
  const shared = { bundle: true, write: false, format: 'iife', target: 'es2022', absWorkingDir: root } as const;
  const alias = { 'd3-transition': path.join(root, 'webview/instantTransition.ts') };
  const [page, host] = await Promise.all([
    build({ ...shared, entryPoints: ['webview/main.ts'], outfile: 'webview.js', minify: true, alias }),
    build({ ...shared, entryPoints: ['test/e2e/page/fakeHost.ts'], outfile: 'host.js' }),
  ]);
  const files = new Map(page.outputFiles.map((file) => [`/${path.basename(file.path)}`, file.text]));
  return { files, hostScript: host.outputFiles[0]?.text ?? '' };
}

export function startBrowser(): Promise<Browser> {
  const executablePath = process.env.LINECOST_CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

export interface Options {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
}

/** Opens the page, with its strict policy, beside a made-up host; nothing is loaded yet. */
export async function openPage(browser: Browser, built: Built, options: Options = {}): Promise<PageUnderTest> {
  const { width = 1000, height = 700, theme = 'dark' } = options;
  const page = await browser.newPage({ viewport: { width, height } });
  const nonce = 'bm9uY2U';
  const parts = { scriptUri: `${ORIGIN}/main.js`, styleUri: `${ORIGIN}/main.css`, cspSource: ORIGIN, nonce };
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: pageHtml(parts) });
    const file = built.files.get(pathname.replace('/main', '/webview'));
    const contentType = pathname.endsWith('.css') ? 'text/css' : 'text/javascript';
    return file === undefined ? route.abort() : route.fulfill({ contentType, body: file });
  });
  await page.addInitScript(built.hostScript);
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.addInitScript(applyTheme, { theme, values: { ...FONTS, ...THEMES[theme] } });
  const opened = new PageUnderTest(page);
  await page.goto(`${ORIGIN}/`);
  return opened;
}

/** Does to the document what a webview does before its script runs. */
function applyTheme({ theme, values }: { theme: string; values: Record<string, string> }): void {
  const apply = () => {
    for (const [name, value] of Object.entries(values)) {
      document.documentElement.style.setProperty(`--vscode-${name}`, value);
    }
    document.body.className = `vscode-${theme}`;
    document.body.dataset.vscodeThemeKind = `vscode-${theme}`;
  };
  new MutationObserver((_, observer) => {
    if (!document.body) return;
    observer.disconnect();
    apply();
  }).observe(document, { childList: true, subtree: true });
}

/** One open page with everything that went wrong in it. */
export class PageUnderTest {
  readonly errors: string[] = [];
  readonly graph: Locator;

  constructor(readonly page: Page) {
    this.graph = page.locator('.graph');
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
    page.on('dialog', (dialog) => {
      this.errors.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  async load(...load: Parameters<FakeHost['load']>): Promise<void> {
    await this.page.evaluate((parameters) => fakeHost.load(...parameters), load);
    await this.page.waitForSelector('.page.drawn');
  }

  /** The frames' elements whose function is called `name`. */
  frame(name: string): Locator {
    return this.page.locator('g.frame').filter({ has: this.page.locator(`div:text-is("${name}")`) });
  }

  received(): Promise<PageMessage[]> {
    return this.page.evaluate(() => fakeHost.received);
  }

  /** The newest message of a kind that the page sent; waits for one. */
  async sent(kind: PageMessage['kind'], earlier = 0): Promise<PageMessage> {
    const found = await this.page.waitForFunction(
      ([wanted, count]) => {
        const messages = fakeHost.received.filter((message) => message.kind === wanted);
        return messages.length > count ? messages.at(-1) : undefined;
      },
      [kind, earlier] as const,
    );
    return (await found.jsonValue()) as PageMessage;
  }

  /** Keeps a picture for people to look at. */
  async picture(name: string): Promise<void> {
    const folder = path.join(root, 'test/e2e/artifacts/page');
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: path.join(folder, `${name}.png`) });
  }

  async problems(): Promise<string[]> {
    return [...this.errors, ...(await this.page.evaluate(() => fakeHost.violations))];
  }
}
