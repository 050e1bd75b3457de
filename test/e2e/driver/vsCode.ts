import type { FrameLocator, Page } from 'playwright-core';
import { reviewScreenshot, screenshot } from './artifacts';
import { newTab } from './browser';
import { Editor } from './editor';
import { Explorer } from './explorer';
import { Notifications } from './notifications';
import { Output } from './output';
import { QuickInput } from './quickInput';
import { editSettings } from './settings';
import { StatusBar } from './statusBar';
import { panelFrame } from './panel';
import { until } from './until';

/** A window of VS Code, with one object for each part of the window. */
export class VsCode {
  readonly quickInput: QuickInput;
  readonly statusBar: StatusBar;
  readonly notifications: Notifications;
  readonly output: Output;
  readonly explorer: Explorer;
  /** Errors in the browser's console, from the window and its webviews. */
  readonly consoleErrors: string[] = [];

  /** @param home the folder of VS Code's data */
  constructor(readonly page: Page, readonly home: string) {
    this.quickInput = new QuickInput(page);
    this.statusBar = new StatusBar(page);
    this.notifications = new Notifications(page);
    this.output = new Output(page, this.quickInput, home);
    this.explorer = new Explorer(page);
    page.on('console', (message) => message.type() === 'error' && this.consoleErrors.push(message.text()));
    page.on('pageerror', (error) => this.consoleErrors.push(error.message));
  }

  /** Opens an address, and waits until the extensions are loaded and the file, if any, is shown. */
  async load(address: string, file?: string): Promise<void> {
    await this.page.goto(address);
    await this.untilReady();
    if (file) {
      await this.editor(file).untilShown();
    }
  }

  /** Opens the same workspace in another tab of the browser. */
  async anotherTab(): Promise<VsCode> {
    const other = new VsCode(await newTab(this.page.context()), this.home);
    await other.load(this.page.url());
    return other;
  }

  /** Reloads the window, as the command "Reload Window" does. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.untilReady();
  }

  /** Waits until the workbench is ready and has loaded every installed extension. */
  async untilReady(): Promise<void> {
    await this.page.locator('.monaco-workbench').waitFor();
    // Polling each frame, the default, would make the browser draw each frame.
    await this.page.waitForFunction(() => performance.getEntriesByName('code/didLoadExtensions').length > 0, undefined, { polling: 100 });
  }

  /** Runs a command by its title in the command palette, such as `Linecost: Profile Benchmark`. */
  run(title: string): Promise<void> {
    return this.quickInput.run(title);
  }

  /**
   * Opens a quick pick, by the title of a command or by a function, and picks a row. Tries again if another element
   * takes the focus, which closes the quick pick.
   */
  async pickFrom(open: string | (() => Promise<unknown>), question: string, label: string | RegExp): Promise<void> {
    await this.until(`${label} in ${question}`, async () => {
      await (typeof open === 'string' ? this.run(open) : open());
      await this.quickInput.untilAsked(question, 10_000);
      await this.quickInput.pick(label);
      return true;
    });
  }

  /** @returns the titles that the command palette shows for a text, once one of them contains `expected` */
  async commandTitles(text: string, expected = text): Promise<string[]> {
    await this.quickInput.openPalette(text);
    const titles = await until(`the command ${expected}`, async () => {
      const labels = await this.quickInput.labels();
      // The palette shows recently used commands until it has filtered all commands.
      return labels.some((title) => title.includes(expected)) && labels;
    });
    await this.quickInput.cancel();
    return titles;
  }

  /** Opens a file by its path in the workspace or its absolute path, optionally at a line (1-based). */
  async open(file: string, line?: number): Promise<Editor> {
    const editor = this.editor(file);
    // Quick Open closes if another element takes the focus.
    await this.until(`an editor of ${file}${line === undefined ? '' : ` at line ${line}`}`, async () => {
      await this.quickInput.openFile(line === undefined ? file : `${file}:${line}`);
      await editor.untilShown(5000);
      return until(`the cursor in ${file}`, async () => {
        const cursor = await editor.cursor();
        return line === undefined || cursor?.startsWith(`Ln ${line}, `);
      }, 5000);
    });
    return editor;
  }

  /** The nth editor that shows a file with the base name of `file`, or the editor of the active group. */
  editor(file?: string, nth = 0): Editor {
    return new Editor(this.page, file, nth);
  }

  /** The page of the webview panel or custom editor whose tab has this title. */
  panel(title: string | RegExp): Promise<FrameLocator> {
    return panelFrame(this.page, title);
  }

  /** @returns the titles of all open tabs, by editor group */
  tabs(): Promise<string[]> {
    return this.page.locator('.tab .tab-label .monaco-icon-label-container').allTextContents();
  }

  /** Trusts the workspace, which ends restricted mode. */
  async grantTrust(): Promise<void> {
    await this.run('Workspaces: Manage Workspace Trust');
    await this.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await this.statusBar.item('Restricted Mode').waitFor({ state: 'detached' });
  }

  /** Clicks a button of the modal dialog. */
  async pressInDialog(button: string | RegExp): Promise<void> {
    await this.page.locator('.monaco-dialog-box').getByRole('button', { name: button }).click();
  }

  /** Closes the settings editor, which floats over the window. It may take more than one Escape. */
  async closeSettings(): Promise<void> {
    const settings = this.page.locator('.settings-editor').first();
    await this.until('closed settings', async () => {
      if (await settings.isVisible()) await this.page.keyboard.press('Escape');
      await settings.waitFor({ state: 'hidden', timeout: 2000 });
      return true;
    });
  }

  /** Changes user settings. The caller waits for Linecost to apply them. */
  changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    return editSettings(this.page, this.quickInput, this.home, changes);
  }

  /** Saves a picture as test/e2e/artifacts/NAME.png. */
  picture(name: string): Promise<string> {
    return screenshot(this.page, name);
  }

  /** Saves a picture for review; see {@link reviewScreenshot}. */
  screenshot(name: string): Promise<void> {
    return reviewScreenshot(this.page, name);
  }

  /** Like {@link until}, but saves a picture of the window if the time limit passes. */
  async until<T>(what: string, probe: () => Promise<T | undefined | false | null>, timeout?: number): Promise<T> {
    try {
      return await until(what, probe, timeout);
    } catch (error) {
      await this.picture(`waited for ${what}`);
      throw error;
    }
  }
}
