import type { Locator, Page } from 'playwright-core';
import { chooseFromMenu } from './menu';
import { until } from './until';

/** The Explorer view. */
export class Explorer {
  constructor(private readonly page: Page) {}

  /** The first row of a file or folder with this name. */
  row(name: string): Locator {
    const label = this.page.locator('.label-name').getByText(name, { exact: true });
    return this.page.locator('.explorer-folders-view .monaco-list-row').filter({ has: label }).first();
  }

  /** Expands folders and clicks a file, such as `click('cmd', 'server', 'main.go')`. */
  async click(...names: string[]): Promise<void> {
    for (const [depth, name] of names.entries()) {
      const row = this.row(name);
      if (depth < names.length - 1 && (await row.getAttribute('aria-expanded')) === 'true') continue;
      // A row that appears above this one moves it away from the pointer.
      await until(`a click on ${name}`, async () => {
        await row.click({ timeout: 5000 });
        const isFolder = (await row.getAttribute('aria-expanded')) !== null;
        if (isFolder) return (await row.getAttribute('aria-selected')) === 'true';
        // Right after a window opens, a click selects a file without opening it. The selection is not checked: it
        // follows the active editor, and a profile may open its code at once. Another click would bring it back.
        await this.page.locator('.tab').filter({ hasText: name }).first().waitFor({ timeout: 5000 });
        return true;
      });
    }
  }

  /** Chooses an entry of the context menu of a file, such as `Open With...`. */
  async menu(name: string, entry: string): Promise<void> {
    await this.row(name).click({ button: 'right' });
    await chooseFromMenu(this.page, entry);
  }
}
