import type { BenchmarksHostMessage, BenchmarksPageMessage } from '../../../src/protocol/benchmarksMessages';

/** Answers questions about rows; the test has the comparison. */
declare function answerOf(message: BenchmarksPageMessage): Promise<BenchmarksHostMessage>;

/** The host of the page that compares results, run before the page's own script; it keeps the messages it received. */
class FakeBenchmarksHost {
  readonly received: BenchmarksPageMessage[] = [];
  readonly violations: string[] = [];
  kept: unknown;

  constructor() {
    // As in a webview, a reload keeps the state.
    if (sessionStorage.getItem('start') !== location.search) sessionStorage.clear();
    sessionStorage.setItem('start', location.search);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      this.violations.push(`${violatedDirective} ${blockedURI}`);
    });
  }

  readonly editor = {
    postMessage: (message: BenchmarksPageMessage) => {
      this.received.push(structuredClone(message));
      if (message.kind === 'rows' || message.kind === 'counts') void answerOf(message).then((answer) => this.say(answer));
    },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') as unknown,
    setState: (state: unknown) => {
      this.kept = state;
      sessionStorage.setItem('state', JSON.stringify(state));
    },
  };

  say(message: BenchmarksHostMessage): void {
    postMessage(message);
  }
}

export type { FakeBenchmarksHost };

const host = new FakeBenchmarksHost();
Object.assign(globalThis, { fakeBenchmarksHost: host, acquireVsCodeApi: () => host.editor });
