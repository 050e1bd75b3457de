import { uint32Array } from '../common/largeArrays';

/** The source lines of calls. Most calls have only one line, so that no sums are needed to find the hottest. */
export class CallLines {
  /** For each call: the first line seen; 0 if no line is known. */
  readonly first: Uint32Array;
  /** For each call with several lines: its number among these calls, from 1; else 0. */
  readonly slot: Uint32Array;
  /** The calls with several lines; the one with number `n` is at `n - 1`. */
  private readonly several: number[] = [];

  constructor(maxCalls: number) {
    this.first = uint32Array(maxCalls);
    this.slot = uint32Array(maxCalls);
  }

  /** The number of calls with several lines. */
  get differing(): number {
    return this.several.length;
  }

  /** The call with this number among the calls with several lines. */
  callOf(slot: number): number {
    return this.several[slot - 1];
  }

  /** Adds a line to a call. Line 0 (unknown) is ignored. */
  note(call: number, line: number): void {
    const first = this.first[call];
    if (first === line || line === 0) return;
    if (first === 0) this.first[call] = line;
    else if (this.slot[call] === 0) this.slot[call] = this.several.push(call);
  }
}
