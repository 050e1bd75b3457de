import type { FakeUri } from './fakeVscode';

/** A visible panel beside the editor; the test is its page. */
export class FakePanel<Said> {
  readonly visible = true;
  readonly viewColumn = 2;
  private listener: (message: unknown) => void = () => undefined;
  private closed: () => void = () => undefined;

  /** @param said called with each message to the page */
  constructor(private readonly said: (message: Said) => void) {}

  readonly webview = {
    cspSource: 'self',
    asWebviewUri: (uri: FakeUri | string) => uri,
    onDidReceiveMessage: (listener: (message: unknown) => void) => void (this.listener = listener),
    postMessage: async (message: Said) => this.said(message),
  };

  reveal(): void {
    // It is visible.
  }

  onDidChangeViewState(): void {
    // It stays visible.
  }

  onDidDispose(listener: () => void): void {
    this.closed = listener;
  }

  dispose(): void {
    this.closed();
  }

  /** What the page says. */
  receive(message: unknown): void {
    this.listener(message);
  }
}
