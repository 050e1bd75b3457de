/** A growing text that drops its middle past a limit, so that no program can fill the memory. */
export class BoundedText {
  private head = '';
  private tail = '';
  private dropped = 0;

  /**
   * @param headLimit limit for the beginning that is kept, in UTF-16 code units
   * @param tailLimit limit for the end that is kept, in UTF-16 code units; twice as much is kept until the first cut
   */
  constructor(
    private readonly headLimit: number,
    private readonly tailLimit: number,
  ) {}

  append(text: string): void {
    const space = this.headLimit - this.head.length;
    if (space > 0) this.head += text.slice(0, space);
    this.tail += space > 0 ? text.slice(space) : text;
    // Cuts rarely, because each cut copies the tail.
    if (this.tail.length > 2 * this.tailLimit) this.cut();
  }

  /** The whole text; if it was cut, its beginning and end around a line with the number of dropped characters. */
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
