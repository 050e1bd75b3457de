import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { columnsOf } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { clickLens, lineOf, startScene, untilProfiled } from './profiling';
import { ALLOCATING_LINE, CPU, HOT_LINE, writeSampleProfiles } from './sampleProfiles';

const FILE = 'rare_test.go';
/** About 20 samples in all: sure within half of the figure. */
const RARE = `package sample

import "testing"

var kept []byte

func BenchmarkRare(b *testing.B) {
	for range b.N {
		kept = make([]byte, 1024)
	}
}
`;

let session: Session;
let code: VsCode;
let editor: Editor;

before(async () => {
  session = await startScene({
    copies: { '.': 'sample' },
    files: { [FILE]: RARE },
    prepare: writeSampleProfiles,
    settings: { 'linecost.profile.benchtime': '10000x', 'linecost.profile.kinds': ['memory'] },
  });
  code = session.code;
});
after(() => session?.stop());

/** The color of the cum of a line. */
async function colorOf(line: number): Promise<string | undefined> {
  const { before: [cum] } = await editor.line(line);
  return cum?.color;
}

async function openCosts(): Promise<void> {
  editor = await code.open('distance.go', HOT_LINE);
  await code.until('costs', () => columnsOf(editor, HOT_LINE));
}

test('a figure of three samples is faded, and the hover says why', async () => {
  await code.explorer.click(CPU);
  await openCosts();
  await code.until('a faded figure', async () => (await colorOf(ALLOCATING_LINE)) !== (await colorOf(HOT_LINE)));
  const said = await editor.hover(ALLOCATING_LINE, 'row');
  assert.match(said, /3 samples, too few to trust/);
  assert.match(said, /Faded: figures of fewer than five samples are mostly chance/);
  assert.match(said.replace(/\s+/g, ' '), /95 % between/);
  await code.screenshot('noise hover dark');
  await editor.dismissHover();
});

test('it is told apart in every style, also in high contrast', async () => {
  // The other themes are for the eye.
  const others = process.env.LINECOST_PICTURES ? (['dark', 'light', 'hcLight'] as const) : [];
  for (const theme of ['hcDark', ...others] as const) {
    await code.useTheme(theme);
    for (const style of ['columns', 'endOfLine', 'heatOnly']) {
      await code.changeSettings({ 'linecost.columns.style': style });
      await openStyled(style);
      await code.screenshot(`noise ${style} ${theme}`);
    }
  }
  await code.changeSettings({ 'linecost.columns.style': 'columns' });
  await code.useTheme('dark');
});

async function openStyled(style: string): Promise<void> {
  editor = await code.open('distance.go', HOT_LINE);
  await code.until(`the style ${style}`, async () => {
    const { before: texts, after: ends, backgrounds } = await editor.line(HOT_LINE);
    if (style === 'heatOnly') return texts.length === 0 && backgrounds.length > 0;
    return style === 'columns' ? texts.length > 0 && ends.length > 0 : ends.some(({ text }) => text.includes('cum'));
  });
}

test('a click in the hover measures as long as it takes to be sure', async () => {
  await clickLens(session, FILE, 'BenchmarkRare');
  await untilProfiled(code, 'BenchmarkRare');
  const line = await lineOf(session, FILE, 'make(');
  editor = await code.open(FILE, line);
  await code.until('costs', () => columnsOf(editor, line));
  const samples = (said: string) => Number(/· ([\d,]+) samples/.exec(said)?.[1]?.replaceAll(',', ''));
  const few = samples(await editor.hover(line, 'make'));
  await code.screenshot('noise proposal dark');
  await editor.hoverBox.getByText(/^Measure\s\d+\ss$/).click();
  await untilProfiled(code, 'BenchmarkRare');
  await editor.dismissHover();
  await code.until('more samples', async () => {
    const said = await editor.hover(line, 'make');
    await editor.dismissHover();
    return samples(said) > 10 * few;
  });
});
