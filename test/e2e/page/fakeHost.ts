import type { Profile } from '../../../src/profile/model';
import { hostChannel, type Channel } from '../../../src/protocol/channel';
import type { HostMessage, PageMessage, PageState } from '../../../src/protocol/messages';
import { answer, drawnProfile, largeProfile } from './fakeProfile';

/**
 * The host's end, run in the page under test before the page's own script: answers with windows on a made-up profile
 * and keeps what it was sent. The tests reach it as `window.fakeHost`.
 */
export class FakeHost {
  readonly received: PageMessage[] = [];
  readonly violations: string[] = [];
  /** Held answers are given by `release`. */
  holding = false;
  failing = '';
  private profile: Profile = drawnProfile('all 0');
  private state: PageState = {};
  private held: (() => HostMessage)[] = [];
  private readonly channel: Channel<HostMessage>;
  private hear: (message: unknown) => void = () => undefined;

  constructor() {
    if (sessionStorage.getItem('start') !== location.search) sessionStorage.clear();
    sessionStorage.setItem('start', location.search);
    this.channel = hostChannel(
      {
        postMessage: (message) => postMessage(message),
        onMessage: (listener) => {
          this.hear = listener;
          return { dispose: () => undefined };
        },
      },
      (message) => this.receive(message),
    );
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      this.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  }

  /** What `acquireVsCodeApi()` gives the page; the state outlives a reload, as in the editor. */
  readonly editor = {
    postMessage: (message: unknown) => this.hear(structuredClone(message)),
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') as unknown,
    setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
  };

  /** Loads a profile (drawn, or of so many frames) and tells the page of it. */
  load(profile: string | number, changes: Partial<NonNullable<PageState['profile']>> = {}): void {
    this.profile = typeof profile === 'string' ? drawnProfile(profile) : largeProfile(profile);
    const total = this.profile.values[1]!.reduce((sum, value) => sum + Math.abs(value), 0);
    this.setState({ profile: { ...PROFILE, totals: [812, total], ...changes } });
  }

  setState(state: PageState): void {
    this.state = state;
    this.channel.send({ kind: 'state', state });
  }

  get isHolding(): boolean {
    return this.held.length > 0;
  }

  /** Gives the answers held so far, oldest first. */
  release(): void {
    for (const answer of this.held.splice(0)) this.channel.send(answer());
  }

  /** Works out the one answer held; what is given back sends it. */
  prepared(): () => void {
    const messages = this.held.splice(0).map((answer) => answer());
    return () => messages.forEach((message) => this.channel.send(message));
  }

  asked(): Extract<PageMessage, { kind: 'askWindow' }>[] {
    return this.received.filter((message) => message.kind === 'askWindow');
  }

  private receive(message: PageMessage): void {
    this.received.push(message);
    if (message.kind === 'ready' && this.state.profile) this.setState(this.state);
    if (message.kind === 'askWindow') this.answer(() => this.windowFor(message));
    if (message.kind === 'setSampleType' && this.state.profile) {
      this.setState({ profile: { ...this.state.profile, sampleType: message.sampleType } });
    }
  }

  private answer(make: () => HostMessage): void {
    if (this.holding) this.held.push(make);
    else this.channel.send(make());
  }

  private windowFor({ profile, request, view }: Extract<PageMessage, { kind: 'askWindow' }>): HostMessage {
    if (this.failing !== '') return { kind: 'windowFailed', profile, request, message: this.failing };
    const window = answer(this.profile, this.state.profile?.sampleType ?? 0, view);
    return { kind: 'window', profile, request, window };
  }
}

const PROFILE: NonNullable<PageState['profile']> = {
  id: 3,
  title: 'BenchmarkCheckout · cpu',
  sampleTypes: [
    { type: 'samples', unit: 'count' },
    { type: 'cpu', unit: 'nanoseconds' },
  ],
  sampleType: 1,
  totals: [812, 0],
  samples: '812 samples',
  durationNanos: 1.52e9,
  siblings: [
    { id: 3, label: 'cpu' },
    { id: 4, label: 'memory' },
  ],
};

const host = new FakeHost();
Object.assign(globalThis, { fakeHost: host, acquireVsCodeApi: () => host.editor });
