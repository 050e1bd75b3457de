/**
 * One edit in whole lines: `insertedLines` lines replace `removedLines` lines from `startLine` on (1-based). The first
 * `editedLines` of the removed and of the inserted lines are the same lines, edited in place.
 */
export interface LineEdit {
  readonly startLine: number;
  readonly removedLines: number;
  readonly insertedLines: number;
  readonly editedLines: number;
}

/** A range of lines that are in both texts: its first line in each, 1-based, and its number of lines. */
export interface LineRun {
  readonly captured: number;
  readonly current: number;
  readonly length: number;
  readonly edited: boolean;
}

/**
 * Maps the lines of a captured text to those of the current text, and back. Lines are 1-based. Immutable: an edit
 * returns a new map.
 *
 * ```
 * captured  now
 *    1       1
 *    2       –    deleted
 *    –       2    new: changed(2)
 *    3       3    edited in place: toCurrent(3) = 3, changed(3)
 * ```
 */
export class LineMap {
  private constructor(
    /** Ascending by current line. */
    private readonly runs: readonly LineRun[],
    /** The same runs, ascending by captured line. */
    private readonly asCaptured = runs,
  ) {}

  /** The map of a text that has not changed. */
  static readonly unchanged: LineMap = new LineMap([{ captured: 1, current: 1, length: Infinity, edited: false }]);

  /** The current number of a captured line; undefined if it was deleted. */
  toCurrent(captured: number): number | undefined {
    const run = runAtOrBefore(this.asCaptured, captured, 'captured');
    return run && captured < run.captured + run.length ? run.current + captured - run.captured : undefined;
  }

  /** Like `toCurrent`, but a deleted line maps to the nearest line above it that still exists, or to the first line. */
  nearestCurrent(captured: number): number {
    const run = runAtOrBefore(this.asCaptured, captured, 'captured');
    return run ? run.current + Math.min(captured - run.captured, run.length - 1) : 1;
  }

  /** Where a captured line is now; of a deleted line, `nearestCurrent`. */
  placeOf(captured: number): { readonly line: number; readonly state: 'same' | 'edited' | 'removed' } {
    const line = this.toCurrent(captured);
    if (line === undefined) return { line: this.nearestCurrent(captured), state: 'removed' };
    return { line, state: this.changed(line) ? 'edited' : 'same' };
  }

  /** The captured number of a current line; undefined for a new line. */
  toCaptured(current: number): number | undefined {
    const run = this.runOf(current);
    return run && run.captured + current - run.current;
  }

  /**
   * The ranges of the current lines [from, to) that were in the captured text, ascending; the lines between them are
   * new. Takes time proportional to the result.
   */
  runsBetween(from: number, to: number): LineRun[] {
    const result: LineRun[] = [];
    for (let i = Math.max(0, indexAtOrBefore(this.runs, from, 'current')); i < this.runs.length; i++) {
      const { captured, current, length, ...rest } = this.runs[i];
      if (current >= to) break;
      const start = Math.max(current, from);
      const end = Math.min(current + length, to);
      if (start >= end) continue;
      result.push({ captured: captured + start - current, current: start, length: end - start, ...rest });
    }
    return result;
  }

  /** Whether a current line is new or was edited since the capture. */
  changed(current: number): boolean {
    return this.runOf(current)?.edited ?? true;
  }

  /**
   * The map after simultaneous edits. They are ascending, with line numbers of the text before all of them; an edit may
   * start in the line in which the previous edit ends. Takes time proportional to the number of all edits so far.
   */
  edit(edits: readonly LineEdit[]): LineMap {
    if (edits.length === 0) return this;
    const out: LineRun[] = [];
    const rest = new RunReader(this.runs);
    let shift = 0;
    for (const { startLine, removedLines, insertedLines, editedLines } of edits) {
      for (const run of rest.until(startLine)) append(out, { ...run, current: run.current + shift });
      const shared = Math.min(editedLines, removedLines, insertedLines);
      for (const run of rest.until(startLine + shared)) {
        append(out, { ...run, current: run.current + shift, edited: true });
      }
      rest.until(startLine + removedLines);
      shift += insertedLines - removedLines;
    }
    for (const run of rest.until(Infinity)) append(out, { ...run, current: run.current + shift });
    return LineMap.ofRuns(out);
  }

  /** @param runs ascending by current line; lines may have moved past others */
  static ofRuns(runs: readonly LineRun[]): LineMap {
    if (runs.every(({ captured }, i) => i === 0 || captured > runs[i - 1].captured)) return new LineMap(runs);
    return new LineMap(runs, [...runs].sort((a, b) => a.captured - b.captured));
  }

  private runOf(current: number): LineRun | undefined {
    const run = runAtOrBefore(this.runs, current, 'current');
    return run && current < run.current + run.length ? run : undefined;
  }
}

/** Reads runs in order, and splits the run at which a read ends. */
class RunReader {
  private next = 0;
  private from = 0;

  constructor(private readonly runs: readonly LineRun[]) {}

  /** The unread runs and parts of runs before the current line `to`. */
  until(to: number): LineRun[] {
    const pieces: LineRun[] = [];
    for (; this.next < this.runs.length; this.next++) {
      const run = this.runs[this.next];
      const start = Math.max(run.current, this.from);
      const length = Math.min(run.current + run.length, to) - start;
      if (length > 0) pieces.push({ ...run, captured: run.captured + start - run.current, current: start, length });
      if (run.current + run.length > to) break;
    }
    this.from = Math.max(this.from, to);
    return pieces;
  }
}

/** Appends a run, or extends the last run if the new run continues it. */
function append(runs: LineRun[], run: LineRun): void {
  const last = runs[runs.length - 1];
  const continues =
    last?.edited === run.edited &&
    last.captured + last.length === run.captured &&
    last.current + last.length === run.current;
  if (continues) runs[runs.length - 1] = { ...last, length: last.length + run.length };
  else runs.push(run);
}

function runAtOrBefore(runs: readonly LineRun[], line: number, side: 'captured' | 'current'): LineRun | undefined {
  return runs[indexAtOrBefore(runs, line, side)];
}

/** Index of the last run that starts at or before the line, or -1. */
function indexAtOrBefore(runs: readonly LineRun[], line: number, side: 'captured' | 'current'): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle][side] <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
