import * as vscode from 'vscode';

/** The output channel, created at the first write. Each entry has a time and a level; users choose the lowest level. */
export class Output implements vscode.Disposable {
  private channel: vscode.LogOutputChannel | undefined;
  /** The output of programs since the last heading. */
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
    if (text.startsWith('$ ')) this.endLine();
    const lines = this.partialLine + text;
    const end = lines.lastIndexOf('\n') + 1;
    this.partialLine = lines.slice(end);
    if (end > 0) this.open().info(lines.slice(0, end - 1));
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

  /** Whether the last line of a text was already written since the last heading, as a program's live output. */
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
