import type { PageMessage, PageProtocol } from '../../../src/pages/protocol/pageProtocol';

/** Answers a question. The test defines it, because what is asked about is in the test's process. */
declare function answerOf(question: object): Promise<object | undefined>;

declare global {
  // Exists only inside the page.
  var fakePageHost: FakePageHost;
}

/** The host of any page. It runs before the page's script and records the page's messages. */
export class FakePageHost {
  readonly received: PageMessage<PageProtocol>[] = [];
  readonly violations: string[] = [];
  savedState: unknown;

  constructor() {
    // A reload keeps the state, as in VS Code; a new start clears it.
    if (sessionStorage.getItem('start') !== location.search) sessionStorage.clear();
    sessionStorage.setItem('start', location.search);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      this.violations.push(`${violatedDirective} ${blockedURI}`);
    });
  }

  readonly editor = {
    postMessage: (message: PageMessage<PageProtocol>) => {
      this.received.push(structuredClone(message));
      if (message.kind !== 'ask') return;
      const { request } = message;
      void answerOf(message).then((ok) => ok && this.send({ kind: 'reply', request, ok }));
    },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') as unknown,
    setState: (state: unknown) => {
      this.savedState = state;
      sessionStorage.setItem('state', JSON.stringify(state));
    },
  };

  /** @param message a HostMessage of the page's protocol */
  send(message: object): void {
    postMessage(message);
  }
}

const host = new FakePageHost();
Object.assign(globalThis, { fakePageHost: host, acquireVsCodeApi: () => host.editor });
