import assert from 'node:assert/strict';
import { type Editor, until } from './driver/index';

/** The texts of a line's two columns. */
export interface Columns {
  readonly flat: string;
  readonly cum: string;
}

/**
 * Reads the columns of a line; undefined if it has no figures or is the heading of the columns. The `before` text of
 * the line shows cum. Its first `after` text shows flat, and CSS moves it over the left half of the other box.
 */
export async function columnsOf(editor: Editor, line: number): Promise<Columns | undefined> {
  const { before, after } = await editor.line(line);
  const [cum, flat] = [before[0]?.text.trim(), after[0]?.text.trim()];
  return cum && flat && cum !== 'cum' ? { flat, cum } : undefined;
}

/** Returns the columns of all visible lines that have columns, by line. */
export async function shownColumns(editor: Editor): Promise<Map<number, Columns>> {
  const columns = new Map<number, Columns>();
  for (const { line, before, after } of await editor.lines()) {
    const [cum, flat] = [before[0]?.text.trim(), after[0]?.text.trim()];
    if (cum && flat && cum !== 'cum') columns.set(line, { flat, cum });
  }
  return columns;
}

/** Waits until all visible lines of code start at the same place, because columns are not drawn all at once. */
export async function untilAligned(editor: Editor): Promise<void> {
  await until('aligned code', async () => {
    const lines = (await editor.lines()).filter(({ line, text }) => line > 0 && text.trim() !== '');
    assertAligned(lines.map(({ codeLeft }) => codeLeft!));
    return true;
  });
}

/** @param starts the left edges of lines of code, in pixels */
export function assertAligned(starts: readonly number[]): void {
  assert.ok(Math.max(...starts) - Math.min(...starts) < 0.5, `code starts at ${[...new Set(starts)].join(', ')}`);
}
