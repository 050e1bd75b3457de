import type { LineEdit, LineMap } from './lineMap';

/** A change as VS Code reports it: 0-based lines and characters of the text before all changes of the event. */
export interface TextChange {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly text: string;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/**
 * Converts the changes of one event to whole lines, for `LineMap.edit`. A line that a change leaves whole (Enter at its
 * end or in its indentation, or lines pasted above it) stays the same line.
 *
 * `lineNow` returns a line (0-based) of the text after the event.
 */
export function lineEdits(changes: readonly TextChange[], lineNow: (line: number) => string): LineEdit[] {
  const byPosition = [...changes].sort((a, b) => order(a.range.start, b.range.start));
  const edits: LineEdit[] = [];
  let moved = 0;
  for (const [i, change] of byPosition.entries()) {
    const { start, end } = change.range;
    const [previous, next] = [byPosition[i - 1], byPosition[i + 1]];
    const isAlone = previous?.range.end.line !== start.line && next?.range.start.line !== end.line;
    // Where two changes meet in a line, the current text does not show the effect of this change alone.
    const edit = wholeLines(change, isAlone ? (line) => lineNow(line + moved) : undefined);
    moved += edit.insertedLines - edit.removedLines;
    edits.push(edit);
  }
  return edits;
}

/** `lineNow` takes line numbers of the text after this change alone, from start.line on. */
function wholeLines(
  { range: { start, end }, text }: TextChange,
  lineNow: ((line: number) => string) | undefined,
): LineEdit {
  const pieces = text.split(/\r\n|\r|\n/);
  const breaks = pieces.length - 1;
  const removed = end.line - start.line;
  const lastPiece = pieces[breaks];
  const editedLines = removed === breaks ? removed : 0;
  const editFrom = (startLine: number) => ({ startLine, removedLines: removed, insertedLines: breaks, editedLines });
  const isEmptyRange = removed === 0 && start.character === end.character;
  if (end.character === 0 && start.character === 0 && lastPiece === '' && removed + breaks > 0) {
    return editFrom(start.line + 1);
  }
  if (lineNow && isEmptyRange && breaks > 0 && pieces[0].trim() === '') {
    const head = lineNow(start.line).slice(0, start.character);
    const tail = lineNow(start.line + breaks).slice(lastPiece.length);
    if (tail.trim() === '') return editFrom(start.line + 2);
    if (head.trim() === '' && lastPiece.trim() === '') return editFrom(start.line + 1);
  }
  return {
    startLine: start.line + 1,
    removedLines: removed + 1,
    insertedLines: breaks + 1,
    editedLines: editedLines + 1,
  };
}

function order(a: Position, b: Position): number {
  return a.line - b.line || a.character - b.character;
}

/**
 * Whether a text equals the captured one again, for example after an undo. Compares only lines that moved or changed
 * according to the map, and no lines if the texts have different numbers of lines.
 *
 * `lineNow` returns a line of the current text, 1-based.
 */
export function isRestored(
  captured: readonly string[],
  map: LineMap,
  lineCount: number,
  lineNow: (line: number) => string,
): boolean {
  if (lineCount !== captured.length) return false;
  let next = 1;
  const isSameUpTo = (end: number): boolean => {
    for (; next < end; next++) if (lineNow(next) !== captured[next - 1]) return false;
    return true;
  };
  for (const run of map.runsBetween(1, lineCount + 1)) {
    if (run.edited || run.captured !== run.current) continue;
    if (!isSameUpTo(run.current)) return false;
    next = run.current + run.length;
  }
  return isSameUpTo(lineCount + 1);
}

/** How a text differs from the captured one. Blank lines and moved lines do not count. */
export interface TextChanges {
  /** The number of current lines that are new or edited. */
  readonly changed: number;
  /** The captured lines that are no longer in the text, 1-based, ascending. */
  readonly removed: readonly number[];
}

/**
 * Compares a text with the captured one, in time proportional to the number of differences, not of lines.
 *
 * `lineNow` returns a line of the current text, 1-based.
 */
export function textChanges(
  map: LineMap,
  captured: readonly string[],
  lineCount: number,
  lineNow: (line: number) => string,
): TextChanges {
  const isNotBlank = (text: string | undefined) => text !== undefined && text.trim() !== '';
  const countNotBlank = (from: number, to: number): number => {
    let count = 0;
    for (let line = from; line < to; line++) if (isNotBlank(lineNow(line))) count++;
    return count;
  };
  let [changed, next] = [0, 1];
  const runs = map.runsBetween(1, lineCount + 1);
  for (const { current, length, edited } of runs) {
    changed += countNotBlank(next, current);
    next = current + length;
    if (edited) changed += countNotBlank(current, next);
  }
  changed += countNotBlank(next, lineCount + 1);
  const removed: number[] = [];
  let expected = 1;
  const end = { captured: captured.length + 1, length: 0 };
  for (const { captured: from, length } of [...runs, end].sort((a, b) => a.captured - b.captured)) {
    for (; expected < from; expected++) if (isNotBlank(captured[expected - 1])) removed.push(expected);
    expected = from + length;
  }
  return { changed, removed };
}
