import type { FlameWindow, SetupLines, StackStart } from '../../src/profile/answers/flame';
import type { Refinement } from '../../src/profile/answers/refinement';
import { type Active, type Deriver, Session } from '../../src/captures/session';
import { isOfTesting, onlyUntimed } from './runtimeFacts';
import { type ProofCapture, type ProofProfile, signal } from './measure';
import { stackStart } from '../../src/pages/profile/stackStart';

/** Costs per operation below a benchmark, as Linecost shows them. */
export interface Figures {
  /** The costs without the setup. */
  readonly loop: number;
  /** The setup that the benchmark's timer measures. */
  readonly timedSetup: number;
  /** The rest of the setup. */
  readonly untimedSetup: number;
}

/**
 * Refinements to the stacks of the first round and of the other rounds. The stacks of goroutines that the benchmark
 * starts match neither.
 */
export const FIRST_ROUND: Refinement = { focus: String.raw`^testing\.\(\*B\)\.run1\.func1$` };
export const OTHER_ROUNDS: Refinement = { focus: String.raw`^testing\.\(\*B\)\.launch$` };

/** Queries the figures of a profile that the editor and the flame graph show. */
export class ShownFigures {
  private readonly session: Session;

  constructor(
    private readonly measured: ProofCapture,
    private readonly profile: ProofProfile,
  ) {
    this.session = new Session(deriverOf(measured));
    this.session.showFiguresAs('perOperation');
  }

  /** The figures below the benchmark. Throws if Linecost does not offer costs per operation. */
  async below(type: string, refinement: Refinement = {}): Promise<Figures> {
    const { capture } = this.measured;
    const active = this.show(type, refinement);
    const from = stackStart(active, capture.title);
    const total = sumOfChildren(await this.flame(active, from));
    const loop = sumOfChildren(await this.flame(active, from, capture.setup));
    const timed = sumOfChildren(await this.flame(active, from, onlyUntimed(capture.setup)));
    return { loop, timedSetup: timed - loop, untimedSetup: total - timed };
  }

  /**
   * Compares the sum of the flat costs of all lines below the benchmark with the flame graph's total. Returns both as
   * text, or undefined if they are equal.
   */
  async differenceOfLines(type: string): Promise<string | undefined> {
    const { store, capture } = this.measured;
    const below = capture.startBelow!;
    const focus = `^(${below.map((name) => name.replace(/[.*()]/g, String.raw`\$&`)).join('|')})$`;
    const active = this.show(type, { focus, ignore: String.raw`^testing\.runBenchmarks\.func1$` });
    const { queryId: profile, sampleType } = active;
    const files = await store.answer('files', { profile }, signal);
    const costs = await store.answer('fileCosts', { profile, sampleType, files }, signal);
    const ofLines = costs.reduce((all, { flat }) => flat.reduce((sum, value) => sum + value, all), 0);
    const ofFlame = (await this.flame(active, { name: capture.title, below })).cum[0]!;
    return Math.abs(ofLines - ofFlame) <= 1e-9 * ofFlame ? undefined : `lines ${ofLines}, flame graph ${ofFlame}`;
  }

  /** Shows the profile as the editor does, in costs per operation. */
  private show(type: string, refinement: Refinement): Active {
    const { session, measured: { capture }, profile: { loaded } } = this;
    session.refine(refinement);
    const sampleType = loaded.summary.sampleTypes.findIndex(({ type: name }) => name === type);
    session.show({ capture, profile: loaded, sampleType });
    const { active } = session;
    if (active?.operations === undefined) throw new Error('costs per operation are not offered');
    return active;
  }

  private flame(
    { queryId: profile, sampleType }: Active,
    from: StackStart | undefined,
    setup?: SetupLines,
  ): Promise<FlameWindow> {
    const size = { root: 0, restFrom: 0, width: 1e9, minWidth: 0, maxFrames: 1e6, search: '' };
    const view = { ...size, from, setup, hideTestingFrames: true };
    return this.measured.store.answer('flame', { ...view, profile, sampleType }, signal);
  }
}

const nextIds = new WeakMap<object, number>();

function deriverOf({ store }: ProofCapture): Deriver {
  return {
    derive: (of) => {
      const profile = (nextIds.get(store) ?? 1e6) + 1;
      nextIds.set(store, profile);
      void store.answer('derive', { profile, of }, signal);
      return profile;
    },
    unload: (profile) => void store.answer('unload', { profile }, signal),
  };
}

/** The sum of the root's children, without functions that package testing calls between rounds. */
function sumOfChildren({ parent, name, names, cum }: FlameWindow): number {
  let sum = 0;
  for (let row = 1; row < cum.length; row++) {
    if (parent[row] === 0 && !isOfTesting(names[name[row]!]!)) sum += cum[row]!;
  }
  return sum;
}
