import type { Locator, Page } from 'playwright-core';
import { until } from './until';

/** The messages at the bottom right, progress with its Cancel included. */
export class Notifications {
  private readonly all: Locator;
  /** The list of all messages, which the bell in the status bar opens. */
  private readonly list: Locator;

  constructor(private readonly page: Page) {
    this.list = page.locator('.notifications-center');
    this.all = page.locator('.notifications-toasts, .notifications-center').locator('.notification-list-item');
  }

  /** The message that holds this text. */
  item(text: string | RegExp): Locator {
    const message = this.page.locator('.notification-list-item-message').filter({ hasText: text });
    return this.all.filter({ has: message }).first();
  }

  /** @returns the whole sentence of the message that holds this text, once it is shown */
  async untilShown(text: string | RegExp, timeout?: number): Promise<string> {
    const [source, flags] = typeof text === 'string' ? [escape(text), ''] : [text.source, text.flags];
    // Found and read in one step, because progress soon shows another text.
    const found = await this.page.waitForFunction(findInPage, { source, flags }, { timeout });
    return found.evaluate((said) => said as string);
  }

  async untilGone(text: string | RegExp, timeout?: number): Promise<void> {
    await this.item(text).waitFor({ state: 'detached', timeout });
  }

  /**
   * Presses a button of the message that holds this text, and waits until the message is gone. The button is found and
   * pressed in one step, because messages move; it is pressed once, because its action may start slowly.
   */
  async press(text: string | RegExp, button: string): Promise<void> {
    const item = this.item(text);
    // After some seconds, VS Code hides a message in the list behind the bell.
    const isHidden = await item.waitFor({ timeout: 5000 }).then(() => false, () => true);
    if (isHidden) await this.toggleList();
    await item.waitFor();
    await until(`${button} of ${text}`, () => item.evaluate(pressInPage, button, { timeout: 2000 }));
    await item.waitFor({ state: 'detached' });
    if (await this.list.isVisible()) await this.toggleList();
  }

  private async toggleList(): Promise<void> {
    await this.page.locator('[id="status.notifications"] a').first().click();
  }

  /** Presses a button without waiting for its effect. */
  async pressOnce(text: string | RegExp, button: string): Promise<void> {
    await this.item(text).getByText(button, { exact: true }).click();
  }

  /** Cancels the progress with this text; tries repeatedly, because a new notification ignores clicks. */
  async cancel(text: string | RegExp): Promise<void> {
    const item = this.item(text);
    await until(`the end of ${text}`, async () => {
      if (await item.isVisible()) await item.getByText('Cancel', { exact: true }).click({ timeout: 5000 });
      await item.waitFor({ state: 'detached', timeout: 2000 });
      return true;
    });
  }

  /** @returns the buttons of the message that holds this text */
  buttons(text: string | RegExp): Promise<string[]> {
    return this.item(text).locator('.notification-list-item-buttons-container .monaco-button').allInnerTexts();
  }

  /** @returns all messages that are shown */
  texts(): Promise<string[]> {
    return this.all.locator('.notification-list-item-message').allInnerTexts();
  }

  /** @returns all messages that are shown once no progress is shown */
  settled(): Promise<string[]> {
    return until('no progress', async () => {
      const texts = await this.texts();
      return !texts.some((text) => /^(Reading|Writing|Exporting|Disassembling|Looking for) /.test(text)) && texts;
    });
  }

  /** Closes the message with this text; its progress, if any, continues. */
  async close(text: string | RegExp): Promise<void> {
    const item = this.item(text);
    await until(`the end of ${text}`, async () => {
      if (await item.isVisible()) {
        await item.hover({ timeout: 2000 });
        await item.locator('.codicon-notifications-clear').click({ timeout: 2000 });
      }
      await item.waitFor({ state: 'detached', timeout: 2000 });
      return true;
    });
  }
}

/** Runs in the page. */
function pressInPage(item: Element, name: string): boolean {
  const all = [...item.querySelectorAll<HTMLElement>('.notification-list-item-buttons-container .monaco-button')];
  const button = all.find((each) => each.textContent?.trim() === name);
  button?.click();
  return button !== undefined;
}

/** Runs in the page. */
function findInPage({ source, flags }: { source: string; flags: string }): string | undefined {
  const selector = ['toasts', 'center'].map((part) => `.notifications-${part} .notification-list-item-message`).join();
  const messages = [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.offsetParent !== null);
  return messages.map((each) => each.innerText).find((said) => new RegExp(source, flags).test(said));
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
