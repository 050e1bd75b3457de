import * as vscode from 'vscode';
import { isCaptureError } from '../../common/captureError';
import { isAbort } from '../../profile/common/guard';
import { inBackground } from '../../ui/inBackground';
import { sentenceOf } from '../../ui/systemFailure';

/** Does the work of a task. Aborted if the user ends the task. */
export type TaskWork = (write: (text: string) => void, signal: AbortSignal) => Promise<void>;

const CTRL_C = '\x03';

/** The terminal of a task: shows what its work writes. Its exit code is 0, or 1 after the sentence of an error. */
export class TaskTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly ended = new vscode.EventEmitter<number>();
  private readonly stopping = new AbortController();
  readonly onDidWrite = this.written.event;
  readonly onDidClose = this.ended.event;

  constructor(private readonly work: TaskWork) {}

  open(): void {
    inBackground(this.run());
  }

  close(): void {
    this.stopping.abort();
  }

  handleInput(text: string): void {
    if (text === CTRL_C) this.stopping.abort();
  }

  private async run(): Promise<void> {
    const write = (text: string): void => this.written.fire(text.replace(/\r?\n/g, '\r\n'));
    try {
      await this.work(write, this.stopping.signal);
      this.ended.fire(0);
    } catch (error) {
      write(`${failureText(error)}\n`);
      this.ended.fire(1);
    }
  }
}

/** The sentence of an error, and the place that it is about, which the terminal makes a link. */
function failureText(error: unknown): string {
  if (isAbort(error)) return 'Cancelled.';
  const location = isCaptureError(error) ? error.location : undefined;
  return location ? `${sentenceOf(error)}\n${location.file}:${location.line}` : sentenceOf(error);
}
