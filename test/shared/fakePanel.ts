import type { FakeUri } from './fakeVscode';

/** A visible panel beside the editor; the test is its page. */
export class FakePanel<Message> {
  readonly visible = true;
  readonly viewColumn = 2;
  private listener: (message: unknown) => void = () => undefined;
  private closed: () => void = () => undefined;

  /** @param onMessage called with each message to the page */
  constructor(private readonly onMessage: (message: Message) => void) {}

  readonly webview = {
    cspSource: 'self',
    asWebviewUri: (uri: FakeUri | string) => uri,
    onDidReceiveMessage: (listener: (message: unknown) => void) => void (this.listener = listener),
    postMessage: async (message: Message) => this.onMessage(message),
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

  /** Sends a message from the page to the host. */
  receive(message: unknown): void {
    this.listener(message);
  }
}
