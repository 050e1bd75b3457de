import type { DrawnGraph } from '../../../src/profile/answers/graph';
import { functionCosts } from '../../../src/profile/table/nodeCosts';
import { labelSums, labelTotals } from '../../../src/profile/labels/labelTotals';
import type { Profile } from '../../../src/profile/model';
import { refineAndReport } from '../../../src/profile/refine/applyRefinement';
import { type Channel, hostChannel } from '../../../src/pages/protocol/channel';
import type { Ask, FlameStart, HostMessage, PageMessage, PageState } from '../../../src/pages/protocol/messages';
import type { RefineHistory, SavedRefinement } from '../../../src/pages/protocol/refineState';
import { answer, drawnProfile, largeProfile } from './fakeProfile';
import { answerFromTable, type TableAsk } from './fakeTable';
import { RefinementError } from '../../../src/profile/errors';
import type { Refinement } from '../../../src/profile/answers/refinement';
import type { QuestionName } from '../../../src/pages/protocol/questions';

/**
 * The host of the profile page. It runs in the page before the page's script, answers requests from a profile that the
 * test sets, and records the page's messages. Tests use it as `fakeHost`.
 */
export class FakeHost {
  readonly received: PageMessage[] = [];
  readonly violations: string[] = [];
  /** Whether answers wait until `release` or `prepared` is called. */
  holding = false;
  /** The error message of answers; empty if requests succeed. */
  failing = '';
  /** Whether a window tells which frames rest on few samples only when the page asks for that. */
  samplesLater = false;
  /** The answer to requests for a call graph. */
  callGraph: DrawnGraph | undefined;
  private captured: Profile = drawnProfile('all 0');
  private profile: Profile = this.captured;
  private state: PageState = {};
  private held: (() => HostMessage)[] = [];
  private readonly channel: Channel<HostMessage>;
  private onMessage: (message: unknown) => void = () => undefined;

  constructor() {
    if (sessionStorage.getItem('start') !== location.search) sessionStorage.clear();
    sessionStorage.setItem('start', location.search);
    this.channel = hostChannel(
      {
        postMessage: (message) => postMessage(message),
        onMessage: (listener) => {
          this.onMessage = listener;
          return { dispose: () => undefined };
        },
      },
      (message) => this.receive(message),
    );
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      this.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  }

  /** The result of the page's `acquireVsCodeApi()`. Its state survives a reload, as in VS Code. */
  readonly editor = {
    postMessage: (message: unknown) => this.onMessage(structuredClone(message)),
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') as unknown,
    setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
  };

  /** Sends a profile to the page: a picture (see drawnProfile), or the number of frames of a generated profile. */
  load(profile: string | number, changes: Partial<NonNullable<PageState['profile']>> = {}): void {
    this.profile = typeof profile === 'string' ? drawnProfile(profile) : largeProfile(profile);
    this.captured = this.profile;
    const total = this.profile.values[1]!.reduce((sum, value) => sum + Math.abs(value), 0);
    this.setState({ profile: { ...PROFILE, totals: [812, total], ...changes }, refine: NOT_REFINED });
  }

  setState(state: PageState): void {
    this.state = state;
    this.channel.send({ kind: 'state', state: { starts: this.starts, ...state } });
  }

  /** The chosen starts of the stacks, by kind of profile. They survive a reload, as in VS Code. */
  private get starts(): Readonly<Record<string, FlameStart>> {
    return JSON.parse(sessionStorage.getItem('starts') ?? '{}') as Record<string, FlameStart>;
  }

  get refinement(): Refinement {
    return this.state.refine?.refinement ?? {};
  }

  /** Sends another refinement to the page, without applying it to the profile. */
  refineTo(refinement: Refinement): void {
    this.setState({ ...this.state, refine: { ...NOT_REFINED, refinement } });
  }

  get saved(): readonly SavedRefinement[] {
    return this.state.refine?.saved ?? [];
  }

  send(message: HostMessage): void {
    this.channel.send(message);
  }

  get hasHeldAnswers(): boolean {
    return this.held.length > 0;
  }

  /** Sends the held answers, oldest first. */
  release(): void {
    for (const answer of this.held.splice(0)) this.channel.send(answer());
  }

  /** Computes the held answers and returns a function that sends them. */
  prepared(): () => void {
    const messages = this.held.splice(0).map((answer) => answer());
    return () => messages.forEach((message) => this.channel.send(message));
  }

  /** The requests of one type, oldest first. */
  requests<N extends QuestionName = 'flame'>(question = 'flame' as N): Ask<N>[] {
    return this.received.filter((message) => message.kind === 'ask' && message.question === question) as Ask<N>[];
  }

