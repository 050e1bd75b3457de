import * as vscode from 'vscode';

/** Limit, in UTF-16 units, for the stored output of programs, and for an unfinished line. */
const MAX_STORED = 1 << 20;

/** The output channel, created at the first write. Each entry has a time and a level; users choose the lowest level. */
export class Output implements vscode.Disposable {
  private channel: vscode.LogOutputChannel | undefined;
  /** The end of the output of programs since the last heading: at least `MAX_STORED`, if there is as much. */
  private written = '';
  /** The beginning of a line that a program has not ended yet. */
  private partialLine = '';

  begin(heading: string): void {
    this.written = '';
    this.info(heading);
  }

  /** Writes the output of a program as it arrives, or its command: a line that begins with `$ `. */
  write(text: string): void {
    this.written += text;
    if (this.written.length > 2 * MAX_STORED) this.written = this.written.slice(-MAX_STORED);
    if (text.startsWith('$ ')) this.endLine();
    const end = text.lastIndexOf('\n');
    if (end >= 0) this.open().info(this.partialLine + text.slice(0, end));
    this.partialLine = end >= 0 ? text.slice(end + 1) : this.partialLine + text;
    if (this.partialLine.length > MAX_STORED) this.endLine();
  }

  error(text: string): void {
    this.channelAtLineStart().error(text);
  }

  warn(text: string): void {
    this.channelAtLineStart().warn(text);
  }

  info(text: string): void {
    this.channelAtLineStart().info(text);
  }

  /** Writes details for bug reports about Linecost. */
  debug(text: string): void {
    this.channelAtLineStart().debug(text);
  }

  /** Whether the last line of a text is in the stored output, because it was written as a program printed it. */
  hasWritten(text: string): boolean {
    const words = text.trimEnd();
    return this.written.includes(words.slice(words.lastIndexOf('\n') + 1));
  }

  show(): void {
    this.channelAtLineStart().show(true);
  }

  dispose(): void {
    this.channel?.dispose();
  }

  private channelAtLineStart(): vscode.LogOutputChannel {
    this.endLine();
    return this.open();
  }

  private endLine(): void {
    if (this.partialLine !== '') this.open().info(this.partialLine);
    this.partialLine = '';
  }

  private open(): vscode.LogOutputChannel {
    this.channel ??= vscode.window.createOutputChannel('Linecost', { log: true });
    return this.channel;
  }
}
