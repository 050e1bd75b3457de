import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { clickLens, readLenses } from './lenses';
import type { Lens } from './lenses';
import { readLines } from './lines';
import type { DecorationText, EditorLine } from './lines';
import { chooseFromMenu } from './menu';
import { readOverviewRuler } from './overviewRuler';
import type { RulerMark } from './overviewRuler';
import { QuickInput } from './quickInput';
import { until } from './until';

/** A text editor: one that shows a file, or the editor of the active group. */
export class Editor {
  /** The editor group: the tabs and the editor below them. */
  readonly root: Locator;

  private readonly quickInput: QuickInput;

  constructor(private readonly page: Page, private readonly file?: string, nth = 0) {
    this.quickInput = new QuickInput(page);
    const name = file?.split(/[\\/]/).pop();
    const activeTab = page.locator(`.tab.active[data-resource-name="${name}"]`);
    const groups = page.locator('.editor-group-container');
    this.root = (name ? groups.filter({ has: activeTab }) : groups.and(page.locator('.active'))).nth(nth);
  }

  /** Waits until the file's text is on the screen. */
  async untilShown(timeout?: number): Promise<void> {
    await this.root.locator('.monaco-editor .view-line').first().waitFor({ timeout });
  }

  /** The visible lines, with their decorations. */
  lines(): Promise<EditorLine[]> {
    return readLines(this.root);
  }

