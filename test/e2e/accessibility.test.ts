import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type * as Axe from 'axe-core';
import type { Session, ThemeKind, VsCode } from './driver/index';
import { GraphPage } from './graphPage';
import { clickLens, startScene, untilProfiled } from './profiling';

const PANEL = 'Linecost';
/** What a tab shows once it has something to show. */
const CONTENT = 'g.frame, .top-body [role=row], .box.function, .peek-call';

/** What VS Code tells a page of each theme. */
const THEME_KINDS: Readonly<Record<ThemeKind, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  hcDark: 'vscode-high-contrast',
  hcLight: 'vscode-high-contrast-light',
};

let session: Session;
let code: VsCode;
let graph: GraphPage;
let axe: string;

before(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  session = await startScene({ copies: { '.': 'sample' }, settings: { 'linecost.profile.benchtime': '300x' } });
  code = session.code;
  await clickLens(session, 'sample_test.go', 'BenchmarkReport');
  await untilProfiled(code, 'BenchmarkReport');
  await code.run('Linecost: Show Flame Graph');
  graph = await GraphPage.drawn(code, PANEL);
  // What is selected here is what the other tabs show.
  await graph.frame('example.com/sample.Report').click();
  await graph.button('Refine').click();
});
after(() => session?.stop());

/** What the rules of WCAG 2.2 (A and AA) find on the page as it stands. */
async function violations(): Promise<string[]> {
  const body = graph.page.locator('body');
  await body.evaluate(axe);
  const { violations: found, passes } = await body.evaluate(async (): Promise<Axe.AxeResults> => {
    const { axe: checker } = globalThis as unknown as { axe: typeof Axe };
    // The frames of the host around the page are VS Code's own.
    return checker.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], iframes: false });
  });
  assert.ok(passes.length > 5, 'the rules were not applied');
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 400)}: ${failureSummary}`));
}

for (const theme of ['dark', 'light', 'hcDark', 'hcLight'] satisfies ThemeKind[]) {
  test(`every tab and what opens in it keeps the rules for everybody: ${theme}`, async () => {
    await code.useTheme(theme);
    await graph.page.locator(`body[data-vscode-theme-kind="${THEME_KINDS[theme]}"]`).waitFor();
    const found: string[] = [];
    const look = async (place: string) => found.push(...(await violations()).map((each) => `${place}: ${each}`));
    for (const tab of await graph.page.getByRole('tab').all()) {
      const name = await tab.innerText();
      await tab.click();
      await graph.page.getByRole('tabpanel', { name }).locator(CONTENT).first().waitFor();
      await look(name);
      await graph.button('Keys and colours').click();
      const help = graph.page.getByRole('dialog');
      await help.waitFor();
      await look(`the help of ${name}`);
      await help.press('Escape');
      await help.waitFor({ state: 'hidden' });
    }
    assert.deepEqual(found, []);
  });
}
