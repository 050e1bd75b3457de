import type { Locator, Page } from 'playwright-core';

/** The status bar. */
export class StatusBar {
  constructor(private readonly page: Page) {}

  /** The first item whose text contains a text or matches a pattern; icons are not text. */
  item(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text }).first();
  }

  async untilShown(text: string | RegExp, timeout?: number): Promise<void> {
    await this.item(text).waitFor({ timeout });
  }

  async click(text: string | RegExp): Promise<void> {
    await this.item(text).locator('a').first().click();
  }

  async texts(): Promise<string[]> {
    const texts = await this.page.locator('.statusbar-item').allInnerTexts();
    return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean);
  }
}
