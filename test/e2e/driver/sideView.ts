import type { Locator, Page } from 'playwright-core';
import { chooseFromMenu } from './menu';
import { until } from './until';

/** A row, or a text or pattern that finds it. */
type RowName = string | RegExp | Locator;

/** A view in the side bar, by its title, such as `Profiles`. */
export class SideView {
  private readonly pane: Locator;

  constructor(private readonly page: Page, title: string) {
    const header = page.locator('.pane-header').filter({ has: page.locator('h3.title').getByText(title, { exact: true }) });
    this.pane = page.locator('.pane').filter({ has: header }).first();
  }

  /** The first row whose label and description contain a text or match a pattern. */
  row(text: RowName): Locator {
    if (typeof text !== 'string' && !(text instanceof RegExp)) return text;
    return this.pane.locator('.monaco-list-row').filter({ hasText: text }).first();
  }

  /** The newest capture of a group whose row contains a text or matches a pattern. */
  capture(group: string, text: string | RegExp = ''): Locator {
    const rows = this.pane.locator(`.monaco-list-row[aria-level="2"][aria-label^=${JSON.stringify(`${group}, `)}]`);
    return rows.filter({ hasText: text }).first();
  }

  /** @returns the texts of the rows, top to bottom */
  async texts(): Promise<string[]> {
    return this.pane.locator('.monaco-list-row').evaluateAll((rows) => {
      // VS Code adds rows to the document in any order.
      const indexOf = (row: Element): number => Number(row.getAttribute('data-index'));
      return rows.sort((a, b) => indexOf(a) - indexOf(b)).map((row) => {
        const parts = ['.label-name', '.label-description'].map((part) => row.querySelector(part)?.textContent ?? '');
        return parts.join(' ').replace(/\s+/g, ' ').trim();
      });
    });
  }

  /** Waits until the words beside the view's title match a pattern. */
  async untilDescribed(words: RegExp): Promise<void> {
    await until(`${words} beside the title`, async () => {
      return words.test((await this.pane.locator('.pane-header .description').textContent({ timeout: 1000 })) ?? '');
    });
  }

  async untilShown(text: RowName): Promise<void> {
    await this.row(text).waitFor();
  }

  async click(text: RowName): Promise<void> {
    await this.untilStable(text);
    await this.row(text).locator('.label-name').first().click();
  }

  /** Chooses an entry of a row's context menu. */
  async menu(text: RowName, entry: string): Promise<void> {
    await this.untilStable(text);
    await this.row(text).click({ button: 'right' });
    await chooseFromMenu(this.page, entry);
  }

  /** Waits until there is a row and the list stops changing, because new rows move the others. */
  private async untilStable(row: RowName): Promise<void> {
    await this.untilShown(row);
    let previous = '';
    let repetitions = 0;
    await until('a stable list', async () => {
      const current = (await this.texts()).join('\n');
      repetitions = current === previous ? repetitions + 1 : 0;
      previous = current;
      return repetitions > 4;
    });
  }

  /** Clicks a button in the view's header, by its title. */
  async press(title: string): Promise<void> {
    await until(`a button ${title}`, async () => {
      await this.pane.locator('.pane-header').hover();
      await this.pane.locator('.pane-header').getByRole('button', { name: title }).click({ timeout: 2000 });
      return true;
    });
  }
}
