import * as vscode from 'vscode';

/** The output channel, made when first written to. */
export class Output implements vscode.Disposable {
  private channel: vscode.OutputChannel | undefined;

  write(text: string): void {
    this.open().append(text);
  }

  line(text: string): void {
    this.open().appendLine(text);
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
