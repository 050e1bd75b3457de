import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { assertAligned, columnsOf, shownColumns, untilAligned } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { inkOf } from './ink';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

let session: Session;
let code: VsCode;
let editor: Editor;

before(async () => {
  session = await startScene({
    copies: { columns: 'columns' },
    settings: {
      // A fixed number of iterations gives enough samples even on a busy machine.
      'linecost.profile.benchtime': '1500x',
      'linecost.profile.kinds': ['cpu'],
    },
  });
  code = session.code;
});
after(() => session?.stop());

function fileOf(name: string): string {
  return path.join(session.workspace, name);
}

/** Waits until code and figures are aligned, because they are not drawn all at once. */
async function untilAllAligned(size: number): Promise<void> {
  await code.until('aligned columns', async () => {
    await assertAllAligned(size);
    return true;
  });
}

/** Checks that all code starts at the same place, and that the figures of a column end at about the same place. */
async function assertAllAligned(size: number): Promise<void> {
  const { top, bottom } = await editor.uncoveredArea();
  const uncovered = (await editor.lines()).filter((line) => line.top >= top && line.bottom <= bottom);
  const lines = uncovered.filter(({ text }) => text.trim() !== '');
  assertAligned(lines.map(({ codeLeft }) => codeLeft!));
  const columns = await shownColumns(editor);
  assert.ok(columns.size > 10, `only ${columns.size} lines have figures`);
  const left = await editor.root.locator('.monaco-editor .view-lines').first().evaluate((element) => {
    return element.getBoundingClientRect().left;
  });
  const withFigures = lines.filter(({ line }) => columns.has(line));
  const ink = await inkOf(code.page, withFigures, left);
  for (const side of ['flatRight', 'cumRight'] as const) {
    const ends = ink.map((row) => row[side]);
    assert.ok(ends.every((end) => end !== undefined), `a figure is not visible: ${JSON.stringify(ink)}`);
    const spread = Math.max(...ends.map(Number)) - Math.min(...ends.map(Number));
    assert.ok(spread <= Math.max(3, size / 4), `${side} spreads over ${spread} px: ${JSON.stringify(ink)}`);
  }
}

