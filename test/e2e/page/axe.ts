import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { PageUnderTest } from './browser';

/** What the rules of WCAG 2.2 (A and AA) find on the page as it stands. */
export async function violations({ page }: PageUnderTest): Promise<string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations: found } = await page.evaluate((): Promise<Axe.AxeResults> => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    return axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], iframes: false });
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`));
}