  /** The area that neither sticky scroll nor the scroll bar covers, in pixels of the window. */
  uncoveredArea(): Promise<{ readonly top: number; readonly bottom: number }> {
    return this.root.locator('.monaco-editor').first().evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const stickyBottom = element.querySelector('.sticky-widget')?.getBoundingClientRect().bottom ?? top;
      const bar = element.querySelector('.editor-scrollable > .scrollbar.horizontal')?.getBoundingClientRect();
      return { top: Math.max(top, stickyBottom), bottom: bar && bar.height > 0 ? bar.top : bottom };
    });
  }

  /** Waits until a line is visible and returns it. */
  line(line: number): Promise<EditorLine> {
    return until(`line ${line} of ${this.file ?? 'the editor'}`, async () => {
      return (await this.lines()).find((visible) => visible.line === line);
    });
  }

  /** The joined texts before the code of a line, which are its columns. */
  async columns(line: number): Promise<string> {
    return (await this.line(line)).before.map((decoration: DecorationText) => decoration.text).join('');
  }

  /** Scrolls to a line and puts the cursor there. */
  async goTo(line: number, column = 1): Promise<void> {
    await until(`the cursor at ${line}:${column}`, async () => {
      await this.focus();
      await this.quickInput.goTo(line, column);
      return until(`line ${line}`, async () => (await this.cursor())?.startsWith(`Ln ${line}, `), 3000);
    });
    await this.line(line);
  }

  /** @returns the cursor's position as in the status bar, such as `Ln 12, Col 3` */
  async cursor(): Promise<string | undefined> {
    return (await this.page.locator('[id="status.editor.selection"]').allInnerTexts())[0]?.trim();
  }

  /** Waits until the status bar shows the cursor's position. @returns its 1-based line */
  async cursorLine(): Promise<number> {
    // On a busy machine, VS Code may treat a webview that was clicked as active although the editor has the focus.
    const position = await until('a cursor', () => this.cursor(), 5000).catch(() => this.focusAgain());
    const text = position ?? (await until('a cursor', () => this.cursor(), 5000));
    return Number(/Ln (\d+)/.exec(text)?.[1]);
  }

  /** Focuses the editor. Repeats this, because an element that was clicked before may still take the focus. */
  async focus(timeout?: number): Promise<void> {
    const area = this.root.locator('.monaco-editor .native-edit-context, .monaco-editor textarea.inputarea').first();
    await until(`the focus in ${this.file ?? 'the editor'}`, async () => {
      await area.focus({ timeout: 2000 });
      return area.evaluate((element) => element === document.activeElement);
    }, timeout);
  }

  /** Moves the focus away from the editor and back. */
  private async focusAgain(): Promise<void> {
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await pause(200);
    await this.focus(5000);
  }

  /** Types at the cursor. */
  async type(text: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.type(text);
  }

  /** Turns the mouse wheel by notches of about three lines each; a positive number scrolls down. */
  async scroll(notches: number): Promise<void> {
    await this.root.locator('.monaco-editor .overflow-guard').first().hover({ force: true });
    for (let i = 0; i < Math.abs(notches); i++) {
      await this.page.mouse.wheel(0, Math.sign(notches) * 120);
    }
  }

  lenses(): Promise<Lens[]> {
    return readLenses(this.root);
  }

  /** Waits until there are lenses above a line and returns their titles. */
  lensesAt(line: number): Promise<readonly string[]> {
    return until(`a lens above line ${line}`, async () => {
      return (await this.lenses()).find((lens) => lens.line === line)?.titles;
    });
  }

  /** Clicks the first lens above a line whose title equals a string or matches a pattern. */
  async clickLens(line: number, title: string | RegExp): Promise<void> {
    await clickLens(this.root, line, title);
  }

  /** Moves the pointer to a text of a line, by default to its first character, and returns the text of the hover. */
  async hover(line: number, text?: string): Promise<string> {
    // A hover does not appear if lines move under the pointer or another element takes the focus.
    return until(`a hover on line ${line}`, async () => {
      await this.dismissHover();
      const { x, y } = await this.pointAt(line, text);
      await this.page.mouse.move(x - 1, y);
      await this.page.mouse.move(x, y);
      return until('its text', async () => {
        const shown = await this.hoverBox.innerText({ timeout: 1000 });
        const content = shown.replace(/[\u00a0\u202f]/g, ' ').trim();
        return content !== '' && !/^Loading/.test(content) && content;
      }, 8000);
    });
  }

  /** The content element of the visible hover. */
  get hoverBox(): Locator {
    return this.root.locator('.monaco-editor .monaco-hover:not(.hidden) .monaco-hover-content').first();
  }

  async dismissHover(): Promise<void> {
    await this.page.mouse.move(2, 2);
    await this.page.keyboard.press('Escape');
    await this.root.locator('.monaco-editor .monaco-hover:not(.hidden)').first().waitFor({ state: 'hidden' });
  }

  /** Chooses an entry of Linecost's submenu in the context menu at a text of a line. */
  async menu(line: number, entry: string, text?: string): Promise<void> {
    await this.openSubmenu(line, entry, text);
    await chooseFromMenu(this.page, entry);
  }

  /** Opens the context menu at a text of a line, and in it Linecost's submenu, which must have the entry. */
  async openSubmenu(line: number, entry: string, text?: string): Promise<void> {
    await this.openMenu(line, 'Linecost', text);
    const submenu = this.page.locator('.monaco-menu').getByText('Linecost', { exact: true });
    const item = this.page.locator('.monaco-menu').getByText(entry, { exact: true });
    await until(`the entry ${entry}`, async () => {
      await submenu.hover({ timeout: 1000 });
      await item.waitFor({ timeout: 1000 });
      return true;
    });
  }

  /**
   * Opens the context menu at a text of a line. Repeats this until the menu has the entry, because a line may move.
   */
  async openMenu(line: number, entry: string, text?: string): Promise<void> {
    const item = this.page.locator('.monaco-menu').getByText(entry, { exact: true });
    await until(`a menu with ${entry} at line ${line}`, async () => {
      const { x, y } = await this.pointAt(line, text);
      await this.page.mouse.click(x, y, { button: 'right' });
      try {
        await item.waitFor({ timeout: 5000 });
        return await until('the cursor', async () => (await this.cursor())?.startsWith(`Ln ${line}, `), 2000);
      } catch (error) {
        await this.page.keyboard.press('Escape');
        throw error;
      }
    });
  }

  /** The marks of the overview ruler, top to bottom. */
  overviewRuler(): Promise<RulerMark[]> {
    return readOverviewRuler(this.root);
  }

  /** @returns the middle of a text of a line, or of its first character, in pixels of the window */
  async pointAt(line: number, text?: string): Promise<{ x: number; y: number }> {
    const { top, bottom, text: code } = await this.line(line);
    const start = text === undefined ? code.search(/\S/) : code.indexOf(text);
    if (start < 0) {
      throw new Error(`Line ${line} does not contain ${text ?? 'any text'}: ${code}`);
    }
    const middle = start + Math.floor(((text ?? ' ').length - 1) / 2);
    const x = await this.root.locator('.monaco-editor').first().evaluate(characterMiddle, { top, index: middle });
    return { x, y: (top + bottom) / 2 };
  }
}

/** Runs in the page. @returns the middle of a character of the line at `top`, in pixels of the window */
function characterMiddle(root: Element, { top, index }: { top: number; index: number }): number {
  const line = [...root.querySelectorAll('.view-line')].find((element) => element.getBoundingClientRect().top === top);
  const walker = document.createTreeWalker(line ?? root, NodeFilter.SHOW_TEXT);
  let offset = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (offset + length > index) {
      const range = document.createRange();
      range.setStart(node, index - offset);
      range.setEnd(node, index - offset + 1);
      const { left, right } = range.getBoundingClientRect();
      return (left + right) / 2;
    }
    offset += length;
  }
  throw new Error('The line has changed');
}
