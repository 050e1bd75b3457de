import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';

let session: Session;
let code: VsCode;
let editor: Editor;
let hot: number;

before(async () => {
  session = await startScene({
    copies: { sample: 'sample' },
    settings: { 'linecost.profile.benchtime': '300x', 'linecost.profile.kinds': ['cpu'] },
  });
  code = session.code;
});
after(() => session?.stop());

/** The tops of the bars in the glyph margin, in pixels of the window, and whether each has a picture. */
function marginBars(): Promise<{ readonly top: number; readonly hasPicture: boolean }[]> {
  return editor.root.locator('.glyph-margin-widgets .cgmr').evaluateAll((bars) => bars.map((bar) => ({
    top: bar.getBoundingClientRect().top,
    hasPicture: getComputedStyle(bar).backgroundImage.startsWith('url("data:image/svg+xml'),
  })));
}

/** What the Explorer shows beside report.go, in quotes; `none` or `normal` without a badge. */
function badgeText(): Promise<string> {
  const label = code.explorer.row('report.go').locator('.monaco-icon-label').first();
  return label.evaluate((element) => getComputedStyle(element, '::after').content, undefined, { timeout: 2000 });
}

async function untilBarAt(line: number): Promise<void> {
  await code.until(`a bar at line ${line}`, async () => {
    const { top } = await editor.line(line);
    return (await marginBars()).some((bar) => Math.abs(bar.top - top) < 2 && bar.hasPicture);
  });
}

test('the Explorer and the tab show how many percent a file causes', async () => {
  await clickLens(session, 'sample/sample_test.go', 'BenchmarkReport');
  await untilProfiled(code, 'BenchmarkReport');
  hot = await lineOf(session, 'sample/report.go', 'report += fmt.Sprintf');
  editor = await code.open('sample/report.go', hot);
  await code.until('figures', () => columnsOf(editor, hot));
  const badge = await code.until('a badge', async () => /^"(\d\d)"$/.exec(await badgeText())?.[1]);
  assert.ok(Number(badge) > 10, badge);
  await code.screenshot('heat in the Explorer');
});

test('the style Heat in the margin has a bar on the hot line, and no figures', async () => {
  await code.changeSettings({ 'linecost.columns.style': 'margin' });
  await code.until('no figures', async () => (await editor.line(hot)).before.length === 0);
  await untilBarAt(hot);
  await code.screenshot('heat in the margin');
});

test('in a narrow editor, two columns become heat in the margin, and come back', async () => {
  await code.changeSettings({ 'linecost.columns.style': 'columns' });
  await code.until('figures', () => columnsOf(editor, hot));
  await code.run('View: Split Editor Right');
  await code.page.setViewportSize({ width: 1000, height: 900 });
  const poke = async () => {
    await code.page.keyboard.press('ArrowDown');
    await code.page.keyboard.press('ArrowUp');
  };
  await code.until('only heat', async () => {
    await poke();
    return (await editor.line(hot)).before.length === 0;
  });
  await untilBarAt(hot);
  await code.page.setViewportSize({ width: 1400, height: 900 });
  await code.run('View: Close All Editors in Group');
  await code.until('both columns', async () => {
    await poke();
    return columnsOf(editor, hot);
  });
});

test('a setting removes the badges', async () => {
  await code.changeSettings({ 'linecost.explorer.badges': false });
  await code.until('no badge', async () => !/\d/.test(await badgeText()));
});
