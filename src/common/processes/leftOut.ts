/** Leaves the first occurrence of a text out of another that arrives in pieces, split anywhere. */
export class LeftOut {
  /** The end of what arrived: the beginning of the text. */
  private held = '';
  private isDone = false;

  constructor(private readonly text: string) {}

  /** What can be passed on after the next piece. */
  passed(piece: string): string {
    if (this.isDone) return piece;
    const all = this.held + piece;
    const at = all.indexOf(this.text);
    this.isDone = at >= 0;
    this.held = this.isDone ? '' : this.beginningIn(all);
    if (this.isDone) return all.slice(0, at) + all.slice(at + this.text.length);
    return all.slice(0, all.length - this.held.length);
  }

  /** What is left at the end. */
  rest(): string {
    const { held } = this;
    this.held = '';
    return held;
  }

  private beginningIn(all: string): string {
    for (let length = Math.min(this.text.length - 1, all.length); length > 0; length--) {
      if (all.endsWith(this.text.slice(0, length))) return all.slice(-length);
    }
    return '';
  }
}
