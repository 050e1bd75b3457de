import path from 'node:path';
import { until, type VsCode } from './driver/index';

/** Names a file in the box that VS Code, served to a browser, has for choosing one. */
export async function chooseFile({ quickInput }: VsCode, title: string | RegExp, file: string): Promise<void> {
  await quickInput.untilAsked(title);
  await quickInput.type(file);
  // Until the folder is listed, the box takes no answer.
  await until(`${file} in the list`, async () => (await quickInput.labels()).includes(path.basename(file)));
  await quickInput.widget.locator('.quick-input-action .monaco-button').first().click();
  await quickInput.widget.waitFor({ state: 'hidden' });
}
