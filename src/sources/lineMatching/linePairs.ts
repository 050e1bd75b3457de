import type { LineRun } from './lineMap';

const UNPAIRED = -1;

/** Pairs of lines of two texts: the same line, then and now. 0-based. */
export class LinePairs {
  private readonly newLines: Int32Array;
  private readonly oldLines: Int32Array;
  /** Old lines whose text was edited. */
  private readonly edited = new Set<number>();

  constructor(oldCount: number, newCount: number) {
    this.newLines = new Int32Array(oldCount).fill(UNPAIRED);
    this.oldLines = new Int32Array(newCount).fill(UNPAIRED);
  }

  newOf(old: number): number | undefined {
    const line = this.newLines[old];
    return line === UNPAIRED ? undefined : line;
  }

  oldOf(fresh: number): number | undefined {
    const line = this.oldLines[fresh];
    return line === UNPAIRED ? undefined : line;
  }

  /** Pairs `length` equal lines. */
  addRun(old: number, fresh: number, length: number): void {
    for (let i = 0; i < length; i++) {
      this.newLines[old + i] = fresh + i;
      this.oldLines[fresh + i] = old + i;
    }
  }

  /** Pairs an edited line, unless one of the two is paired already. */
  addEdited(old: number, fresh: number, isEdited = true): void {
    if (this.newOf(old) !== undefined || this.oldOf(fresh) !== undefined) return;
    this.addRun(old, fresh, 1);
    if (isEdited) this.edited.add(old);
  }

  removeOld(old: number): void {
    const fresh = this.newLines[old];
    if (fresh === UNPAIRED) return;
    this.newLines[old] = UNPAIRED;
    this.oldLines[fresh] = UNPAIRED;
  }

  removeNew(fresh: number): void {
    if (this.oldLines[fresh] !== UNPAIRED) this.removeOld(this.oldLines[fresh]);
  }

  unpaired(): { readonly removed: Set<number>; readonly inserted: Set<number> } {
    const unpairedIn = (lines: Int32Array) => {
      const found = new Set<number>();
      lines.forEach((other, line) => {
        if (other === UNPAIRED) found.add(line);
      });
      return found;
    };
    return { removed: unpairedIn(this.newLines), inserted: unpairedIn(this.oldLines) };
  }

  /**
   * The unpaired lines between pairs, of a part of each text.
   * @param old ascending, as `fresh`: the pairs of these lines are in order
   * @param moved old lines whose pairs are anywhere
   */
  gaps(old: readonly number[], fresh: readonly number[], moved: ReadonlySet<number>): [number[], number[]][] {
    const gaps: [number[], number[]][] = [];
    const isMoved = (line: number | undefined) => line !== undefined && moved.has(line);
    const isOwn = new Uint8Array(this.oldLines.length);
    for (const line of fresh) isOwn[line] = 1;
    let at = 0;
    let removed: number[] = [];
    const close = (end: number): void => {
      const added: number[] = [];
      for (; at < fresh.length && fresh[at] < end; at++) if (this.oldOf(fresh[at]) === undefined) added.push(fresh[at]);
      if (removed.length > 0 && added.length > 0) gaps.push([removed, added]);
      removed = [];
    };
    for (const line of old) {
      const now = this.newOf(line);
      if (now === undefined) removed.push(line);
      else if (isOwn[now] === 1 && !isMoved(line)) close(now);
    }
    close(Infinity);
    return gaps;
  }

  /** 1-based, ascending by current line; the last one goes on behind the ends of both texts. */
  runs(): LineRun[] {
    const runs: MutableRun[] = [];
    let last: MutableRun | undefined;
    this.oldLines.forEach((old, fresh) => {
      if (old === UNPAIRED) return;
      const edited = this.edited.has(old);
      if (last && continues(last, old + 1, fresh + 1) && last.edited === edited) last.length++;
      else runs.push((last = { captured: old + 1, current: fresh + 1, length: 1, edited }));
    });
    const [captured, current] = [this.newLines.length + 1, this.oldLines.length + 1];
    if (last && continues(last, captured, current) && !last.edited) last.length = Infinity;
    else runs.push({ captured, current, length: Infinity, edited: false });
    return runs;
  }
}

type MutableRun = { -readonly [K in keyof LineRun]: LineRun[K] };

function continues(run: LineRun, captured: number, current: number): boolean {
  return run.captured + run.length === captured && run.current + run.length === current;
}
