/** Many short texts, side by side in one buffer. */
export class Texts {
  private bytes = Buffer.alloc(4096);
  private length = 0;
  private readonly ends: number[] = [];

  add(text: Uint8Array): void {
    if (this.length + text.length > this.bytes.length) {
      const larger = Buffer.alloc(2 * (this.bytes.length + text.length));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(text, this.length);
    this.length += text.length;
    this.ends.push(this.length);
  }

  /** The text with this index, in the order in which they were added; empty if there is none. */
  at(index: number): string {
    const end = this.ends[index];
    return end === undefined ? '' : this.bytes.toString('utf8', this.ends[index - 1] ?? 0, end);
  }
}
