import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { labelsOf } from '../../webview/flame/frameLabels';
import { type Editor, until, type VsCode } from './driver/index';

/** The flame graph in a panel or custom editor of VS Code. */
export class GraphPage {
  readonly graph: Locator;
  /** The drawn frames. */
  readonly frames: Locator;

  private constructor(
    private readonly code: VsCode,
    readonly page: FrameLocator,
  ) {
    this.graph = page.locator('.graph');
    this.frames = page.locator('g.frame');
  }

  /** Returns the page in the tab with a title, once the graph is drawn. */
  static async drawn(code: VsCode, title: string | RegExp): Promise<GraphPage> {
    const graph = await GraphPage.of(code, title);
    await graph.frames.nth(1).waitFor();
    return graph;
  }

  /** Returns the page in the tab with a title, even if it shows no graph. */
  static async of(code: VsCode, title: string | RegExp): Promise<GraphPage> {
    return new GraphPage(code, await code.panel(title));
  }

  /** The first frame of a function, by its longest label that is drawn; functions may share a short label. */
  frame(name: string): Locator {
    const labeled = labelsOf(name).map((label) => `g.frame[name=${JSON.stringify(label)}]`);
    const inOrder = labeled.map((frame, i) => {
      return `.graph${labeled.slice(0, i).map((longer) => `:not(:has(${longer}))`).join('')} ${frame}`;
    });
    return this.page.locator(inOrder.join(', ')).first();
  }

  /** Returns the functions from the root to the zoomed frame, as in the zoom path above the graph. */
  async path(): Promise<string[]> {
    return (await this.page.locator('.crumbs li').allInnerTexts()).map((text) => text.trim());
  }

  /** Waits until the zoomed frame has this label. */
  async untilZoomedTo(label: string): Promise<void> {
    await until(`a zoom to ${label}`, async () => (await this.path()).at(-1) === label);
  }

  /** Returns the details of the hovered frame, or of the focused frame if none is hovered. */
  async details(): Promise<{ readonly name: string; readonly source: string; readonly figures: string }> {
    const text = (selector: string) => this.page.locator(selector).innerText();
    const figures = (await text('.flame .figures')).replace(/\s+/g, ' ');
    // The parts of a name are boxes, between which innerText has line breaks.
    const name = (await this.page.locator('.flame .detail-name').textContent()) ?? '';
    return { name, source: await text('.flame .detail-source'), figures };
  }

  /** Waits until the details show a function. */
  async untilDetailsOf(name: string): Promise<void> {
    await until(`the details of ${name}`, async () => (await this.details()).name === name);
  }

  /** Waits until the page shows a total that matches. Tests recognize the sample type by the total's unit. */
  async untilTotal(total: RegExp): Promise<void> {
    await until(`a total like ${total}`, async () => total.test(await this.page.locator('.total').innerText()));
  }

  /** Chooses a sample type of any profile of the capture. */
  async choose(sampleType: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Sample type' }).selectOption(sampleType);
  }

  /** Presses keys while the page has the focus. An editor that was just opened may still take the focus. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await until(`the page to get ${key}`, async () => {
        if (await this.page.locator('body').evaluate(() => document.hasFocus())) return true;
        await this.graph.focus({ timeout: 2000 });
        return false;
      });
      await this.code.page.keyboard.press(key);
    }
  }

  /** Searches by keyboard and waits until the result matches. */
  async search(text: string, result: RegExp): Promise<void> {
    // A text field has a second input, which is not shown.
    const field = this.page.locator('.search.open input:visible').first();
    // An editor that was just opened may still take the focus.
    await until(`a search for ${text}`, async () => {
      await this.graph.focus();
      await this.press('/');
      await until('the focus', () => field.evaluate((input) => document.hasFocus() && input.matches(':focus')), 2000);
      // Typing would edit a file if an editor took the focus.
      await field.fill(text);
      return (await field.inputValue()) === text;
    });
    await this.untilFound(result);
  }

  async untilFound(result: RegExp): Promise<void> {
    await until(`a search result like ${result}`, async () => {
      return result.test(await this.page.locator('.search-result').first().innerText());
    });
  }

  /** Waits for the notice that is shown instead of the graph, and returns it. */
  async notice(): Promise<string> {
    const empty = this.page.locator(':is(.empty, .nothing):not([hidden])');
    return this.code.until('a notice instead of the graph', async () => {
      if (!(await empty.isVisible())) return false;
      const text = await empty.locator('.notice-text').innerText();
      return !/^Reading .*…$/.test(text) && text;
    });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name });
  }

  /**
   * Calls `open` until the cursor is on the line that it should open, and checks that the graph is still visible and
   * has the focus.
   */
  async landsOn(file: string, line: number, open: () => Promise<unknown>): Promise<Editor> {
    const editor = this.code.editor(file);
    // A page that is redrawn under the pointer ignores clicks.
    await this.code.until(`the cursor at ${file}:${line}`, async () => {
      await open();
      await editor.untilShown(8000);
      await until('the focus in the graph', () => this.hasFocus(), 8000);
      await editor.focus();
      return until(`line ${line}`, async () => (await editor.cursorLine()) === line, 10_000);
    });
    assert.ok(await this.graph.isVisible(), 'the graph is covered');
    return editor;
  }

  private hasFocus(): Promise<boolean> {
    return this.code.page.evaluate(() => document.activeElement?.tagName === 'IFRAME');
  }
}
