import type { FlameWindow, SetupLines, StackStart } from '../../src/profile/answers/flame';
import type { Refinement } from '../../src/profile/answers/refinement';
import { type Active, type Deriver, Session } from '../../src/session';
import { stackStart } from '../../src/views/pageAnswers';
import { isOfTesting, onlyUntimed } from './runtimeFacts';
import { type Measured, type MeasuredProfile, never } from './measure';

/** Costs per operation below a benchmark, as Linecost shows them. */
export interface Figures {
  /** Without the set-up. */
  readonly loop: number;
  /** Set-up that the benchmark's timer measures, and the rest of the set-up. */
  readonly timedSetup: number;
  readonly untimedSetup: number;
}

/** The stacks of the first round, and of the others. Those of goroutines that the benchmark starts match neither. */
export const FIRST_ROUND: Refinement = { focus: String.raw`^testing\.\(\*B\)\.run1\.func1$` };
export const OTHER_ROUNDS: Refinement = { focus: String.raw`^testing\.\(\*B\)\.launch$` };

/** Asks the engine for the figures that the editor and the flame graph show. */
export class ShownFigures {
  private readonly session: Session;

  constructor(
    private readonly measured: Measured,
    private readonly profile: MeasuredProfile,
  ) {
    this.session = new Session(deriverOf(measured));
    this.session.showFiguresAs('perOperation');
  }

  /** Throws if the lines of all files, or another view of the stacks, disagree. */
  async below(type: string, refinement: Refinement = {}): Promise<Figures> {
    const { capture } = this.measured;
    const active = this.shown(type, refinement);
    const from = stackStart(active, capture.title);
    const whole = measuredRows(await this.flame(active, from));
    const loop = measuredRows(await this.flame(active, from, capture.setup));
    const timed = measuredRows(await this.flame(active, from, onlyUntimed(capture.setup)));
    return { loop, timedSetup: timed - loop, untimedSetup: whole - timed };
  }

  /** The sum of the flat costs of all lines below the benchmark; undefined if it equals the flame graph's. */
  async differenceOfLines(type: string): Promise<string | undefined> {
    const { store, capture } = this.measured;
    const below = capture.startBelow!;
    const focus = `^(${below.map((name) => name.replace(/[.*()]/g, String.raw`\$&`)).join('|')})$`;
    const active = this.shown(type, { focus, ignore: String.raw`^testing\.runBenchmarks\.func1$` });
    const { shown: profile, sampleType } = active;
    const files = await store.answer('files', { profile }, never);
    const costs = await store.answer('fileCosts', { profile, sampleType, files }, never);
    const ofLines = costs.reduce((all, { flat }) => flat.reduce((sum, value) => sum + value, all), 0);
    const ofFlame = (await this.flame(active, { name: capture.title, below })).cum[0]!;
    return Math.abs(ofLines - ofFlame) <= 1e-9 * ofFlame ? undefined : `lines ${ofLines}, flame graph ${ofFlame}`;
  }

  private shown(type: string, refinement: Refinement): Active {
    const { session, measured: { capture }, profile: { loaded } } = this;
    session.refine(refinement);
    const sampleType = loaded.summary.sampleTypes.findIndex((each) => each.type === type);
    session.show({ capture, profile: loaded, sampleType });
    const { active } = session;
    if (active?.operations === undefined) throw new Error('costs per operation are not offered');
    return active;
  }

  private flame(
    { shown: profile, sampleType }: Active,
    from: StackStart | undefined,
    setup?: SetupLines,
  ): Promise<FlameWindow> {
    const size = { root: 0, restFrom: 0, width: 1e9, minWidth: 0, maxFrames: 1e6, search: '' };
    const view = { ...size, from, setup, hideTestingFrames: true };
    return this.measured.store.answer('flame', { ...view, profile, sampleType }, never);
  }
}

const nextIds = new WeakMap<object, number>();

function deriverOf({ store }: Measured): Deriver {
  return {
    derive: (of) => {
      const profile = (nextIds.get(store) ?? 1e6) + 1;
      nextIds.set(store, profile);
      void store.answer('derive', { profile, of }, never);
      return profile;
    },
    unload: (profile) => void store.answer('unload', { profile }, never),
  };
}

/** The costs of the functions at the root, without those that package testing calls between rounds. */
function measuredRows({ parent, name, names, cum }: FlameWindow): number {
  let sum = 0;
  for (let row = 1; row < cum.length; row++) {
    if (parent[row] === 0 && !isOfTesting(names[name[row]!]!)) sum += cum[row]!;
  }
  return sum;
}
