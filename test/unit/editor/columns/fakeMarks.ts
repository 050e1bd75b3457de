import type { LineSpan } from '../../../../src/editor/columns/drawnBlocks';
import type { TextChange } from '../../../../src/sources/lineMatching/lineEdits';

interface PlacedChange {
  readonly from: number;
  readonly to: number;
  /** A number of characters. */
  readonly inserted: number;
  readonly pushes: boolean;
}

interface Mark {
  offset: number;
  readonly label: string;
}

/** A text with marks in front of its lines. Marks follow edits as VS Code's decorations do (see its intervalTree). */
export class FakeMarks {
  private readonly marks = new Map<number, Mark[]>();

  constructor(public text: string) {}

  /** Replaces a block's marks. The mark of a line past the end of the text goes to the last line, as in an editor. */
  draw(slot: number, { from, to }: LineSpan, labelOf: (line: number) => string): void {
    const starts = lineStarts(this.text);
    const marks: Mark[] = [];
    for (let line = from; line < to; line++) {
      marks.push({ offset: starts[Math.min(line, starts.length) - 1], label: labelOf(line) });
    }
    this.marks.set(slot, marks);
  }

  clear(slot: number): void {
    this.marks.delete(slot);
  }

  /** Applies the changes of one event, with positions in the text before it. A formatter's changes push marks. */
  edit(changes: readonly TextChange[], { pushes } = { pushes: false }): void {
    const starts = lineStarts(this.text);
    const placed = changes.map(({ range: { start, end }, text }) => {
      return { from: starts[start.line] + start.character, to: starts[end.line] + end.character, text };
    });
    for (const { from, to, text } of placed.sort((a, b) => b.from - a.from)) {
      this.text = this.text.slice(0, from) + text + this.text.slice(to);
      const change = { from, to, inserted: text.length, pushes };
      for (const mark of [...this.marks.values()].flat()) mark.offset = movedOffset(mark.offset, change);
    }
  }

  /** The labels of the marks in front of each line. A mark inside a line is `?` on the last line. */
  lines(): string[] {
    const starts = lineStarts(this.text);
    const lineAt = new Map(starts.map((start, line) => [start, line]));
    const labels: string[][] = starts.map(() => []);
    for (const { offset, label } of [...this.marks.values()].flat()) {
      const line = lineAt.get(offset);
      if (line === undefined) labels[labels.length - 1].push('?');
      else labels[line].push(label);
    }
    return labels.map((onLine) => onLine.join(' '));
  }
}

/** The new offset of a mark. Text inserted at the mark goes after it, unless the edit `pushes` marks. */
function movedOffset(offset: number, { from, to, inserted, pushes }: PlacedChange): number {
  const isBefore = (limit: number): boolean => (pushes ? offset < limit : offset <= limit);
  if (isBefore(from)) return offset;
  const overlap = Math.min(to - from, inserted);
  if (overlap > 0 && !pushes && offset <= from + overlap) return offset;
  return isBefore(to) ? from + inserted : offset + inserted - (to - from);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
