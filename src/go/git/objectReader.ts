const LINE_FEED = 10;
/** Of the line before an object's content, in bytes. */
const MAX_HEADER = 8192;

/**
 * Reads the output of `git cat-file --batch`: for each object that was asked for, `OID blob SIZE`, its content and a
 * line feed; or `NAME missing`. Takes time linear in the output, and keeps the texts only.
 */
export class ObjectReader {
  private readonly texts: (string | undefined)[] = [];
  private header = '';
  /** Bytes of the content that are still to come, with its line feed; undefined within a header. */
  private left: number | undefined;
  private parts: Uint8Array[] = [];
  private isKept = false;

  constructor(private readonly maxTextBytes: number, private room: number) {}

  take(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) at = this.left === undefined ? this.takeHeader(bytes, at) : this.takeContent(bytes, at);
  }

  /** The texts, in the order of the questions; undefined for what is missing, no file, or too large. */
  end(): readonly (string | undefined)[] {
    return this.texts;
  }

  private takeHeader(bytes: Uint8Array, from: number): number {
    const end = bytes.indexOf(LINE_FEED, from);
    const to = end < 0 ? bytes.length : end;
    this.header = (this.header + new TextDecoder('latin1').decode(bytes.subarray(from, to))).slice(0, MAX_HEADER);
    if (end < 0) return to;
    const [, kind, size] = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(this.header) ?? [];
    this.header = '';
    if (size === undefined) this.texts.push(undefined);
    else this.begin(kind === 'blob', Number(size));
    return to + 1;
  }

  private begin(isFile: boolean, size: number): void {
    this.isKept = isFile && size <= this.maxTextBytes && size <= this.room;
    if (this.isKept) this.room -= size;
    this.left = size + 1;
    this.parts = [];
  }

  private takeContent(bytes: Uint8Array, from: number): number {
    const to = Math.min(bytes.length, from + this.left!);
    this.left! -= to - from;
    // The last byte is the line feed after the content.
    const end = this.left === 0 ? to - 1 : to;
    if (this.isKept && end > from) this.parts.push(bytes.slice(from, end));
    if (this.left === 0) {
      this.texts.push(this.isKept ? new TextDecoder().decode(Buffer.concat(this.parts)) : undefined);
      this.left = undefined;
      this.parts = [];
    }
    return to;
  }
}
