import type { TextChange } from '../../sources/lineMatching/lineEdits';

/** Lines drawn at once: few enough not to block the thread noticeably. */
const BLOCK_LINES = 256;
/**
 * For this long after it was drawn, a block may be wrong: edits reach the extension late, and VS Code may apply
 * decorations to a newer text than the one they were made for.
 */
const UNSETTLED_MS = 3000;

/** Lines of a document, 1-based; `to` is exclusive. */
export interface LineSpan {
  readonly from: number;
  readonly to: number;
}

/** A block of lines that must be redrawn. */
export interface StaleBlock extends LineSpan {
  /** The block's number, stable while it has lines. */
  readonly slot: number;
  /** The key of its new content, from `keyOf`. */
  readonly key: string;
}

interface Block {
  readonly slot: number;
  lineCount: number;
  /** The key it was drawn with; undefined if it must be redrawn. */
  drawn: string | undefined;
  drawnAt: number;
}

/**
 * What is drawn into an editor, in blocks of lines, so that an edit redraws only the lines around it. Relies on VS Code
 * to move all other decorations together with their lines.
 *
 * ```
 * block 0   lines 1 to 256            lines 1 to 256
 * block 1   lines 257 to 512    ⏎ →   lines 257 to 513    stale
 * block 2   lines 513 to 768          lines 514 to 769    unchanged
 * ```
 */
export class DrawnBlocks {
  private blocks: Block[] = [];
  private slots = 0;
  private readonly free: number[] = [];

  /** `now` is a clock of milliseconds. */
  constructor(
    lineCount: number,
    private readonly now = () => performance.now(),
  ) {
    for (let line = 0; line < lineCount; line += BLOCK_LINES) {
      this.blocks.push(this.newBlock(Math.min(BLOCK_LINES, lineCount - line)));
    }
  }

  get lineCount(): number {
    return this.blocks.reduce((sum, { lineCount }) => sum + lineCount, 0);
  }

  /**
   * Applies the changes of one event, whose positions all refer to the text before it. Returns the slots of blocks
   * without lines, whose decorations the caller must clear.
   */
  edit(changes: readonly TextChange[]): readonly number[] {
    const emptied: number[] = [];
    // From the end, because a change moves only the lines below it.
    for (const { range, text } of [...changes].sort((a, b) => b.range.start.line - a.range.start.line)) {
      const added = text.split(/\r\n|\r|\n/).length - 1;
      // An edit within a line moves no decoration, unless it is at the start of the line.
      if (range.start.line === range.end.line && added === 0 && range.start.character > 0) continue;
      this.replace(range.start.line + 1, range.end.line + 1, added);
      emptied.push(...this.dropEmpty());
      this.cutLong();
    }
    this.free.push(...emptied);
    return emptied;
  }

  /** Marks all blocks for redrawing. */
  forget(): void {
    for (const block of this.blocks) block.drawn = undefined;
  }

  /** The blocks whose key has changed, closest to the lines `nearby` first. */
  stale(keyOf: (lines: LineSpan) => string, nearby: LineSpan): StaleBlock[] {
    const stale: StaleBlock[] = [];
    let from = 1;
    for (const { slot, lineCount, drawn } of this.blocks) {
      const to = from + lineCount;
      const key = keyOf({ from, to });
      if (key !== drawn) stale.push({ slot, from, to, key });
      from = to;
    }
    return stale.sort((a, b) => distance(a, nearby) - distance(b, nearby));
  }

  drawnAs({ slot, key }: StaleBlock): void {
    const block = this.blocks.find((candidate) => candidate.slot === slot);
    if (block) Object.assign(block, { drawn: key, drawnAt: this.now() });
  }

  /** Replaces the lines after `first` up to and including `last` by `added` lines. */
  private replace(first: number, last: number, added: number): void {
    const unsettledFrom = this.now() - UNSETTLED_MS;
    let from = 1;
    for (const block of this.blocks) {
      const to = from + block.lineCount;
      if (from > last && added !== last - first && block.drawnAt > unsettledFrom) block.drawn = undefined;
      if (from <= last && to > first) {
        block.drawn = undefined;
        block.lineCount -= Math.max(0, Math.min(to, last + 1) - Math.max(from, first + 1));
        if (from <= first) block.lineCount += added;
      }
      from = to;
    }
  }

  private dropEmpty(): number[] {
    const empty = this.blocks.filter(({ lineCount }) => lineCount === 0);
    if (empty.length > 0) this.blocks = this.blocks.filter(({ lineCount }) => lineCount > 0);
    return empty.map(({ slot }) => slot);
  }

  private cutLong(): void {
    if (this.blocks.every(({ lineCount }) => lineCount <= 2 * BLOCK_LINES)) return;
    this.blocks = this.blocks.flatMap((block) => {
      if (block.lineCount <= 2 * BLOCK_LINES) return [block];
      const rest: Block[] = [];
      for (let remaining = block.lineCount - BLOCK_LINES; remaining > 0; remaining -= BLOCK_LINES) {
        rest.push(this.newBlock(Math.min(BLOCK_LINES, remaining)));
      }
      block.lineCount = BLOCK_LINES;
      return [block, ...rest];
    });
  }

  private newBlock(lineCount: number): Block {
    return { slot: this.free.pop() ?? this.slots++, lineCount, drawn: undefined, drawnAt: -Infinity };
  }
}

/** Whether the spans share a line. */
export function overlap(a: LineSpan, b: LineSpan): boolean {
  return a.from < b.to && b.from < a.to;
}

function distance(a: LineSpan, b: LineSpan): number {
  return Math.max(0, a.from - b.to, b.from - a.to);
}
