/** Text that keeps its beginning and its end once it has grown past a limit, so that no program can fill the memory. */
export class BoundedText {
  private head = '';
  private tail = '';
  private dropped = 0;

  /** Both limits in UTF-16 units. */
  constructor(
    private readonly headLimit: number,
    private readonly tailLimit: number,
  ) {}

  append(text: string): void {
    const room = this.headLimit - this.head.length;
    if (room > 0) this.head += text.slice(0, room);
    this.tail += room > 0 ? text.slice(room) : text;
    // Cut seldom: each cut copies the tail.
    if (this.tail.length > 2 * this.tailLimit) this.cut();
  }

  /** The whole text, or its beginning and end with a line between them that says how much is missing. */
  toString(): string {
    if (this.tail.length > this.tailLimit && this.dropped > 0) this.cut();
    return this.dropped === 0 ? this.head + this.tail : `${this.head}\n… ${this.dropped} characters left out …\n${this.tail}`;
  }

  private cut(): void {
    const surplus = this.tail.length - this.tailLimit;
    this.tail = this.tail.slice(surplus);
    this.dropped += surplus;
  }
}
