import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The axe tags of WCAG 2.2, levels A and AA. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose outcome depends on the theme. */
const THEME_RULES = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * Returns the page's current violations of the WCAG rules. Under the dark theme, checks all rules; under other themes,
 * only the rules whose outcome depends on the theme, because each check takes a second.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  }
  const { violations } = await page.evaluate(({ all, themeRules }): Promise<Axe.AxeResults> => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const isDark = document.body.dataset.vscodeThemeKind === 'vscode-dark';
    const runOnly: Axe.RunOnly = isDark ? { type: 'tag', values: all } : { type: 'rule', values: themeRules };
    return axe.run(document, { runOnly, resultTypes: ['violations'], iframes: false });
  }, { all: ALL_RULES, themeRules: THEME_RULES });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`));
}
