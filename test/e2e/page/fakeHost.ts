import type { DrawnGraph } from '../../../src/profile/answers/graph';
import type { TableWindow } from '../../../src/profile/answers/table';
import { MAX_ROWS } from '../../../src/pages/protocol/messageLimits';
import { functionCosts } from '../../shared/inOneStep';
import { labelSums, labelTotals } from '../../../src/profile/labels/labelTotals';
import type { Profile } from '../../../src/profile/model';
import { refineAndReport } from '../../../src/profile/refine/applyRefinement';
import {
  type EventsOf, type HostMessage, isPageMessage, type OrderOf, type OrderParams, type Outcome, type PageMessage,
  type QuestionOf,
} from '../../../src/pages/protocol/pageProtocol';
import { type FigureRows, type FlameStart, type PageState, PROFILE_PAGE, type ProfileQuestion } from '../../../src/pages/protocol/profilePage';
import type { RefineHistory, SavedRefinement } from '../../../src/pages/protocol/refineState';
import { answer, drawnProfile, largeProfile } from './fakeProfile';
import { answerFromTable, type TableAsk } from './fakeTable';
import { RefinementError } from '../../../src/profile/errors';
import type { Refinement } from '../../../src/profile/answers/refinement';

type Protocol = typeof PROFILE_PAGE;

/** A message of the page. An order has its parameters beside its name, and the profile that it is about. */
export type Received =
  | Exclude<PageMessage<Protocol>, { kind: 'order' }>
  | { [N in OrderOf<Protocol>]: { readonly kind: N } & Unless<undefined, OrderParams<Protocol, N>> }[OrderOf<Protocol>];

type Unless<None, T> = T extends None ? unknown : T;

/**
 * The host of the profile page. It runs in the page before the page's script, answers requests from a profile that the
 * test sets, and records the page's messages. Tests use it as `fakeHost`.
 */
export class FakeHost {
  readonly received: Received[] = [];
  readonly violations: string[] = [];
  /** Whether answers wait until `release` or `prepared` is called. */
  holding = false;
  /** The error message of answers; empty if requests succeed. */
  failing = '';
  /** Whether a window tells which frames rest on few samples only when the page asks for that. */
  samplesLater = false;
  /** The answer to requests for a call graph. */
  callGraph: DrawnGraph | undefined;
  /** The rows of the runtime's figures. */
  figures: FigureRows | undefined;
  private captured: Profile = drawnProfile('all 0');
  private profile: Profile = this.captured;
  private state: PageState = {};
  private held: (() => HostMessage<Protocol>)[] = [];

  constructor() {
    if (sessionStorage.getItem('start') !== location.search) sessionStorage.clear();
    sessionStorage.setItem('start', location.search);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      this.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  }

