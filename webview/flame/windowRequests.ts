import type { Ask, AskedView } from '../../src/protocol/messages';

type AskWindow = Ask<'flame'>;

/** One window request in flight; of those asked meanwhile only the newest is sent, and late answers are dropped. */
export class WindowRequests {
  private lastRequest = 0;
  private inFlight: AskWindow | undefined;
  private waiting: AskWindow | undefined;

  constructor(private readonly send: (message: AskWindow) => void) {}

  get asking(): boolean {
    return this.inFlight !== undefined;
  }

  ask(profile: number, view: AskedView): void {
    const message: AskWindow = { kind: 'ask', question: 'flame', profile, request: ++this.lastRequest, params: view };
    if (!this.inFlight) this.start(message);
    else this.waiting = isSame(this.inFlight, message) ? undefined : message;
  }

  /**
   * Takes an answer in, sends what waits, and gives the view that was answered: undefined for an answer that nobody
   * waits for any more, because another profile was chosen or another place in the same one.
   */
  settle(profile: number, request: number): AskedView | undefined {
    const answered = this.inFlight;
    if (answered?.profile !== profile || answered.request !== request) return undefined;
    const newer = this.waiting;
    this.inFlight = this.waiting = undefined;
    if (newer) this.start(newer);
    return newer && !samePlace(newer.params, answered.params) ? undefined : answered.params;
  }

  /** Forgets what is in flight: its answer, should it come, is late. */
  abandon(): void {
    this.inFlight = this.waiting = undefined;
  }

  private start(message: AskWindow): void {
    this.inFlight = message;
    this.send(message);
  }
}

/** What a window shows, whatever its width and search. */
const PLACE = [
  'from', 'callers', 'collapseRecursion', 'hideHarness', 'foldWrappers', 'root', 'restFrom',
] as const satisfies readonly (keyof AskedView)[];

/** True where only the width or the search differ: an answer for one is worth drawing though the other is newer. */
export function samePlace(a: AskedView, b: AskedView): boolean {
  return PLACE.every((part) => a[part] === b[part]);
}

function isSame(a: AskWindow, b: AskWindow): boolean {
  return a.profile === b.profile && JSON.stringify(a.params) === JSON.stringify(b.params);
}
