import type { FakeUri } from './fakeVscode';

/** A panel beside the editor. The test plays the part of its page. */
export class FakePanel<Message> {
  visible = true;
  readonly viewColumn = 2;
  private listener: (message: unknown) => void = () => undefined;
  private readonly onDisposed: (() => void)[] = [];

  /** @param onMessage called with each message to the page */
  constructor(private readonly onMessage: (message: Message) => void) {}

  readonly webview = {
    cspSource: 'self',
    asWebviewUri: (uri: FakeUri | string) => uri,
    onDidReceiveMessage: (listener: (message: unknown) => void) => {
      this.listener = listener;
      return { dispose: () => (this.listener = () => undefined) };
    },
    postMessage: async (message: Message) => this.onMessage(message),
  };

  reveal(): void {
    // The panel is already visible.
  }

  private onStateChanged: () => void = () => undefined;

  onDidChangeViewState(listener: () => void): void {
    this.onStateChanged = listener;
  }

  /** Hides or shows the panel. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    this.onStateChanged();
  }

  onDidDispose(listener: () => void): void {
    this.onDisposed.push(listener);
  }

  dispose(): void {
    for (const listener of this.onDisposed) listener();
  }

  /** Sends a message from the page to the host. */
  receive(message: unknown): void {
    this.listener(message);
  }
}
