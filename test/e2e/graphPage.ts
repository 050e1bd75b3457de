import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { labelsOf } from '../../webview/flame/frameLabels';
import { type Editor, until, type VsCode } from './driver/index';

/** A flame graph inside VS Code, as the user sees it. */
export class GraphPage {
  readonly graph: Locator;
  /** Frames that are drawn. */
  readonly frames: Locator;

  private constructor(
    private readonly code: VsCode,
    readonly page: FrameLocator,
  ) {
    this.graph = page.locator('.graph');
    this.frames = page.locator('g.frame');
  }

  /** The graph in the tab of this title, once it is drawn. */
  static async drawn(code: VsCode, title: string | RegExp): Promise<GraphPage> {
    const graph = await GraphPage.of(code, title);
    await graph.frames.nth(1).waitFor();
    return graph;
  }

  /** The page in the tab of this title, whatever it shows. */
  static async of(code: VsCode, title: string | RegExp): Promise<GraphPage> {
    return new GraphPage(code, await code.panel(title));
  }

  /** The first frame of a function, by the longest of its labels that is there: a short one may be another's too. */
  frame(name: string): Locator {
    const labeled = labelsOf(name).map((label) => `g.frame[name=${JSON.stringify(label)}]`);
    const inOrder = labeled.map((frame, i) => {
      return `.graph${labeled.slice(0, i).map((longer) => `:not(:has(${longer}))`).join('')} ${frame}`;
    });
    return this.page.locator(inOrder.join(', ')).first();
  }

  /** The functions from the root to the zoomed frame, as in the path above the graph. */
  async path(): Promise<string[]> {
    return (await this.page.locator('.crumbs li').allInnerTexts()).map((text) => text.trim());
  }

  /** Waits until the frame zoomed to is this one. */
  async untilZoomedTo(brief: string): Promise<void> {
    await until(`a zoom to ${brief}`, async () => (await this.path()).at(-1) === brief);
  }

  /** The details of the frame under the pointer or with the focus. */
  async details(): Promise<{ readonly name: string; readonly source: string; readonly figures: string }> {
    const text = (part: string) => this.page.locator(part).innerText();
    const figures = (await text('.flame .figures')).replace(/\s+/g, ' ');
    return { name: await text('.flame .detail-name'), source: await text('.flame .detail-source'), figures };
  }

  /** Waits until the details are those of a function. */
  async untilPointed(name: string): Promise<void> {
    await until(`the details of ${name}`, async () => (await this.details()).name === name);
  }

  /** Waits until the page shows a sample type, recognized by its total. */
  async untilTotal(total: RegExp): Promise<void> {
    await until(`a total like ${total}`, async () => total.test(await this.page.locator('.total').innerText()));
  }

  /** Chooses a sample type of any kind of the capture. */
  async choose(sampleType: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Sample type' }).selectOption(sampleType);
  }

  /** Presses keys once the page has the focus: an editor that was just opened may still take it. */
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

  /** Searches from the keyboard, and waits for the result text. */
  async search(text: string, result: RegExp): Promise<void> {
    const field = this.page.locator('.search input').first();
    // An editor that was just opened may still take the focus.
    await until(`a search for ${text}`, async () => {
      await this.graph.focus();
      await this.press('/');
      await until('the focus', () => field.evaluate((input) => document.hasFocus() && input.matches(':focus')), 2000);
      // Typed keys would edit the program if an editor takes the focus.
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

  /** The one sentence in place of a graph. */
  async sentence(): Promise<string> {
    const empty = this.page.locator(':is(.empty, .nothing):not([hidden])');
    return this.code.until('a sentence in place of the graph', async () => {
      if (!(await empty.isVisible())) return false;
      const text = await empty.locator('.notice-text').innerText();
      return !/^Reading .*…$/.test(text) && text;
    });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name });
  }

  /** Opens a source as a user would, and checks the cursor's place and that the graph is still visible. */
  async landsOn(file: string, line: number, way: () => Promise<unknown>): Promise<Editor> {
    const editor = this.code.editor(file);
    // A page that is redrawn under the pointer ignores clicks.
    await this.code.until(`the cursor at ${file}:${line}`, async () => {
      await way();
      await editor.untilShown(8000);
      return until(`line ${line}`, async () => (await editor.cursorLine()) === line, 10_000);
    });
    assert.ok(await this.graph.isVisible(), 'the graph is covered');
    return editor;
  }
}
