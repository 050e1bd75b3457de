import { lineBetween } from '../profile/common/textLines';
import { type BenchmarkOutput, OutputReader } from './parseOutput';

/** Limit for the entries that are kept, because a program can print any number of lines that look like results. */
const MAX_SIZE = 10_000;
/** An unfinished line that is longer, in UTF-16 code units, is shortened. */
const MAX_PENDING = 1 << 16;
/** How much of each end of a long line is kept: more than `lineBetween` keeps. */
const KEPT = 4097;

/** Reads the output of `go test -bench` while it is printed, in linear time. */
export class ResultStream {
  private readonly reader = new OutputReader();
  private line = 0;
  /** The beginning of a line that has not ended yet. */
  private pending = '';

  /** Takes the next piece of the output. */
  append(text: string): void {
    let at = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      this.take(this.pending + text.slice(at, end));
      this.pending = '';
      at = end + 1;
    }
    this.pending += text.slice(at);
    if (this.pending.length <= MAX_PENDING) return;
    this.pending = this.pending.slice(0, KEPT) + this.pending.slice(-KEPT);
  }

  /** The number of results that are complete. */
  get count(): number {
    return this.reader.count;
  }

  /** The results that are complete. Past 10,000 entries, later ones are missing. */
  soFar(): BenchmarkOutput {
    return this.reader.soFar();
  }

  private take(line: string): void {
    this.line++;
    if (this.reader.size < MAX_SIZE) this.reader.take(lineBetween(line, 0, line.length), this.line);
  }
}
