import type { FakeUri } from './fakeVscode';

/** A panel beside the editor that is always visible. The test plays the part of its page. */
export class FakePanel<Message> {
  readonly visible = true;
  readonly viewColumn = 2;
  private listener: (message: unknown) => void = () => undefined;
  private onDisposed: () => void = () => undefined;

  /** @param onMessage called with each message to the page */
  constructor(private readonly onMessage: (message: Message) => void) {}

  readonly webview = {
    cspSource: 'self',
    asWebviewUri: (uri: FakeUri | string) => uri,
    onDidReceiveMessage: (listener: (message: unknown) => void) => void (this.listener = listener),
    postMessage: async (message: Message) => this.onMessage(message),
  };

  reveal(): void {
    // The panel is already visible.
  }

  onDidChangeViewState(): void {
    // The panel stays visible.
  }

  onDidDispose(listener: () => void): void {
    this.onDisposed = listener;
  }

  dispose(): void {
    this.onDisposed();
  }

  /** Sends a message from the page to the host. */
  receive(message: unknown): void {
    this.listener(message);
  }
}
