import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { columnsOf } from './costs';
import type { Editor, Session, VsCode } from './driver/index';
import { lineOf, RUN_MS, startScene } from './profiling';

/** Computes in one function, then in another; `first` ends after at least three pieces of the CPU profile. */
const APP = `package main

import (
	"fmt"
	"time"
)

var sum int

func main() {
	for start := time.Now(); time.Since(start) < 4*time.Second; {
		first()
	}
	fmt.Println("second")
	for start := time.Now(); time.Since(start) < 4*time.Second; {
		second()
	}
}

//go:noinline
func first() {
	for i := 0; i < 1000000; i++ {
		sum += i
	}
}

//go:noinline
func second() {
	for i := 0; i < 1000000; i++ {
		sum -= i
	}
}
`;

let session: Session;
let code: VsCode;
let editor: Editor;
let frame: FrameLocator;

before(async () => {
  session = await startScene({
    files: { 'go.mod': 'module example.com/app\n\ngo 1.24\n', 'main.go': APP },
    settings: { 'linecost.columns.style': 'columns' },
  });
  code = session.code;
});
after(() => session?.stop());

const hasCosts = async (text: string): Promise<boolean> => {
  const columns = await columnsOf(editor, await lineOf(session, 'main.go', text));
  return columns !== undefined && /\d/.test(JSON.stringify(columns));
};

const strip = () => frame.locator('.strip');

/** Beside an open terminal, the strip is one line at first. */
async function unfold(): Promise<void> {
  const show = strip().getByRole('button', { name: 'Show the run over time' });
  await code.until('charts, or the button for them', async () => {
    if (await strip().locator('.u-over:visible').count() > 0) return true;
    if (await show.isVisible()) await show.click();
    return false;
  });
}

/** The place of a part of the run in the strip's chart. */
async function placeOf(part: number): Promise<{ x: number; y: number }> {
  const box = (await strip().locator('.u-over:visible').boundingBox())!;
  return { x: box.x + box.width * part, y: box.y + box.height / 2 };
}

test('the strip shows the run while the program runs and after', async () => {
  const main = await lineOf(session, 'main.go', 'func main(');
  editor = await code.open(path.join(session.workspace, 'main.go'), main);
  await editor.clickLens(main, /profile this program/);
  await code.statusBar.untilShown(/Stop and Read/, RUN_MS);
  await code.until('costs of the first function', () => hasCosts('first()'), RUN_MS);
  await code.run('Linecost: Show Flame Graph');
  frame = await code.panel('Linecost');
  await strip().waitFor({ timeout: RUN_MS });
  await code.until('the end of the program', async () => (await strip().innerText()).includes('since start')
    && await hasCosts('second()') && !(await code.statusBar.texts()).some((text) => text.includes('Stop and Read')), RUN_MS);
});

test('the first half of the run has costs of the function that ran then only', async () => {
  await unfold();
  const { mouse } = code.page;
  const [from, to] = [await placeOf(0.02), await placeOf(0.2)];
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 5 });
  await mouse.up();
  await code.until('costs of the first function only', async () => await hasCosts('first()') && !(await hasCosts('second()')));
  const part = await strip().locator('[aria-pressed=true]').innerText();
  assert.match(part, /^\d\.\d to \d\.\d s$/);
  await code.statusBar.untilShown(new RegExp(`app · ${part}`));
});

test('Escape in the strip goes back to the whole run, and a chosen time is there after a reload', async () => {
  await strip().getByRole('slider').focus();
  await code.page.keyboard.press('Escape');
  await code.until('costs of both functions', async () => await hasCosts('first()') && await hasCosts('second()'));
  await code.reload();
  frame = await code.panel('Linecost');
  await strip().waitFor();
  await unfold();
  const { x, y } = await placeOf(0.95);
  await code.page.mouse.click(x, y);
  await code.until('costs of the second function only', async () => !(await hasCosts('first()')) && await hasCosts('second()'));
});
