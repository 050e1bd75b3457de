import type { Locator, Page } from 'playwright-core';
import { until } from './until';

export interface QuickPickItem {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** Whether the item's checkbox is checked; false in a list without checkboxes. */
  readonly checked: boolean;
}

/** VS Code's quick input: the command palette, quick picks and input boxes. */
export class QuickInput {
  readonly widget: Locator;
  readonly input: Locator;
  private readonly rows: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator('.quick-input-widget');
    this.input = this.widget.locator('.quick-input-box input');
    this.rows = this.widget.locator('.quick-input-list .monaco-list-row');
  }

  async openPalette(text: string): Promise<void> {
    await this.openWith('F1', `>${text}`);
  }

  /** Runs a command by its title. Tries again if another element takes the focus, which closes the palette. */
  async run(title: string): Promise<void> {
    await until(`a command "${title}"`, async () => {
      await this.openPalette(title);
      return this.clickOrClose(title);
    });
  }

  /** Opens a file with Quick Open. The text may be an absolute path and may end with `:LINE`. */
  async openFile(text: string): Promise<void> {
    const name = (text.split(/[\\/]/).pop() ?? text).replace(/:\d+$/, '');
    await until(`a file ${text}`, async () => {
      await this.openWith('ControlOrMeta+p', text);
      return this.clickOrClose(name);
    });
  }

  /** Moves the cursor of the focused editor to a line and column, both 1-based. */
  async goTo(line: number, column: number): Promise<void> {
    await this.openWith('Control+g', `:${line}:${column}`);
    try {
      await this.accept(3000);
      await this.widget.waitFor({ state: 'hidden', timeout: 3000 });
    } catch (error) {
      await this.cancel();
      throw error;
    }
  }

  /**
   * Clicks a row. If there is none, closes the list and throws, because the palette lists only the commands that were
   * registered before it opened.
   */
  private async clickOrClose(label: string): Promise<true> {
    try {
      return await this.clickRow(new RegExp(`^${escape(label)}$`), 3000);
    } catch (error) {
      await this.cancel();
      throw error;
    }
  }

  private async openWith(key: string, text: string): Promise<void> {
    await until('the quick input', async () => {
      if (!(await this.input.isVisible())) {
        await this.page.keyboard.press(key);
      }
      await this.fill(text);
      return (await this.input.isVisible()) && (await this.input.inputValue()) === text;
    });
  }

  async setText(text: string): Promise<void> {
    await this.input.waitFor();
    await this.fill(text);
  }

  /**
   * Sets the text inside the page. Playwright's `fill` types it, which would edit a file if an editor took the focus.
   */
  private async fill(text: string): Promise<void> {
    await this.input.evaluate((input: HTMLInputElement, value) => {
      input.focus();
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, text, { timeout: 1000 });
  }

  /** Focuses the quick input and presses Enter. Without the focus, Enter could edit a file. */
  async accept(timeout?: number): Promise<void> {
    await until('focus in the quick input', async () => {
      await this.input.focus({ timeout: 1000 });
      return this.widget.evaluate((widget) => widget.contains(document.activeElement));
    }, timeout);
    await this.page.keyboard.press('Enter');
  }

  async cancel(): Promise<void> {
    await until('the quick input to close', async () => {
      if (await this.widget.isVisible()) {
        await this.input.focus({ timeout: 1000 });
        await this.page.keyboard.press('Escape');
      }
      await this.widget.waitFor({ state: 'hidden', timeout: 2000 });
      return true;
    });
  }

  /** Waits for a quick input whose title, placeholder or prompt contains a text or matches a pattern. */
  async untilAsked(question: string | RegExp, timeout?: number): Promise<void> {
    await until(`a quick input like ${question}`, async () => {
      const text = (await this.widget.isVisible()) ? await this.question() : '';
      return typeof question === 'string' ? text.includes(question) : question.test(text);
    }, timeout);
  }

  /** @returns the title, the placeholder and the message below the input, one per line */
  async question(): Promise<string> {
    const title = this.widget.locator('.quick-input-title');
    const parts = [
      (await title.isVisible()) ? await title.innerText() : '',
      (await this.input.getAttribute('placeholder')) ?? '',
      await this.message(),
    ];
    return parts.map(plain).filter(Boolean).join('\n');
  }

  /** @returns the message below the input: the prompt or the validation error */
  async message(): Promise<string> {
    const message = this.widget.locator('.quick-input-message');
    return (await message.isVisible()) ? plain(await message.innerText()) : '';
  }

  value(): Promise<string> {
    return this.input.inputValue();
  }

  /** Waits until there are rows. @returns the rows */
  async items(): Promise<QuickPickItem[]> {
    await this.rows.first().waitFor();
    return this.rows.evaluateAll(readRows);
  }

  /** @returns the labels of the checked items */
  async checked(): Promise<string[]> {
    return (await this.items()).filter(({ checked }) => checked).map(({ label }) => label);
  }

  /** Checks the items with these labels and unchecks all others. */
  async check(labels: readonly string[]): Promise<void> {
    await until(`only ${labels.join(', ')} to be checked`, async () => {
      const wrong = (await this.items()).filter(({ label, checked }) => labels.includes(label) !== checked);
      for (const { label, checked } of wrong) {
        await this.row(label).click({ timeout: 5000 });
        // Wait, because a second click before the list is updated would undo the first click.
        await until(`${label} to toggle`, async () => (await this.checked()).includes(label) !== checked, 5000);
      }
      return wrong.length === 0;
    });
  }

  async labels(): Promise<string[]> {
    return (await this.items()).map((item) => item.label);
  }

  /** Clicks the row with a label, in a list without checkboxes. */
  async pick(label: string | RegExp): Promise<void> {
    const pattern = typeof label === 'string' ? new RegExp(`^${escape(label)}$`) : label;
    await this.clickRow(pattern, 20_000);
  }

  private row(label: string): Locator {
    const pattern = new RegExp(`^\\s*${escape(label)}\\s*$`);
    return this.rows.filter({ has: this.page.locator('.label-name').filter({ hasText: pattern }) }).first();
  }

  private clickRow({ source, flags }: RegExp, timeout: number): Promise<true> {
    return until(`a row ${source}`, () => this.widget.evaluate(clickInPage, { source, flags }), timeout);
  }
}

