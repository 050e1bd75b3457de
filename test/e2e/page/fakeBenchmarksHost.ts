import type { BenchmarksHostMessage, BenchmarksPageMessage } from '../../../src/pages/protocol/benchmarksMessages';

/** Answers a request for rows or counts. The test defines it, because the comparison is in the test's process. */
declare function answerOf(message: BenchmarksPageMessage): Promise<BenchmarksHostMessage>;

/** The host of the page that compares results. It runs before the page's script and records the page's messages. */
class FakeBenchmarksHost {
  readonly received: BenchmarksPageMessage[] = [];
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
    postMessage: (message: BenchmarksPageMessage) => {
      this.received.push(structuredClone(message));
      if (message.kind !== 'rows' && message.kind !== 'counts') return;
      void answerOf(message).then((answer) => this.send(answer));
    },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') as unknown,
    setState: (state: unknown) => {
      this.savedState = state;
      sessionStorage.setItem('state', JSON.stringify(state));
    },
  };

  send(message: BenchmarksHostMessage): void {
    postMessage(message);
  }
}

export type { FakeBenchmarksHost };

const host = new FakeBenchmarksHost();
Object.assign(globalThis, { fakeBenchmarksHost: host, acquireVsCodeApi: () => host.editor });
