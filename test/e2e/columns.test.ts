import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { assertAligned, columnsOf, shownColumns, untilAligned } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { frameGaps, type FrameGaps } from './frameGaps';
import { inkOf } from './ink';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

const PARTS = 200;
/** 20,000 lines, all of them in functions that allocate. */
function bigFile(): string {
  const lines = Array.from({ length: 93 }, (_, i) => `\tn += ${i} ^ n`).join('\n');
  const part = (i: number) => `//go:noinline\nfunc part${i}(n int) int {\n\tsink = make([]byte, ${16 + i * 8})\n${lines}\n\treturn n\n}\n`;
  const parts = Array.from({ length: PARTS }, (_, i) => part(i)).join('\n');
  const calls = Array.from({ length: PARTS }, (_, i) => `\tn = part${i}(n)`).join('\n');
  return `package big\n\nvar sink []byte\n\n${parts}\nfunc All(n int) int {\n${calls}\n\treturn n\n}\n`;
}

let session: Session;
let code: VsCode;
let editor: Editor;

before(async () => {
  session = await startScene({
    copies: { columns: 'columns' },
    files: {
      'big/go.mod': 'module example.com/big\n\ngo 1.24\n',
      'big/big.go': bigFile(),
      'big/big_test.go': `package big

import "testing"

func BenchmarkAll(b *testing.B) {
	for b.Loop() {
		All(1)
	}
}
`,
    },
    settings: {
      'linecost.profile.benchtime': '500ms',
      'linecost.profile.kinds': ['cpu'],
      'linecost.profile.memoryRate': 'everyAllocation',
    },
  });
  code = session.code;
});
after(() => session?.stop());

function fileOf(name: string): string {
  return path.join(session.workspace, name);
}

/** Waits until all that is drawn is aligned: it is not drawn in one moment. */
async function untilAllAligned(size: number): Promise<void> {
  await code.until('aligned columns', async () => {
    await assertAllAligned(size);
    return true;
  }, 15_000);
}

/** All lines start at one place, and the figures of each column end at one place, give or take a side bearing. */
async function assertAllAligned(size: number): Promise<void> {
  const { top, bottom } = await editor.sight();
  const inSight = (await editor.lines()).filter((line) => line.top >= top && line.bottom <= bottom);
  const lines = inSight.filter(({ text }) => text.trim() !== '');
  assertAligned(lines.map(({ codeLeft }) => codeLeft!));
  const columns = await shownColumns(editor);
  assert.ok(columns.size > 10, `${columns.size} lines have figures`);
  const left = await editor.root.locator('.monaco-editor .view-lines').first().evaluate((element) => {
    return element.getBoundingClientRect().left;
  });
  const withFigures = lines.filter(({ line }) => columns.has(line));
  const ink = await inkOf(code.page, withFigures, left);
  for (const side of ['flatRight', 'cumRight'] as const) {
    const ends = ink.map((each) => each[side]);
    assert.ok(ends.every((end) => end !== undefined), `every figure is seen: ${JSON.stringify(ink)}`);
    const spread = Math.max(...ends.map(Number)) - Math.min(...ends.map(Number));
    assert.ok(spread <= Math.max(3, size / 4), `${side} spreads over ${spread} px: ${JSON.stringify(ink)}`);
  }
}

/** Changes how the editor writes, and waits until it does. */
async function write(family: string, size: number, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
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

test('tabs, wide and combined characters and long lines start where all lines start', async () => {
  await clickLens(session, 'columns/columns_test.go', 'BenchmarkWeigh');
  await untilProfiled(code, 'BenchmarkWeigh');
  const line = await lineOf(session, 'columns/columns.go', 'total := 0');
  editor = await code.open(fileOf('columns/columns.go'), line);
  await code.until('figures', () => columnsOf(editor, line));
  await untilAllAligned(14);
  await code.screenshot('columns dark');
});

for (const [family, size] of [["'DejaVu Sans'", 14], ['monospace', 8], ['monospace', 24]] as const) {
  test(`columns stay aligned in ${family} at ${size} px`, async () => {
    await write(family, size);
    await code.screenshot(`columns ${family} ${size}`);
    await untilAllAligned(size);
  });
}

test('with word wrap, the first row of every line is aligned', async () => {
  await write('monospace', 14, { 'editor.wordWrap': 'on' });
  await code.until('wrapped lines', async () => (await editor.lines()).some(({ line }) => line === 0));
  await untilAligned(editor);
  await code.screenshot('columns wrapped');
  await code.changeSettings({ 'editor.wordWrap': 'off' });
});

test('the cursor stands in front of the code, on empty lines too', async () => {
  const cursor = editor.root.locator('.cursors-layer .cursor').first();
  const left = () => cursor.evaluate((element) => element.getBoundingClientRect().left);
  const comment = await lineOf(session, 'columns/columns.go', '// Weigh is hot');
  for (const line of [comment, comment - 1, await lineOf(session, 'columns/columns.go', 'if round%2') - 1]) {
    await editor.goTo(line);
    const { codeLeft } = await editor.line(comment);
    const isThere = async () => Math.abs((await left()) - codeLeft!) < 3;
    await code.until(`the cursor of line ${line} at ${codeLeft}`, isThere);
  }
});

test('light themes keep the columns readable', async () => {
  await code.useTheme('light');
  await editor.goTo(await lineOf(session, 'columns/columns.go', 'total := 0'));
  await untilAllAligned(14);
  await code.screenshot('columns light');
  await code.useTheme('dark');
});

interface Busy {
  readonly scrolling: FrameGaps;
  readonly typing: FrameGaps;
  readonly newLines: FrameGaps;
}

/** Scrolls, jumps and types in the big file, and undoes it. */
async function useBigFile(): Promise<Busy> {
  const big = await code.open(fileOf('big/big.go'), 9000);
  const { keyboard } = code.page;
  const scrolling = await frameGaps(code.page, async () => {
    await big.scroll(15);
    for (let i = 0; i < 15; i++) await keyboard.press('PageDown');
    for (const line of [19_000, 9005]) await big.goTo(line);
  });
  const typed = async (text: string): Promise<FrameGaps> => {
    await big.focus();
    await keyboard.press('End');
    return frameGaps(code.page, async () => {
      await keyboard.type(text);
      const last = text.trim().split(/\s/).at(-1)!;
      await code.until('what was typed', async () => (await big.lines()).some((line) => line.text.includes(last)));
    });
  };
  const typing = await typed(' // twenty characters or more');
  const newLines = await typed('\n// a\n// b\n// c\n// the last');
  await code.run('File: Revert File');
  return { scrolling, typing, newLines };
}

test('a file of 20,000 annotated lines takes scrolling and typing and has its figures to the last line', async (t: TestContext) => {
  await code.run('Linecost: Clear Profile');
  const plain = await useBigFile();
  await code.changeSettings({ 'linecost.profile.kinds': ['memory'], 'linecost.profile.benchtime': '10x' });
  await clickLens(session, 'big/big_test.go', 'BenchmarkAll');
  await untilProfiled(code, 'BenchmarkAll');
  const big = await code.open(fileOf('big/big.go'), 9000);
  await code.until('figures', async () => (await shownColumns(big)).size > 20);
  // How long the editor stalls is for test/bench to say: here it is only written down.
  const annotated = await useBigFile();
  t.diagnostic(`milliseconds: ${JSON.stringify({ plain, annotated })}`);
  await code.until('figures of the last line', async () => {
    await big.goTo(20_000);
    return (await shownColumns(big)).size > 20;
  });
});