/** Runs in the page. */
function readRows(rows: Element[]): QuickPickItem[] {
  // VS Code adds rows to the document in any order.
  const indexOf = (row: Element): number => Number(row.getAttribute('data-index'));
  return rows.sort((a, b) => indexOf(a) - indexOf(b)).map((row) => {
    const text = (selector: string): string => {
      const texts = [...row.querySelectorAll(selector)].map((element) => element.textContent ?? '');
      return texts.join(' ').replace(/[\u00a0\u202f]/g, ' ').trim();
    };
    const lines = row.querySelectorAll('.quick-input-list-row');
    const label = lines[0]?.querySelector('.label-name')?.textContent ?? text('.label-name');
    const box = row.querySelector('[role=checkbox], input[type=checkbox]');
    return {
      label: label.replace(/[\u00a0\u202f]/g, ' ').trim(),
      description: text('.label-description'),
      detail: text('.quick-input-list-label-meta'),
      checked: box?.getAttribute('aria-checked') === 'true' || (box instanceof HTMLInputElement && box.checked),
    };
  });
}

/**
 * Runs in the page. Finds a row and clicks it in one step, because rows move while VS Code searches.
 * @returns whether there is such a row
 */
function clickInPage(widget: HTMLElement, { source, flags }: { source: string; flags: string }): boolean {
  if (widget.offsetParent === null) return false;
  const pattern = new RegExp(source, flags);
  const labels = [...widget.querySelectorAll<HTMLElement>('.quick-input-list .monaco-list-row .label-name')];
  const label = labels.find((element) => pattern.test((element.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ').trim()));
  for (const kind of ['mousedown', 'mouseup', 'click']) {
    label?.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, view: window, detail: 1 }));
  }
  return label !== undefined;
}

function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ').trim();
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