/** Changes the editor's font and other settings, and waits until the font is in effect. */
async function setFont(family: string, size: number, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await code.changeSettings({ 'editor.fontFamily': family, 'editor.fontSize': size, ...more });
  const text = editor.root.locator('.monaco-editor .view-lines').first();
  await code.until(`${family} at ${size} px`, async () => {
    const [shownFamily, shownSize] = await text.evaluate((element) => {
      const { fontFamily, fontSize } = getComputedStyle(element);
      return [fontFamily, fontSize];
    });
    return shownSize === `${size}px` && shownFamily.replace(/["']/g, '').startsWith(family.replace(/["']/g, ''));
  });
  await editor.goTo(await lineOf(session, 'columns/columns.go', 'total := 0'));
}

test('lines with tabs, wide characters and combining characters are aligned with other lines', async () => {
  await clickLens(session, 'columns/columns_test.go', 'BenchmarkWeigh');
  await untilProfiled(code, 'BenchmarkWeigh');
  const line = await lineOf(session, 'columns/columns.go', 'total := 0');
  editor = await code.open(fileOf('columns/columns.go'), line);
  await code.until('figures', () => columnsOf(editor, line));
  await untilAllAligned(14);
  await code.screenshot('columns dark');
});

for (const [family, size] of [["'DejaVu Sans'", 14], ['monospace', 24]] as const) {
  test(`columns stay aligned in ${family} at ${size} px`, async () => {
    await setFont(family, size);
    await code.screenshot(`columns ${family} ${size}`);
    await untilAllAligned(size);
  });
}

test('while word wrap is on, costs are at the line ends instead of in columns', async () => {
  await setFont('monospace', 14, { 'editor.wordWrap': 'on' });
  const line = await lineOf(session, 'columns/columns.go', 'total := 0');
  const hasCost = ({ after }: { readonly after: readonly { readonly text: string }[] }) => after.some(({ text }) => text.includes('cum'));
  await code.until('costs at line ends', async () => (await editor.lines()).some(hasCost));
  assert.equal((await editor.line(line)).before.length, 0);
  await code.screenshot('columns wrapped');
  await code.changeSettings({ 'editor.wordWrap': 'off' });
  await code.until('figures', () => columnsOf(editor, line));
});

test('the compact column moves the code of every line by nine characters', async () => {
  const line = await lineOf(session, 'columns/columns.go', 'total := 0');
  const { codeLeft: withTwoColumns } = await editor.line(line);
  await code.changeSettings({ 'linecost.columns.style': 'compact' });
  await code.until('one column', async () => (await editor.line(line)).codeLeft! < withTwoColumns! - 50);
  await untilAligned(editor);
  await code.screenshot('columns compact');
  const { codeLeft: withOneColumn } = await editor.line(line);
  await code.page.keyboard.press('Control+F10');
  await code.until('no column', async () => (await editor.line(line)).before.length === 0);
  const { codeLeft: withoutColumns } = await editor.line(line);
  const width = await editor.root.locator('.monaco-editor .view-lines').first().evaluate((element) => {
    const probe = element.appendChild(Object.assign(document.createElement('span'), { style: 'width: 1ch; display: inline-block' }));
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return width;
  });
  const moved = withOneColumn! - withoutColumns!;
  assert.ok(Math.abs(moved - 9 * width) < 1, `${moved} px, ${width} px per character`);
  await code.page.keyboard.press('Control+F10');
  await untilAligned(editor);
  await code.changeSettings({ 'linecost.columns.style': 'columns' });
  await code.until('figures', () => columnsOf(editor, line));
});

test('sticky lines are moved with the code when costs are hidden and shown', async () => {
  const body = await lineOf(session, 'columns/columns.go', 'total := 0');
  await code.page.setViewportSize({ width: 1400, height: 330 });
  editor = await code.open(fileOf('columns/columns.go'), body + 15);
  const sticky = editor.root.locator('.sticky-widget .sticky-line-content', { hasText: 'func' }).first();
  const leftOfSticky = () => sticky.evaluate((line) => {
    const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode()!;
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect().left;
  }, undefined, { timeout: 2000 });
  const leftOfCode = async () => (await editor.lines()).find(({ text }) => text.startsWith('}'))?.codeLeft;
  const untilMoved = (what: string) => code.until(what, async () => {
    const [fixed, moved] = [await leftOfSticky(), await leftOfCode()];
    return moved !== undefined && Math.abs(fixed - moved) < 2 && { left: moved };
  });
  const shown = await untilMoved('sticky lines beside columns');
  await code.page.keyboard.press('Control+F10');
  await code.until('no columns', async () => (await leftOfCode())! < shown.left - 20);
  await untilMoved('sticky lines without columns');
  await code.page.keyboard.press('Control+F10');
  await code.until('columns', async () => Math.abs((await leftOfCode())! - shown.left) < 2);
  await untilMoved('sticky lines beside columns again');
  await code.page.setViewportSize({ width: 1400, height: 900 });
});

test('the cursor is before the code and after the columns, even on empty lines', async () => {
  const cursor = editor.root.locator('.cursors-layer .cursor').first();
  const left = () => cursor.evaluate((element) => element.getBoundingClientRect().left);
  const comment = await lineOf(session, 'columns/columns.go', '// Weigh is hot');
  for (const line of [comment, comment - 1, await lineOf(session, 'columns/columns.go', 'if round%2') - 1]) {
    await editor.goTo(line);
    const { codeLeft } = await editor.line(comment);
    const isBeforeCode = async () => Math.abs((await left()) - codeLeft!) < 3;
    await code.until(`the cursor of line ${line} at ${codeLeft}`, isBeforeCode);
  }
});

test('after typing until the editor scrolls sideways, the Home key shows the figures from their first digit again', async () => {
  const comment = await lineOf(session, 'columns/columns.go', '// Weigh is hot');
  await editor.goTo(comment);
  await untilAligned(editor);
  const { codeLeft: unscrolled } = await editor.line(comment);
  const scrolledBy = async () => unscrolled! - (await editor.line(comment)).codeLeft!;
  await code.page.keyboard.press('End');
  await code.until('an editor that has scrolled', async () => {
    await editor.type(' and so on'.repeat(10));
    return (await scrolledBy()) > 100;
  });
  await code.page.keyboard.press('Home');
  await code.until('the left edge', async () => (await scrolledBy()) === 0);
  await untilAllAligned(14);
  await code.screenshot('columns after Home');
});
