import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before } from 'node:test';
import { build } from 'esbuild';
import type { Browser, Locator, Page } from 'playwright-core';
import { pageHtml } from '../../../src/pages/host/pageHtml';
import { repoRoot } from '../../host/paths.mjs';
import { reviewScreenshot } from '../driver/artifacts';
import { launchBrowser } from '../driver/browser';
import { PATIENCE_MS } from '../driver/until';
import type { FakeHost, Received } from './fakeHost';
import { FONTS, THEMES, type ThemeName } from './themes';

declare global {
  // Exists only inside the page.
  var fakeHost: FakeHost;
}

export interface BuiltPage {
  /** The text of each file that the page loads, by the path of its URL. */
  readonly files: ReadonlyMap<string, string>;
  readonly hostScript: string;
}

/** Builds a page and its fake host in memory, by default the profile page. Scripts are relative to the repository. */
export async function buildPage(script = 'webview/main.ts', hostScript = 'test/e2e/page/fakeHost.ts'): Promise<BuiltPage> {
  const shared = { bundle: true, write: false, format: 'iife', target: 'es2022', absWorkingDir: repoRoot } as const;
  const alias = { 'd3-transition': path.join(repoRoot, 'webview/flame/instantTransition.ts') };
  const [page, host] = await Promise.all([
    build({ ...shared, entryPoints: [script], outfile: 'webview.js', minify: true, alias }),
    build({ ...shared, entryPoints: [hostScript], outfile: 'host.js' }),
  ]);
  const files = new Map(page.outputFiles.map((file) => [`/${path.basename(file.path)}`, file.text]));
  return { files, hostScript: host.outputFiles[0]?.text ?? '' };
}

export interface Options {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
}

/**
 * One browser for all test files of this process, and one tab for most of them. Their tests run one after another, but
 * their hooks run at once.
 */
let browser: Promise<Browser> | undefined;
let shared: Promise<PageUnderTest> | undefined;

/** Starts the browser of this process's tests, if no other test file has. Close it in an `after` hook. */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= launchBrowser());
}

async function startShared(): Promise<PageUnderTest> {
  const [started, built] = await Promise.all([sharedBrowser(), buildPage()]);
  return new PageUnderTest(await preparePage(started, built));
}

/** Registers hooks that start and close the browser. Each call of `open` reloads the page in the same browser tab. */
export function pageTests(): { open(options?: Options): Promise<PageUnderTest> } {
  before(async () => {
    await (shared ??= startShared());
  });
  after(async () => (await browser)?.close());
  return {
    async open(options = {}) {
      if (!shared) throw new Error('open was called outside a test');
      const page = await shared;
      await page.start(options);
      return page;
    },
  };
}

/**
 * Opens a browser tab whose address `/` is the page, with its content security policy, and runs the fake host in it
 * before the page's script. The address may have the parameter `theme`. A server on this machine serves the files, and
 * not a route of Playwright, because Chromium keeps the compiled scripts of served files.
 */
export async function preparePage(browser: Browser, { files, hostScript }: BuiltPage): Promise<Page> {
  const themes = `(${applyTheme})(${JSON.stringify({ fonts: FONTS, themes: THEMES })})`;
  const origin = await serveFiles((own) => {
    const parts = { scriptUri: `${own}/webview.js`, styleUri: `${own}/webview.css`, cspSource: own, nonce: NONCE };
    const html = pageHtml(parts).replace('<head>', `<head><script nonce="${NONCE}" src="/host.js"></script>`);
    return new Map([...files, ['/', html], ['/host.js', `globalThis.__name = (value) => value; ${themes}; ${hostScript}`]]);
  });
  const page = await browser.newPage({ baseURL: origin });
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

const NONCE = 'bm9uY2U';
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '': 'text/html' };

/**
 * Serves texts by path until this process ends.
 * @param filesOf gets the origin, which it returns
 */
async function serveFiles(filesOf: (origin: string) => ReadonlyMap<string, string>): Promise<string> {
  let files: ReadonlyMap<string, string> = new Map();
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://page.test');
    const text = files.get(pathname);
    if (text === undefined) return void response.writeHead(404).end();
    const type = TYPES[path.extname(pathname) as keyof typeof TYPES];
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'max-age=3600' }).end(text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  server.unref();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  files = filesOf(origin);
  return origin;
}

