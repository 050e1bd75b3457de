import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { shownColumns } from './costs';
import { type Session, until, type VsCode } from './driver/index';
import { GraphPage } from './graphPage';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

const PANEL = 'Linecost';
const SEARCH = 'example.com/labels.Search';
const RENDER = 'example.com/labels.Render';

let session: Session;
let code: VsCode;
let graph: GraphPage;
/** The lines of serve.go on which Search and Render spend their time. */
let searching: number;
let rendering: number;

before(async () => {
  const settings = { 'linecost.profile.benchtime': '600x', 'linecost.profile.kinds': ['cpu'] };
  session = await startScene({ copies: { '.': 'labels' }, settings });
  code = session.code;
  searching = await lineOf(session, 'serve.go', 'strings.Count');
  rendering = await lineOf(session, 'serve.go', 'page.WriteString');
  await clickLens(session, 'serve_test.go', 'BenchmarkServe');
  await untilProfiled(code, 'BenchmarkServe');
  await code.open('serve.go', searching);
  await code.run('Linecost: Show Flame Graph');
  graph = await GraphPage.drawn(code, PANEL);
});
after(() => session?.stop());

const editor = () => code.editor('serve.go');
const chips = async () => (await graph.page.locator('.chip').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
const focusField = () => graph.page.getByRole('textbox', { name: /^focus:/ });
const refineButton = () => graph.page.getByRole('button', { name: /^Refine/ });

/**
 * Refines by focus. Clicks the field until it has the keyboard focus, because an editor that was just opened may still
 * take it.
 */
async function focusOn(pattern: string): Promise<void> {
  const field = focusField();
  await code.until('the focus in the field', async () => {
    await field.click({ timeout: 2000 });
    return field.evaluate((input) => document.hasFocus() && input.matches(':focus'));
  });
  await field.fill(pattern);
  await field.press('Enter');
}

/** Waits until line `has` of serve.go has columns and line `lacks` has none. */
async function untilCosts({ has, lacks }: { readonly has: number; readonly lacks: number }): Promise<void> {
  await code.until(`costs on line ${has} and none on ${lacks}`, async () => {
    const columns = await shownColumns(editor());
    return columns.has(has) && !columns.has(lacks);
  });
}

async function untilChips(...expected: readonly string[]): Promise<void> {
  await code.until(`chips ${expected.join()}`, async () => JSON.stringify(await chips()) === JSON.stringify(expected));
}

test('a focus narrows the graph and the columns, and the status bar says so', async () => {
  await editor().untilShown();
  await code.until('costs on both lines', async () => {
    const columns = await shownColumns(editor());
    return columns.has(searching) && columns.has(rendering);
  });
  await refineButton().click();
  await focusOn('Search');
  await untilChips('focus Search ✕');
  await untilCosts({ has: searching, lacks: rendering });
  await graph.frame(SEARCH).waitFor();
  await code.until('no frame of Render', async () => (await graph.frame(RENDER).count()) === 0);
  await code.statusBar.untilShown('refined');
  await code.screenshot('refine focus dark');
});

test('labels are listed with their totals, and choosing some filters the columns', async () => {
  await graph.button('Remove focus: Search').click();
  await untilChips();
  await graph.button('Labels…').click();
  const rows = graph.page.locator('.label-row');
  await rows.first().waitFor();
  const texts = await rows.allInnerTexts();
  assert.ok(texts.some((row) => /ann\s+[\d.]+\sm?s · [\d.]+\s%/.test(row)), texts.join('; '));
  await graph.page.getByRole('checkbox', { name: /^ann/ }).click();
  await untilChips('label user: ann ✕');
  await untilCosts({ has: searching, lacks: rendering });
  await code.screenshot('refine labels dark');
  await graph.page.getByRole('checkbox', { name: /^bob/ }).click();
  await graph.page.getByRole('checkbox', { name: /^\/page/ }).click();
  await untilChips('label route: /page ✕', 'label user: ann, bob ✕');
  await code.page.keyboard.press('Escape');
});

test('commands clear and set a refinement, with the same history as the page', async () => {
  await code.run('Linecost: Remove Refinement');
  await untilChips();
  await code.statusBar.item('refined').waitFor({ state: 'hidden' });
  await code.pickFrom('Linecost: Refine Profile…', 'Choose what to refine by', 'focus');
  await code.quickInput.untilAsked('Refine: focus');
  assert.deepEqual((await code.quickInput.labels()).slice(1), ['Search']);
  await code.quickInput.setText('Render(');
  await code.quickInput.accept();
  await code.until('the error', async () => {
    return (await code.quickInput.items()).some(({ detail }) => detail.includes('missing closing )'));
  });
  await code.quickInput.setText('Render');
  await code.quickInput.accept();
  await untilChips('focus Render ✕');
  await untilCosts({ has: rendering, lacks: searching });
});

test('commands save a refinement under a name and apply it', async () => {
  await code.pickFrom('Linecost: Saved Refinements…', 'Saved Refinements', 'Save as…');
  await code.quickInput.untilAsked('Save Refinement');
  await code.quickInput.setText('rendering');
  await code.quickInput.accept();
  await code.run('Linecost: Remove Refinement');
  await untilChips();
  await code.pickFrom('Linecost: Saved Refinements…', 'Saved Refinements', 'rendering');
  await untilChips('focus Render ✕');
});

test('a command refines by labels', async () => {
  await code.run('Linecost: Remove Refinement');
  await untilChips();
  await code.pickFrom('Linecost: Choose Labels…', 'Choose a key', 'user');
  await code.quickInput.untilAsked('Only samples with one of these');
  await code.quickInput.check(['ann']);
  await code.quickInput.accept();
  await untilChips('label user: ann ✕');
  await untilCosts({ has: searching, lacks: rendering });
});

/** The titles in package.json of the commands that the palette lists in any state of the session. */
function paletteTitles(): string[] {
  const { commands, menus } = packageJson.contributes;
  const isAlways = (command: string) => !menus.commandPalette.some((item) => item.command === command);
  return commands.filter(({ command }) => isAlways(command)).map(({ title }) => title);
}

test('the palette lists each command first for its exact title', async () => {
  await code.changeSettings({ 'workbench.commandPalette.history': 0 });
  await code.run('Linecost: Set as Baseline');
  // An open palette does not follow the commands that become available.
  await code.statusBar.untilShown(/BenchmarkServe · .* · is the baseline/);
  await code.quickInput.openPalette('Linecost: Comparison Options');
  await code.until('a baseline', async () => (await code.quickInput.labels())[0] === 'Linecost: Comparison Options…');
  const wrong: string[] = [];
  for (const title of paletteTitles()) {
    for (const text of [title.replace('…', ''), `Linecost: ${title}`]) {
      await code.quickInput.openPalette(text);
      const isFirst = async () => (await code.quickInput.labels())[0] === `Linecost: ${title}`;
      await until(title, isFirst, 5000).catch(async () => wrong.push(`${text} → ${(await code.quickInput.labels())[0]}`));
    }
  }
  await code.quickInput.cancel();
  assert.deepEqual(wrong, []);
});
