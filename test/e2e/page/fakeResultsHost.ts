import type { ResultsHostMessage, ResultsPageMessage } from '../../../src/pages/protocol/results';

/** The host of the results page. It runs before the page's script and records the page's messages. */
class FakeResultsHost {
  readonly received: ResultsPageMessage[] = [];
  readonly violations: string[] = [];
  savedState: unknown;

  constructor() {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      this.violations.push(`${violatedDirective} ${blockedURI}`);
    });
  }

  readonly editor = {
    postMessage: (message: ResultsPageMessage) => this.received.push(structuredClone(message)),
    setState: (state: unknown) => (this.savedState = state),
  };

  send(message: ResultsHostMessage): void {
    postMessage(message);
  }
}

export type { FakeResultsHost };

const host = new FakeResultsHost();
Object.assign(globalThis, { fakeResultsHost: host, acquireVsCodeApi: () => host.editor });
