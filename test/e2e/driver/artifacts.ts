import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { repoRoot } from '../../host/paths.mjs';

/**
 * Saves a picture of the page.
 * @returns its path: test/e2e/artifacts/NAME.png, with `-` for characters that are invalid in file names
 */
export async function screenshot(page: Page, name: string): Promise<string> {
  const folder = path.join(repoRoot, 'test', 'e2e', 'artifacts');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name.replace(/[^\w.-]+/g, '-').slice(0, 80)}.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  return file;
}

/** Saves a picture for review by people, only if LINECOST_PICTURES is set, because each picture takes some time. */
export async function reviewScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.LINECOST_PICTURES) await screenshot(page, name);
}
