import * as vscode from 'vscode';

/** The output channel, created at the first write. */
export class Output implements vscode.Disposable {
  private channel: vscode.OutputChannel | undefined;
  /** The text since the last heading. */
  private written = '';

  begin(heading: string): void {
    this.written = '';
    this.line(`\n${heading}`);
  }

  write(text: string): void {
    this.written += text;
    this.open().append(text);
  }

  line(text: string): void {
    this.write(`${text}\n`);
  }

  /** Whether the last line of a text was already written since the last heading, as a program's live output. */
  hasWritten(text: string): boolean {
    const words = text.trimEnd();
    return this.written.includes(words.slice(words.lastIndexOf('\n') + 1));
  }

  show(): void {
    this.open().show(true);
  }

  dispose(): void {
    this.channel?.dispose();
  }

  private open(): vscode.OutputChannel {
    this.channel ??= vscode.window.createOutputChannel('Linecost');
    return this.channel;
  }
}
