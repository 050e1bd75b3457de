import type { Locator, Page } from 'playwright-core';
import { PATIENCE_MS, until } from './until';

/** A message that is not shown after this time may be hidden in the notification center. */
const HIDDEN_MS = 5000;

/** VS Code's notifications, including progress notifications. */
export class Notifications {
  private readonly all: Locator;
  /** The notification center, which the bell in the status bar opens. */
  private readonly center: Locator;
  private readonly unread: Locator;

  constructor(private readonly page: Page) {
    this.center = page.locator('.notifications-center');
    this.unread = page.locator('[id="status.notifications"] .codicon-bell-dot');
    this.all = page.locator('.notifications-toasts, .notifications-center').locator('.notification-list-item');
  }

  /** The notification whose message contains a text or matches a pattern. */
  item(text: string | RegExp): Locator {
    const message = this.page.locator('.notification-list-item-message').filter({ hasText: text });
    return this.all.filter({ has: message }).first();
  }

  /**
   * Waits for a notification whose message contains a text or matches a pattern, and opens the notification center if
   * it is only there: VS Code moves notifications there after some seconds, and at once if several appear within a
   * second. @returns the whole message
   */
  async untilShown(text: string | RegExp, timeout = PATIENCE_MS): Promise<string> {
    const end = performance.now() + timeout;
    // Once the center was open, no message is unread, so only opening it again shows whether the message is there.
    let wasOpened = false;
    for (;;) {
      const left = end - performance.now();
      try {
        return await this.shown(text, Math.min(left, HIDDEN_MS));
      } catch (cause) {
        if (left < HIDDEN_MS) throw new Error(`No message with ${text}, but these: ${JSON.stringify(await this.texts())}`, { cause });
      }
      wasOpened ||= (await this.center.isVisible()) || (await this.unread.isVisible());
      if (wasOpened) await this.toggleCenter();
    }
  }

  private async shown(text: string | RegExp, timeout: number): Promise<string> {
    const [source, flags] = typeof text === 'string' ? [escape(text), ''] : [text.source, text.flags];
    // Finds and reads the message in one step, because a progress notification soon shows another text.
    const message = await this.page.waitForFunction(findInPage, { source, flags }, { timeout, polling: 50 });
    return message.evaluate((value) => value as string);
  }

  async untilGone(text: string | RegExp, timeout?: number): Promise<void> {
    await this.item(text).waitFor({ state: 'detached', timeout });
  }

  /**
   * Clicks a button of the notification whose message contains a text, and waits until the notification is gone. Finds
   * and clicks the button in one step, because notifications move, and only once, because its action may start slowly.
   */
  async press(text: string | RegExp, button: string): Promise<void> {
    const item = this.item(text);
    await this.untilShown(text);
    await until(`${button} of ${text}`, () => item.evaluate(pressInPage, button, { timeout: 2000 }));
    await item.waitFor({ state: 'detached' });
    if (await this.center.isVisible()) await this.toggleCenter();
  }

  private async toggleCenter(): Promise<void> {
    await this.page.locator('[id="status.notifications"] a').first().click();
  }

  /** Clicks a button of a notification without waiting for its effect. */
  async pressOnce(text: string | RegExp, button: string): Promise<void> {
    await this.item(text).getByText(button, { exact: true }).click();
  }

  /** Cancels the progress with this text. Tries repeatedly, because a new notification ignores clicks. */
  async cancel(text: string | RegExp): Promise<void> {
    const item = this.item(text);
    await until(`the notification ${text} to close`, async () => {
      if (await item.isVisible()) await item.getByText('Cancel', { exact: true }).click({ timeout: 5000 });
      await item.waitFor({ state: 'detached', timeout: 2000 });
      return true;
    });
  }

  /** @returns the buttons of the notification whose message contains a text or matches a pattern */
  buttons(text: string | RegExp): Promise<string[]> {
    return this.item(text).locator('.notification-list-item-buttons-container .monaco-button').allInnerTexts();
  }

  /** @returns the messages of all visible notifications */
  texts(): Promise<string[]> {
    return this.all.locator('.notification-list-item-message').allInnerTexts();
  }

  /** Waits until no progress is shown. @returns the messages of all visible notifications */
  settled(): Promise<string[]> {
    return until('no progress', async () => {
      const texts = await this.texts();
      return !texts.some((text) => /^(Reading|Writing|Exporting|Disassembling|Looking for) /.test(text)) && texts;
    });
  }

  /** Closes the notification with this text. Progress that it shows continues. */
  async close(text: string | RegExp): Promise<void> {
    const item = this.item(text);
    await until(`the notification ${text} to close`, async () => {
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
  const button = all.find((element) => element.textContent?.trim() === name);
  button?.click();
  return button !== undefined;
}

/** Runs in the page. */
function findInPage({ source, flags }: { source: string; flags: string }): string | undefined {
  const selector = ['toasts', 'center'].map((part) => `.notifications-${part} .notification-list-item-message`).join();
  const elements = [...document.querySelectorAll<HTMLElement>(selector)];
  const messages = elements.filter(({ offsetParent }) => offsetParent !== null);
  const pattern = new RegExp(source, flags);
  return messages.map((element) => element.innerText.replace(/[\u00a0\u202f]/g, ' ')).find((text) => pattern.test(text));
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
