import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shownColumns } from './costs';
import { type Session, type VsCode } from './driver/index';
import { GraphPage } from './graphPage';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';
import { untilKept } from './storage';

const PANEL = 'Linecost';
const SEARCH = 'example.com/labels.Search';
const RENDER = 'example.com/labels.Render';

let session: Session;
let code: VsCode;
let graph: GraphPage;
/** Lines of serve.go: what Search and Render spend their time on. */
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

/** Fills the field focus and asks, once it has the keys: what opened an editor before may still take them back. */
async function type(text: string): Promise<void> {
  const field = focusField();
  await code.until('the keys in the field', async () => {
    await field.click();
    return field.evaluate((input) => document.hasFocus() && input.matches(':focus'));
  });
  await field.fill(text);
  await field.press('Enter');
}

/** Waits until the columns of the code have one of the two lines and not the other. */
async function untilCosts({ has, lacks }: { readonly has: number; readonly lacks: number }): Promise<void> {
  await code.until(`costs on line ${has} and none on ${lacks}`, async () => {
    const shown = await shownColumns(editor());
    return shown.has(has) && !shown.has(lacks);
  });
}

async function untilChips(...expected: readonly string[]): Promise<void> {
  await code.until(`chips ${expected.join()}`, async () => JSON.stringify(await chips()) === JSON.stringify(expected));
}

test('a focus narrows the graph, the columns in the code, and says so in the status bar', async () => {
  await editor().untilShown();
  await code.until('costs on both', async () => {
    const shown = await shownColumns(editor());
    return shown.has(searching) && shown.has(rendering);
  });
  await refineButton().click();
  await type('Search');
  await untilChips('focus Search ✕');
  await untilCosts({ has: searching, lacks: rendering });
  await graph.frame(SEARCH).waitFor();
  await code.until('no frame of Render', async () => (await graph.frame(RENDER).count()) === 0);
  await code.statusBar.untilShown('refined');
  await code.screenshot('refine focus dark');
});

test('labels are picked with their totals and filter the code too', async () => {
  await graph.button('Labels…').click();
  const rows = graph.page.locator('.label-row');
  await rows.first().waitFor();
  const words = await rows.allInnerTexts();
  assert.ok(words.some((row) => /ann\s+[\d.]+m?s · [\d.]+%/.test(row)), words.join('; '));
  await graph.page.getByRole('checkbox', { name: /^ann/ }).click();
  await untilChips('label user: ann ✕');
  await untilCosts({ has: searching, lacks: rendering });
  await code.screenshot('refine labels dark');
  await graph.page.getByRole('checkbox', { name: /^bob/ }).click();
  await graph.page.getByRole('checkbox', { name: /^\/page/ }).click();
  await untilChips('label route: /page ✕', 'label user: ann, bob ✕');
  await code.page.keyboard.press('Escape');
});

for (const theme of ['light', 'hcDark'] as const) {
  test(`it can be looked at: ${theme}`, async () => {
    await code.useTheme(theme);
    await graph.page.getByRole('button', { name: 'Labels…' }).click();
    await graph.page.locator('.label-row').first().waitFor();
    await code.screenshot(`refine labels ${theme}`);
    await code.page.keyboard.press('Escape');
    await code.screenshot(`refine ${theme}`);
  });
}

test('the palette clears and refines, with the same history; the status bar goes with it', async () => {
  await code.useTheme('dark');
  await code.run('Linecost: Clear Refinement');
  await untilChips();
  await code.statusBar.item('refined').waitFor({ state: 'hidden' });
  await code.run('Linecost: Refine…');
  await code.quickInput.untilAsked('Choose what to refine by');
  await code.quickInput.pick('focus');
  await code.quickInput.untilAsked('Refine: focus');
  assert.deepEqual((await code.quickInput.labels()).slice(1), ['Search', 'Render']);
  await code.quickInput.type('Render(');
  await code.quickInput.accept();
  await code.until('what is wrong', async () => {
    return (await code.quickInput.items()).some(({ detail }) => detail.includes('missing closing )'));
  });
  await code.quickInput.type('Render');
  await code.quickInput.accept();
  await untilChips('focus Render ✕');
  await untilCosts({ has: rendering, lacks: searching });
});

test('a refinement outlives a reload of the window, and is seen then', async () => {
  await untilKept(code, 'linecost.linecost', '"focus":"Render"');
  await untilKept(code, 'memento/workbench.parts.editor', 'serve.go');
  await code.reload();
  graph = await GraphPage.drawn(code, PANEL);
  await untilChips('focus Render ✕');
  await code.statusBar.untilShown('refined');
  await editor().untilShown();
  await untilCosts({ has: rendering, lacks: searching });
});

test('the palette saves a refinement under a name and applies it', async () => {
  await code.run('Linecost: Apply Saved Refinement…');
  await code.quickInput.untilAsked('Saved Refinements');
  await code.quickInput.pick('Save as…');
  await code.quickInput.untilAsked('Save Refinement');
  await code.quickInput.type('rendering');
  await code.quickInput.accept();
  await code.run('Linecost: Clear Refinement');
  await untilChips();
  await code.run('Linecost: Apply Saved Refinement…');
  await code.quickInput.pick('rendering');
  await untilChips('focus Render ✕');
});

test('the palette picks labels', async () => {
  await code.run('Linecost: Clear Refinement');
  await untilChips();
  await code.run('Linecost: Choose Labels…');
  await code.quickInput.untilAsked('Choose a key');
  await code.quickInput.pick('user');
  await code.quickInput.untilAsked('Only samples with one of these');
  await code.quickInput.pick('ann');
  await code.quickInput.accept();
  await untilChips('label user: ann ✕');
  await untilCosts({ has: searching, lacks: rendering });
});
