import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The levels A and AA of WCAG 2.2. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose outcome depends on the theme. */
const THEME_RULES = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * Violations of the rules on the page in its present state. Under the dark theme these are all rules; the rules that no
 * theme changes are not checked again under the others, because each check takes a second.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  }
  const { violations } = await page.evaluate(({ all, ofTheme }): Promise<Axe.AxeResults> => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const isDark = document.body.dataset.vscodeThemeKind === 'vscode-dark';
    const runOnly: Axe.RunOnly = isDark ? { type: 'tag', values: all } : { type: 'rule', values: ofTheme };
    return axe.run(document, { runOnly, resultTypes: ['violations'], iframes: false });
  }, { all: ALL_RULES, ofTheme: THEME_RULES });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`));
}
