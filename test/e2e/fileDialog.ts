import path from 'node:path';
import { until, type VsCode } from './driver/index';

/** Enters a path in the file dialog that VS Code shows in a browser. */
export async function chooseFile(code: VsCode, title: string | RegExp, file: string): Promise<void> {
  const { quickInput } = code;
  await quickInput.untilAsked(title);
  await untilChosen(code, async () => {
    // The dialog may list its first folder late and overwrite the path.
    await quickInput.setText(file);
    // The dialog accepts no answer until it has listed the folder.
    await until(`${file} in the list`, async () => (await quickInput.labels()).includes(path.basename(file)), 5000);
  });
}

/** Accepts the path that the file dialog proposes. */
export function confirmFile(code: VsCode): Promise<void> {
  return untilChosen(code, async () => undefined);
}

async function untilChosen({ quickInput }: VsCode, enterPath: () => Promise<void>): Promise<void> {
  await until('a chosen file', async () => {
    if (await quickInput.widget.isVisible()) {
      await enterPath();
      await quickInput.widget.locator('.quick-input-action .monaco-button').first().click({ timeout: 2000 });
    }
    await quickInput.widget.waitFor({ state: 'hidden', timeout: 5000 });
    return true;
  });
}
