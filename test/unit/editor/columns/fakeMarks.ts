import type { LineSpan } from '../../../../src/editor/columns/drawnBlocks';
import type { TextChange } from '../../../../src/source/lines/lineEdits';

interface Placed {
  readonly from: number;
  readonly to: number;
  /** A number of characters. */
  readonly inserted: number;
  readonly pushes: boolean;
}

interface Mark {
  offset: number;
  readonly says: string;
}

/** A text with marks in front of its lines, which follow edits as VS Code's do (its intervalTree, OpenClosed). */
export class FakeMarks {
  private readonly marks = new Map<number, Mark[]>();

  constructor(public text: string) {}

  /** Replaces a block's marks; a line past the end of the text becomes the last one, as in an editor. */
  draw(slot: number, { from, to }: LineSpan, says: (line: number) => string): void {
    const starts = lineStarts(this.text);
    const marks: Mark[] = [];
    for (let line = from; line < to; line++) {
      marks.push({ offset: starts[Math.min(line, starts.length) - 1], says: says(line) });
    }
    this.marks.set(slot, marks);
  }

  clear(slot: number): void {
    this.marks.delete(slot);
  }

  /** Applies the changes of one event, at positions in the text before it; a formatter's changes shift marks. */
  edit(changes: readonly TextChange[], { pushes } = { pushes: false }): void {
    const starts = lineStarts(this.text);
    const placed = changes.map(({ range: { start, end }, text }) => {
      return { from: starts[start.line] + start.character, to: starts[end.line] + end.character, text };
    });
    for (const { from, to, text } of placed.sort((a, b) => b.from - a.from)) {
      this.text = this.text.slice(0, from) + text + this.text.slice(to);
      const place = { from, to, inserted: text.length, pushes };
      for (const mark of [...this.marks.values()].flat()) mark.offset = carried(mark.offset, place);
    }
  }

  /** The mark in front of each line; `?` for a mark anywhere else. */
  lines(): string[] {
    const starts = lineStarts(this.text);
    const places = new Map(starts.map((start, line) => [start, line]));
    const said: string[][] = starts.map(() => []);
    for (const { offset, says } of [...this.marks.values()].flat()) {
      const line = places.get(offset);
      if (line === undefined) said[said.length - 1].push('?');
      else said[line].push(says);
    }
    return said.map((each) => each.join(' '));
  }
}

/** An empty range stays in front of text inserted at its position, unless the edit `pushes` it. */
function carried(offset: number, { from, to, inserted, pushes }: Placed): number {
  const isBefore = (place: number): boolean => (pushes ? offset < place : offset <= place);
  if (isBefore(from)) return offset;
  const kept = Math.min(to - from, inserted);
  if (kept > 0 && !pushes && offset <= from + kept) return offset;
  return isBefore(to) ? from + inserted : offset + inserted - (to - from);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
