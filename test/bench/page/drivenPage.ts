import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Engine } from '../../../src/engine/client';
import type { ProfileSummary } from '../../../src/engine/queries';
import type { Reply } from '../../../src/pages/protocol/pageProtocol';
import type { ProfileQuestion } from '../../../src/pages/protocol/profilePage';
import { preparePage } from '../../e2e/page/browser';
import { benchFolder, builtFolder } from '../places';
import type { RelayHost } from './relayHost';

declare global {
  // Only inside the page under test.
  var relay: RelayHost;
}

/** The milliseconds that each part of a step took. */
export interface Step {
  /** From the input to the page's question. */
  readonly ask: number;
  /** From the query to the worker's answer. */
  readonly query: number;
  /** From the answer to the settled frame. */
  readonly draw: number;
}

const ADDRESS = '/?theme=dark';
const SIZE = { width: 1400, height: 900 };

/** The built page in a browser tab. The engine answers its questions. */
export class DrivenPage {
  private constructor(
    private readonly page: Page,
    private readonly devtools: CDPSession,
    private readonly engine: Engine,
  ) {}

  static async open(browser: Browser, engine: Engine): Promise<DrivenPage> {
    const hostScript = await build({
      entryPoints: [path.join(benchFolder, 'page', 'relayHost.ts')], bundle: true, write: false, format: 'iife',
    });
    const names = ['webview.js', 'webview.css'];
    const texts = await Promise.all(names.map((name) => readFile(path.join(builtFolder, name), 'utf8')));
    const files = new Map(names.map((name, i) => [`/${name}`, texts[i]!]));
    const page = await preparePage(browser, { files, hostScript: hostScript.outputFiles[0]!.text });
    page.setDefaultTimeout(60_000);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    return new DrivenPage(page, devtools, engine);
  }

  /** Opens a new page and shows the profile. */
  async start(summary: ProfileSummary): Promise<Step> {
    await this.page.setViewportSize(SIZE);
    await this.page.goto('about:blank');
    await this.page.goto(ADDRESS);
    const { id, sampleTypes, totals, durationNanos, defaultSampleType: sampleType } = summary;
    const samples = `${summary.sampleCount} samples`;
    const siblings = [{ id, label: 'heap', sampleTypes }];
    const figures = { sampleTypes, sampleType, totals, samples, durationNanos };
    const profile = { id, captured: id, capture: 'bench', title: 'bench', ...figures, siblings };
    return this.step(summary, () => this.page.evaluate((state) => relay.begin(state), { profile }));
  }

  /**
   * Centers of the widest frames in the middle rows of the page, to click on. Frames as wide as the page are left out,
   * because a click on them would not zoom in.
   */
  zoomPlaces(max: number): Promise<{ x: number; y: number }[]> {
    return this.page.evaluate((limit) => {
      const all = [...document.querySelectorAll('g.frame')].map((frame) => frame.getBoundingClientRect());
      const visible = all.filter(({ top, bottom, width }) => bottom < innerHeight - 120 && top > 100 && width > 20);
      visible.sort((a, b) => b.width - a.width);
      const narrower = visible.filter(({ width }) => width < innerWidth * 0.7);
      return narrower.slice(0, limit).map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
    }, max);
  }

  click(summary: ProfileSummary, { x, y }: { readonly x: number; readonly y: number }): Promise<Step> {
    return this.step(summary, () => this.page.mouse.click(x, y));
  }

  async reset(summary: ProfileSummary): Promise<Step> {
    await this.page.locator('.graph').focus();
    return this.step(summary, () => this.page.keyboard.press('Home'));
  }

  async search(summary: ProfileSummary, pattern: string): Promise<Step> {
    await this.page.locator('.graph').focus();
    await this.page.keyboard.press('/');
    await this.page.keyboard.press('ControlOrMeta+a');
    return this.step(summary, () => this.page.keyboard.insertText(pattern));
  }

  async frameCount(): Promise<number> {
    return this.page.locator('g.frame').count();
  }

  /** Bytes of the JavaScript heap in use, after a collection. */
  async heapBytes(): Promise<number> {
    await this.devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  }

  close(): Promise<void> {
    return this.page.close();
  }

  /** Takes the times of a view, then answers the page's later question for numbers of samples. */
  private async step(summary: ProfileSummary, act: () => Promise<unknown>): Promise<Step> {
    await act();
    const { message, sinceInput } = await this.page.evaluate(() => relay.nextQuestion());
    const step = { ask: sinceInput, ...(await this.answered(summary, message)) };
    const samplesQuestion = await this.page.evaluate(() => relay.takeSamplesQuestion());
    if (samplesQuestion) await this.answered(summary, samplesQuestion);
    return step;
  }

  private async answered(
    { id, defaultSampleType }: ProfileSummary,
    { request, params: view }: ProfileQuestion<'flame'>,
  ): Promise<Omit<Step, 'ask'>> {
    const start = performance.now();
    const window = await this.engine.ask('flame', { ...view, profile: id, sampleType: defaultSampleType });
    const query = performance.now() - start;
    const answer: Reply = { kind: 'reply', request, ok: window };
    await this.page.evaluate((message) => relay.prepare(message), answer);
    return { query, draw: await this.page.evaluate(() => relay.settled()) };
  }
}