/** Sets the CSS variables and classes of a theme, as VS Code does before a webview's script runs. */
function applyTheme({ fonts, themes }: { fonts: Record<string, string>; themes: typeof THEMES }): void {
  const theme = (new URLSearchParams(location.search).get('theme') ?? 'dark') as ThemeName;
  const apply = () => {
    for (const [name, value] of Object.entries({ ...fonts, ...themes[theme] })) {
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

/** A frame of the drawn flame graph. `from` and `width` are fractions of the graph's width; the root's depth is 0. */
export interface DrawnFrame {
  readonly label: string;
  readonly depth: number;
  readonly from: number;
  readonly width: number;
}

/** The page in a browser tab. It records errors, console errors and dialogs. */
export class PageUnderTest {
  errors: string[] = [];
  readonly graph: Locator;
  private starts = 0;

  constructor(readonly page: Page) {
    this.graph = page.locator('.graph');
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
    page.on('dialog', (dialog) => {
      this.errors.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  /** Loads the page without a profile and without saved state. */
  async start({ width = 1000, height = 700, theme = 'dark' }: Options): Promise<void> {
    this.errors = [];
    await this.page.setViewportSize({ width, height });
    await this.page.mouse.move(0, 0);
    await this.page.goto(`/?theme=${theme}&start=${++this.starts}`);
  }

  /** Sends a profile to the page and waits until the flame graph is drawn; for the parameters see FakeHost.load. */
  async load(...parameters: Parameters<FakeHost['load']>): Promise<void> {
    await this.page.evaluate((args) => fakeHost.load(...args), parameters);
    await this.page.waitForSelector('.flame.drawn');
  }

  /** The frames with a label. */
  frame(label: string): Locator {
    return this.page.locator(`g.frame[name=${JSON.stringify(label)}]`);
  }

  drawn(): Promise<DrawnFrame[]> {
    return this.page.evaluate(() => {
      const graphWidth = Number(document.querySelector('.canvas svg[height]')?.getAttribute('width'));
      return [...document.querySelectorAll('g.frame')].map((group) => {
        const [x = 0, y = 0] = group.getAttribute('transform')?.match(/-?\d[\d.e+-]*/g)?.map(Number) ?? [];
        const width = Number(group.querySelector('rect')?.getAttribute('width'));
        return { label: group.getAttribute('name') ?? '', depth: y / 18, from: x / graphWidth, width: width / graphWidth };
      });
    });
  }

  /** Waits until the first element that matches a selector contains a text. */
  async shows(selector: string, text: string): Promise<void> {
    await this.page.waitForFunction(
      ([elements, part]) => document.querySelector(elements)?.textContent?.includes(part),
      [selector, text] as const,
    );
  }

  /** Waits until the toolkit has finished its controls, in the animation frame after they came. */
  async untilControlsDrawn(): Promise<void> {
    await this.page.waitForFunction(() => [...document.querySelectorAll('vscode-text-field, vscode-button')]
      .every((control) => control.hasAttribute('current-value')));
  }

  /** Waits until the zoom path ends with a frame whose label contains `label`. */
  zoomedTo(label: string): Promise<void> {
    return this.shows('.crumbs [aria-current]', label);
  }

  received(): Promise<Received[]> {
    return this.page.evaluate(() => fakeHost.received);
  }

  /** Waits until the page has sent more than `earlier` messages of a kind, and returns the newest one. */
  async sent(kind: Received['kind'], earlier = 0): Promise<Received> {
    const handle = await this.page.waitForFunction(
      ([expected, count]) => {
        const messages = fakeHost.received.filter((message) => message.kind === expected);
        return messages.length > count ? messages.at(-1) : undefined;
      },
      [kind, earlier] as const,
    );
    return (await handle.jsonValue()) as Received;
  }

  /** Waits for a held answer, sends it, and returns the milliseconds until the animation frame that shows it. */
  async timeOfAnswer(): Promise<number> {
    await this.page.waitForFunction(() => fakeHost.hasHeldAnswers);
    return this.page.evaluate(async () => {
      const send = fakeHost.prepared();
      const start = performance.now();
      send();
      await new Promise((received) => addEventListener('message', received, { once: true }));
      const { port1, port2 } = new MessageChannel();
      const painted = new Promise((done) => (port1.onmessage = done));
      requestAnimationFrame(() => port2.postMessage(undefined));
      await painted;
      return performance.now() - start;
    });
  }

  /** Takes a screenshot for review; see {@link reviewScreenshot}. */
  async picture(name: string): Promise<void> {
    await reviewScreenshot(this.page, `page-${name}`);
  }

  /** Returns all recorded errors and violations of the content security policy. */
  async problems(): Promise<string[]> {
    return [...this.errors, ...(await this.page.evaluate(() => fakeHost.violations))];
  }
}