  private receive(message: PageMessage): void {
    this.received.push(message);
    if (message.kind === 'ready' && this.state.profile) this.setState(this.state);
    if (message.kind === 'ask') this.answer(() => this.answerTo(message));
    if (message.kind === 'saveRefinements') {
      this.setState({ ...this.state, refine: { ...NOT_REFINED, ...this.state.refine, saved: message.saved } });
    }
    if (message.kind === 'setSampleType' && this.state.profile) this.choose(message.profile, message.sampleType);
    if (message.kind === 'keepStart') {
      sessionStorage.setItem('starts', JSON.stringify({ ...this.starts, [message.of]: message.start }));
    }
    if (message.kind === 'setNormalize' && this.state.profile?.comparison) {
      const comparison = { ...this.state.profile.comparison, normalize: message.normalize };
      this.setState({ ...this.state, profile: { ...this.state.profile, comparison } });
    }
  }

  private choose(captured: number, sampleType: number): void {
    const profile = this.state.profile!;
    const { sampleTypes } = profile.siblings.find(({ id }) => id === captured)!;
    const id = captured === profile.captured ? profile.id : captured;
    this.setState({ ...this.state, profile: { ...profile, id, captured, sampleTypes, sampleType } });
  }

  private answer(compute: () => HostMessage): void {
    if (this.holding) this.held.push(compute);
    else this.channel.send(compute());
  }

  private answerTo(ask: Ask): HostMessage {
    const { question, profile, request, params } = ask;
    if (question === 'refine') return this.refine({ question, profile, request, params });
    if (question === 'labels') {
      const sums = labelSums(this.captured, this.captured.values[1]!);
      return { kind: 'answer', question, profile, request, answer: labelTotals(this.captured, 1, sums, params) };
    }
    if (this.failing !== '') return { kind: 'failed', question, profile, request, message: this.failing };
    if (question === 'callGraph') return { kind: 'answer', question, profile, request, answer: this.callGraph! };
    if (question === 'knows') return { kind: 'answer', question, profile, request, answer: this.knows(params.name) };
    if (question !== 'flame') return answerFromTable(this.profile, this.refinement, ask as TableAsk);
    const window = answer(this.profile, this.state.profile?.sampleType ?? 0, params);
    if (this.samplesLater && !params.awaitSamples) Reflect.deleteProperty(window, 'fewSamples');
    return { kind: 'answer', question, profile, request, answer: window };
  }

  private knows(name: string): boolean {
    const { frames, cum } = functionCosts(this.profile, this.state.profile?.sampleType ?? 0);
    return frames.nodes.some((node, i) => node.name === name && cum[i] !== 0);
  }

  private refine({ params, ...ids }: Pick<Ask<'refine'>, 'question' | 'profile' | 'request' | 'params'>): HostMessage {
    try {
      const { profile, unmatched } = refineAndReport(this.captured, { ...params, granularity: undefined });
      this.profile = profile;
      const { history, saved } = this.state.refine ?? NOT_REFINED;
      const refine = { refinement: params, unmatched, history: withValues(history, params), saved };
      this.setState({ ...this.state, profile: { ...PROFILE, ...this.state.profile, id: ids.profile + 1 }, refine });
      return { kind: 'answer', ...ids, answer: undefined };
    } catch (error) {
      const field = error instanceof RefinementError ? error.field : undefined;
      return { kind: 'failed', ...ids, message: (error as Error).message, field };
    }
  }
}

/** Returns the history with the values of a refinement before the earlier values. */
function withValues(history: RefineHistory, { focus, hide }: Refinement): RefineHistory {
  const add = (values: readonly string[] = [], first = '') => (first === '' ? values : [...new Set([first, ...values])]);
  return { focus: add(history.focus, focus), hide: add(history.hide, hide) };
}

const NOT_REFINED: NonNullable<PageState['refine']> = { refinement: {}, unmatched: [], history: {}, saved: [] };

const CPU_TYPES = [
  { type: 'samples', unit: 'count' },
  { type: 'cpu', unit: 'nanoseconds' },
];

const MEMORY_TYPES = ['alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space'].map((type) => {
  return { type, unit: type.endsWith('space') ? 'bytes' : 'count' };
});

const PROFILE: NonNullable<PageState['profile']> = {
  id: 3,
  capture: 'capture 1',
  captured: 3,
  title: 'BenchmarkCheckout · cpu',
  sampleTypes: CPU_TYPES,
  sampleType: 1,
  totals: [812, 0],
  samples: '812 samples',
  durationNanos: 1.52e9,
  siblings: [
    { id: 3, label: 'cpu', sampleTypes: CPU_TYPES },
    { id: 4, label: 'memory', sampleTypes: MEMORY_TYPES },
  ],
};

const host = new FakeHost();
Object.assign(globalThis, { fakeHost: host, acquireVsCodeApi: () => host.editor });
