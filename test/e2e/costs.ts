import assert from 'node:assert/strict';
import { type Editor, until } from './driver/index';

/** The two columns of a line as displayed. */
export interface Columns {
  readonly flat: string;
  readonly cum: string;
}

/**
 * One box in front of the code shows cum, the other one, pulled back over its left half, flat.
 * undefined for no figures, or for the line that names the columns.
 */
export async function columnsOf(editor: Editor, line: number): Promise<Columns | undefined> {
  const { before, after } = await editor.line(line);
  const [cum, flat] = [before[0]?.text.trim(), after[0]?.text.trim()];
  return cum && flat && cum !== 'cum' ? { flat, cum } : undefined;
}

/** Columns of all lines on the screen that have them, by line. */
export async function shownColumns(editor: Editor): Promise<Map<number, Columns>> {
  const shown = new Map<number, Columns>();
  for (const { line, before, after } of await editor.lines()) {
    const [cum, flat] = [before[0]?.text.trim(), after[0]?.text.trim()];
    if (cum && flat && cum !== 'cum') shown.set(line, { flat, cum });
  }
  return shown;
}

/** Waits until all visible code starts at one place: the columns before it are not drawn all at once. */
export async function untilAligned(editor: Editor): Promise<void> {
  await until('aligned code', async () => {
    const lines = (await editor.lines()).filter(({ line, text }) => line > 0 && text.trim() !== '');
    assertAligned(lines.map(({ codeLeft }) => codeLeft!));
    return true;
  });
}

/** @param starts where code starts, in pixels */
export function assertAligned(starts: readonly number[]): void {
  assert.ok(Math.max(...starts) - Math.min(...starts) < 0.5, `code starts at ${[...new Set(starts)].join(', ')}`);
}
