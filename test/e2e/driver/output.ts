import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { QuickInput } from './quickInput';
import { readLines } from './lines';

/** The time and level before each log entry. */
const STAMP = /\n[\d-]{10} [\d:.]{12} \[\w+\] /g;

/** The output panel. */
export class Output {
  readonly view: Locator;

  constructor(page: Page, private readonly quickInput: QuickInput, private readonly home: string) {
    this.view = page.locator('.output-view');
  }

  /** Shows an output channel. */
  async show(channel: string): Promise<void> {
    await this.quickInput.run('Output: Show Output Channels...');
    await this.quickInput.untilAsked(/output channel/i);
    await this.quickInput.setText(channel);
    await this.quickInput.pick(channel);
    await this.view.locator('.view-line').first().waitFor();
  }

  isShown(): Promise<boolean> {
    return this.view.isVisible();
  }

  /** @returns the visible text of the panel */
  async text(): Promise<string> {
    return (await readLines(this.view)).map((line) => line.text).join('\n');
  }

  /** @returns the text of a channel since VS Code started, read from its log file, without times and levels */
  async wholeText(channel: string): Promise<string> {
    const logs = path.join(this.home, 'user-data', 'logs');
    const name = `${channel}.log`;
    const files = (await readdir(logs, { recursive: true })).filter((file) => path.basename(file) === name).sort();
    const texts = await Promise.all(files.map((file) => readFile(path.join(logs, file), 'utf8')));
    return `\n${texts.join('')}`.replace(STAMP, '\n');
  }
}
