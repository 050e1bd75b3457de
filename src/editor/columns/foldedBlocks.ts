import type * as vscode from 'vscode';
import type { FileCosts } from '../../profile/answers/lines';
import type { LineMap } from '../../sources/lineMatching/lineMap';

/** Folded lines, 1-based and inclusive. `first` is the visible one. */
export interface Fold {
  readonly first: number;
  readonly last: number;
}

/** The folds that each editor has shown so far. VS Code reports only those between the visible lines. */
export class FoldedBlocks {
  private readonly folds = new WeakMap<vscode.TextEditor, readonly Fold[]>();

  of(editor: vscode.TextEditor): readonly Fold[] {
    return this.folds.get(editor) ?? [];
  }

  /** Reads the folds between the visible lines. Returns whether the folds have changed. */
  note(editor: vscode.TextEditor): boolean {
    const ranges = editor.visibleRanges.map(({ start, end }) => ({ from: start.line + 1, to: end.line + 1 }));
    if (ranges.length === 0) return false;
    const [from, to] = [ranges[0].from, ranges[ranges.length - 1].to];
    const visible = ranges.slice(1).flatMap((range, i): Fold[] => {
      const first = ranges[i].to;
      return range.from > first + 1 ? [{ first, last: range.from - 1 }] : [];
    });
    const before = this.of(editor);
    // A fold at the last visible line does not show yet.
    const outside = before.filter(({ first }) => first < from || first >= to);
    const isKnown = (fold: Fold) => before.some(({ first, last }) => first === fold.first && last === fold.last);
    if (visible.length + outside.length === before.length && visible.every(isKnown)) return false;
    this.folds.set(editor, [...outside, ...visible]);
    return true;
  }

  /** Moves the folds with their lines. Drops a fold in which lines are added or removed, until `note` adds it again. */
  follow(editor: vscode.TextEditor, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    let folds = this.of(editor);
    if (folds.length === 0) return;
    const fromEnd = [...changes].sort((a, b) => b.range.start.line - a.range.start.line);
    for (const { range: { start, end }, text } of fromEnd) {
      const added = text.split(/\r\n|\r|\n/).length - 1 - (end.line - start.line);
      if (added === 0) continue;
      folds = folds.flatMap(({ first, last }) => {
        if (last < start.line + 1) return [{ first, last }];
        return first > end.line + 1 ? [{ first: first + added, last: last + added }] : [];
      });
    }
    this.folds.set(editor, folds);
  }
}

/**
 * The captured lines of a fold; undefined if all lines are new. If the fold is of a whole function, its closing brace,
 * which stays visible, is one of them. A label in the first column ends the fold of a function before its end.
 */
export function capturedBlock(
  { first, last }: Fold,
  map: LineMap,
  functions: FileCosts['functions'],
): readonly [first: number, last: number] | undefined {
  const runs = map.runsBetween(first, last + 1);
  if (runs.length === 0) return undefined;
  const captured = runs.map(({ captured: from, length }) => [from, from + length - 1] as const);
  const from = Math.min(...captured.map(([start]) => start));
  const to = Math.max(...captured.map(([, end]) => end));
  const isFolded = ({ startLine, lastLine }: FileCosts['functions'][number]) =>
    startLine === map.toCaptured(first) && lastLine <= to + 1;
  return [from, Math.max(to, ...functions.filter(isFolded).map(({ lastLine }) => lastLine))];
}
