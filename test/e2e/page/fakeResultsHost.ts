import type { ResultsHostMessage, ResultsPageMessage } from '../../../src/protocol/results';

/** The host of the results page, run before the page's own script; it keeps the messages it received. */
class FakeResultsHost {
  readonly received: ResultsPageMessage[] = [];
  readonly violations: string[] = [];
  kept: unknown;

  constructor() {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      this.violations.push(`${violatedDirective} ${blockedURI}`);
    });
  }

  readonly editor = {
    postMessage: (message: ResultsPageMessage) => this.received.push(structuredClone(message)),
    setState: (state: unknown) => (this.kept = state),
  };

  say(message: ResultsHostMessage): void {
    postMessage(message);
  }
}

export type { FakeResultsHost };

const host = new FakeResultsHost();
Object.assign(globalThis, { fakeResultsHost: host, acquireVsCodeApi: () => host.editor });
