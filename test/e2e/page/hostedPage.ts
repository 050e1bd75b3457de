import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import type { Ask, Give, HostMessage, PageProtocol } from '../../../src/pages/protocol/pageProtocol';
import { buildPage, type Options, preparePage, sharedBrowser } from './browser';
import type {} from './fakePageHost';

/** A page other than the profile page, in a browser tab of its own, with `fakePageHost` as its host. */
export class HostedPage<P extends PageProtocol> {
  /** The errors and console errors since `start`. */
  errors: string[] = [];
  private page!: Page;
  private starts = 0;

  /**
   * Registers hooks that build the page, open its tab, and close the browser.
   * @param script the page's script, relative to the repository
   * @param answerOf answers a question; undefined if the test answers it
   */
  constructor(script: string, answerOf: (asked: Ask<P>) => Promise<unknown> = async () => undefined) {
    before(async () => {
      const [browser, built] = await Promise.all([sharedBrowser(), buildPage(script, 'test/e2e/page/fakePageHost.ts')]);
      this.page = await preparePage(browser, built);
      await this.page.exposeFunction('answerOf', async (asked: Ask<P>) => asReceived(await answerOf(asked)));
      this.page.on('pageerror', (error) => this.errors.push(String(error)));
      this.page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
    });
    after(async () => (await sharedBrowser()).close());
  }

  /** Loads the page without saved state. */
  async start({ theme = 'dark', width = 1000, height = 900 }: Options): Promise<Page> {
    this.errors = [];
    await this.page.setViewportSize({ width, height });
    await this.page.goto(`/?theme=${theme}&start=${++this.starts}`);
    return this.page;
  }

  /** Loads the page like `start`, and waits until it wants a state. */
  async open(options: Options): Promise<Page> {
    const page = await this.start(options);
    await this.untilReady();
    return page;
  }

  /** Loads the page again, with its saved state, and waits until it wants a state. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.untilReady();
  }

  readonly send = async (message: HostMessage<P>): Promise<void> => {
    await this.page.evaluate((data) => fakePageHost.send(data), asReceived(message) as object);
  };

  /** The parameters of the page's orders with a name, oldest first. */
  readonly orders = async (name: string): Promise<unknown[]> => {
    const received = await this.page.evaluate(() => fakePageHost.received) as Give<PageProtocol>[];
    return received.filter(({ kind, order }) => kind === 'order' && order === name).map(({ params }) => params);
  };

  /** All errors since `start`, and violations of the content security policy. */
  readonly problems = async (): Promise<string[]> => {
    return [...this.errors, ...(await this.page.evaluate(() => fakePageHost.violations))];
  };

  private async untilReady(): Promise<void> {
    await this.page.waitForFunction(() => fakePageHost.received.some(({ kind }) => kind === 'ready'));
  }
}

/** A webview receives messages as JSON, without undefined fields. */
function asReceived(message: unknown): unknown {
  return message === undefined ? undefined : JSON.parse(JSON.stringify(message)) as unknown;
}