  /** The result of the page's `acquireVsCodeApi()`. Its state survives a reload, as in VS Code. */
  readonly editor = {
    postMessage: (message: unknown) => {
      if (isPageMessage(PROFILE_PAGE, message)) this.receive(structuredClone(message));
    },
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
    postMessage({ kind: 'state', state: { starts: this.starts, ...state }, version: state.profile?.id });
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

  send<E extends keyof EventsOf<Protocol>>(event: E, params: EventsOf<Protocol>[E]): void {
    postMessage({ kind: 'event', event, params });
  }

  get hasHeldAnswers(): boolean {
    return this.held.length > 0;
  }

  /** Sends the held answers, oldest first. */
  release(): void {
    for (const answer of this.held.splice(0)) postMessage(answer());
  }

  /** Computes the held answers and returns a function that sends them. */
  prepared(): () => void {
    const messages = this.held.splice(0).map((answer) => answer());
    return () => messages.forEach((message) => postMessage(message));
  }

  /** The requests of one type, oldest first. */
  requests<N extends QuestionOf<Protocol> = 'flame'>(question = 'flame' as N): ProfileQuestion<N>[] {
    return this.received.filter((message) => message.kind === 'ask' && message.question === question) as ProfileQuestion<N>[];
  }

  private receive(message: PageMessage<Protocol>): void {
    const received = this.record(message);
    if (received.kind === 'ready' && this.state.profile) this.setState(this.state);
    if (received.kind === 'ask') {
      const { request } = received;
      this.answer(() => ({ kind: 'reply', request, ...this.outcomeOf(received) }));
    }
    if (received.kind === 'saveRefinements') {
      this.setState({ ...this.state, refine: { ...NOT_REFINED, ...this.state.refine, saved: received.saved } });
    }
    if (received.kind === 'setSampleType' && this.state.profile) this.choose(received.profile, received.sampleType);
    if (received.kind === 'keepStart') {
      sessionStorage.setItem('starts', JSON.stringify({ ...this.starts, [received.of]: received.start }));
    }
    if (received.kind === 'setNormalize' && this.state.profile?.comparison) {
      const comparison = { ...this.state.profile.comparison, normalize: received.normalize };
      this.setState({ ...this.state, profile: { ...this.state.profile, comparison } });
    }
  }

  private record(message: PageMessage<Protocol>): Received {
    if (message.kind !== 'order') return this.received[this.received.push(message) - 1]!;
    const { order, params, version: profile } = message;
    const about = PROFILE_PAGE.orders[order].isOfState ? { profile } : {};
    const received = { kind: order, ...about, ...params } as Received;
    this.received.push(received);
    return received;
  }

  private choose(captured: number, sampleType: number): void {
    const profile = this.state.profile!;
    const { sampleTypes } = profile.siblings.find(({ id }) => id === captured)!;
    const id = captured === profile.captured ? profile.id : captured;
    this.setState({ ...this.state, profile: { ...profile, id, captured, sampleTypes, sampleType } });
  }

  private answer(compute: () => HostMessage<Protocol>): void {
    if (this.holding) this.held.push(compute);
    else postMessage(compute());
  }

  private outcomeOf(asked: ProfileQuestion): Outcome<unknown> {
    const { question, params } = asked;
    if (question === 'refine') return this.refine(params, asked.version!);
    if (question === 'labels') {
      const sums = labelSums(this.captured, this.captured.values[1]!);
      return { ok: labelTotals(this.captured, 1, sums, params) };
    }
    if (this.failing !== '') return { error: { message: this.failing } };
    if (question === 'figures') return { ok: this.figures };
    if (question === 'callGraph') return { ok: this.callGraph! };
    if (question === 'knows') return { ok: this.knows(params.name) };
    if (question === 'suggest' && this.callGraph && params.limit === MAX_ROWS) return { ok: this.graphMatches(params.search) };
    if (question !== 'flame') return { ok: answerFromTable(this.profile, this.refinement, asked as TableAsk) };
    const window = answer(this.profile, this.state.profile?.sampleType ?? 0, params);
    if (this.samplesLater && !params.awaitSamples) Reflect.deleteProperty(window, 'fewSamples');
    return { ok: window };
  }

  /** The functions of the call graph, which may be of another profile, that match the search of its tab. */
  private graphMatches(search: string): Pick<TableWindow, 'name' | 'function' | 'searchError'> {
    try {
      const pattern = new RegExp(search, 'i');
      const names = this.callGraph!.report.nodes.map(({ name }) => name).filter((name) => pattern.test(name));
      return { name: names, function: names };
    } catch {
      return { name: [], function: [], searchError: 'missing closing )' };
    }
  }

  private knows(name: string): boolean {
    const { frames, cum } = functionCosts(this.profile, this.state.profile?.sampleType ?? 0);
    return frames.nodes.some((node, i) => node.name === name && cum[i] !== 0);
  }

  private refine(refinement: Refinement, profileId: number): Outcome<undefined> {
    try {
      const { profile, unmatched } = refineAndReport(this.captured, { ...refinement, granularity: undefined });
      this.profile = profile;
      const { history, saved } = this.state.refine ?? NOT_REFINED;
      const refine = { refinement, unmatched, history: withValues(history, refinement), saved };
      this.setState({ ...this.state, profile: { ...PROFILE, ...this.state.profile, id: profileId + 1 }, refine });
      return { ok: undefined };
    } catch (error) {
      const field = error instanceof RefinementError ? error.field : undefined;
      return { error: { message: (error as Error).message, field } };
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
