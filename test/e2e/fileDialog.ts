import path from 'node:path';
import { until, type VsCode } from './driver/index';

/** Names a file in the box that VS Code, served to a browser, has for choosing one. */
export async function chooseFile(code: VsCode, title: string | RegExp, file: string): Promise<void> {
  const { quickInput } = code;
  await quickInput.untilAsked(title);
  await untilChosen(code, async () => {
    // The folder that the box begins with may be listed late, and written over what was typed.
    await quickInput.type(file);
    // Until the folder is listed, the box takes no answer.
    await until(`${file} in the list`, async () => (await quickInput.labels()).includes(path.basename(file)), 5000);
  });
}

/** Takes the file that is proposed in the box for choosing one. */
export function confirmFile(code: VsCode): Promise<void> {
  return untilChosen(code, async () => undefined);
}

async function untilChosen({ quickInput }: VsCode, name: () => Promise<void>): Promise<void> {
  await until('a chosen file', async () => {
    if (await quickInput.widget.isVisible()) {
      await name();
      await quickInput.widget.locator('.quick-input-action .monaco-button').first().click({ timeout: 2000 });
    }
    await quickInput.widget.waitFor({ state: 'hidden', timeout: 5000 });
    return true;
  });
}
