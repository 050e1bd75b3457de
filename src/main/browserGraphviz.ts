import * as vscode from 'vscode';
import type { LayoutReply, LayoutWorker } from '../engine/graphvizClient';

/** Graphviz in a web worker of its own, so that a long layout can be stopped and does not block queries. */
export class GraphvizWorker implements LayoutWorker {
  private readonly worker: Promise<Worker>;
  private readonly onMessage: ((reply: LayoutReply) => void)[] = [];
  private readonly onError: ((error: Error) => void)[] = [];

  /** @param script the bundle of engine/graphvizThread.ts */
  constructor(script: vscode.Uri) {
    this.worker = this.start(script);
    this.worker.catch((error: Error) => this.fail(error));
  }

  postMessage(dot: string): void {
    this.worker.then((worker) => worker.postMessage(dot), () => undefined);
  }

  on(event: 'message', listener: (reply: LayoutReply) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: string, listener: (value: never) => void): void {
    if (event === 'message') this.onMessage.push(listener as (reply: LayoutReply) => void);
    else this.onError.push(listener as (error: Error) => void);
  }

  async terminate(): Promise<void> {
    (await this.worker).terminate();
  }

  unref(): void {
    // A web worker ends with its window.
  }

  /** Passes the script as text, because a worker cannot load it from another origin. */
  private async start(script: vscode.Uri): Promise<Worker> {
    const bytes = await vscode.workspace.fs.readFile(script);
    const url = URL.createObjectURL(new Blob([new TextDecoder().decode(bytes)], { type: 'text/javascript' }));
    const worker = new Worker(url);
    worker.onmessage = ({ data }: MessageEvent<LayoutReply>) => this.onMessage.forEach((listener) => listener(data));
    worker.onerror = ({ message }) => this.fail(new Error(message || 'its thread did not start'));
    return worker;
  }

  private fail(error: Error): void {
    for (const listener of this.onError) listener(error);
  }
}
