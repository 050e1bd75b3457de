import { Recent } from '../profile/common/recent';
import type { Changes } from '../profile/changes/changes';
import { callChangesInSteps, fewSamplesInSteps, withFewSamples } from '../profile/flame/callNoise';
import { type Callers, callersInSteps } from '../profile/flame/callers';
import { type CallShape, callShapeInSteps } from '../profile/flame/callShape';
import { type CallTree, callTreeInSteps } from '../profile/flame/callTree';
import type { Profile } from '../profile/model';
import { lineFrame } from '../profile/flame/lineFrame';
import type {
  FlameTree, FlameView, FlameWindow, LineFrame, SourceLine, StackView,
} from '../profile/answers/flame';
import type { pairsOf } from '../profile/sums/notedColumns';
import type { Steps } from '../profile/common/guard';
import { columnBytes } from './memoryUse';
import { Prepared } from './preparedReport';
import { frameCounts } from '../profile/flame/foldedSide';
import { flameWindow } from '../profile/flame/flameWindow';

interface Keyed<T> {
  readonly key: string;
  readonly prepared: Prepared<T>;
}

interface Slot {
  shape?: Keyed<CallShape> | undefined;
  tree?: Keyed<CallTree> | undefined;
  callers?: Keyed<Callers> | undefined;
  fewSamples?: Keyed<Uint32Array> | undefined;
}

/** The call trees of one profile. Only two are cached, because trees can be large: for whole stacks, and one other. */
export class FlameTrees {
  private readonly whole: Slot = {};
  private readonly other: Slot = {};
  private last: Prepared<CallTree> | undefined;

  /** @param pairs pairs of sample types with the same non-zero samples */
  constructor(
    private readonly profile: Profile,
    private readonly pairs: ReturnType<typeof pairsOf>,
    /** The changes under a sample type; undefined if the profile is not a difference of costs per operation. */
    private readonly changes: (sampleType: number) => Steps<Changes | undefined>,
  ) {}

  /** The tree that the last query used. */
  get lastUsed(): Prepared<CallTree> | undefined {
    return this.last;
  }

  /** Bytes of the columns of all trees. */
  get bytes(): number {
    const slots = [this.whole, this.other];
    const reports = slots.flatMap(({ shape, tree, callers }) => [
      shape?.prepared.value, tree?.prepared.value, tree?.prepared.value?.hottestLines, callers?.prepared.value?.tree,
    ]);
    const few = slots.reduce((sum, { fewSamples }) => sum + (fewSamples?.prepared.value?.byteLength ?? 0), 0);
    return reports.reduce((sum, each) => sum + columnBytes(each), few);
  }

  clear(): void {
    this.last = undefined;
    for (const slot of [this.whole, this.other]) slot.shape = slot.tree = slot.callers = slot.fewSamples = undefined;
  }

  callTree(sampleType: number, view: StackView): Prepared<CallTree> {
    const { profile, changes } = this;
    const slot = this.slotFor(view);
    const shape = this.callShape(sampleType, view);
    slot.tree = cachedOrNew(slot.tree, keyOf(sampleType, view), function* (): Steps<CallTree> {
      const calls = yield* shape.inSteps();
      const tree = yield* callTreeInSteps(profile, sampleType, calls);
      yield;
      // Caches the counts ahead of the first window, which needs them, because counting a large tree takes long.
      frameCounts(tree);
      const treeChanges = yield* changes(sampleType);
      return treeChanges ? { ...tree, changes: yield* callChangesInSteps(profile, calls, treeChanges) } : tree;
    });
    return (this.last = slot.tree.prepared);
  }

  /** The callers that the view shows; undefined if it shows none. */
  callers(sampleType: number, { callers: isWanted, ...view }: FlameTree): Prepared<Callers> | undefined {
    if (!isWanted || typeof view.from !== 'string') return undefined;
    const { profile } = this;
    const slot = this.slotFor(view);
    const tree = this.callTree(sampleType, view);
    const shape = this.callShape(sampleType, view);
    slot.callers = cachedOrNew(slot.callers, keyOf(sampleType, view), function* (): Steps<Callers> {
      const callees = yield* tree.inSteps();
      return yield* callersInSteps(profile, sampleType, { shape: yield* shape.inSteps(), callees, view });
    });
    return slot.callers.prepared;
  }

  /** Which frames of the view rest on few samples: see fewSamplesInSteps. */
  fewSamples(sampleType: number, view: FlameTree): Prepared<Uint32Array> {
    const { profile } = this;
    const slot = this.slotFor(view);
    const callers = this.callers(sampleType, view);
    const tree = this.callTree(sampleType, view);
    const shape = this.callShape(sampleType, view);
    const key = `${keyOf(sampleType, view)} ${callers !== undefined}`;
    slot.fewSamples = cachedOrNew(slot.fewSamples, key, function* (): Steps<Uint32Array> {
      const calls = { shape: yield* shape.inSteps(), callees: yield* tree.inSteps() };
      const callersOfRoot = callers && (yield* callers.inSteps());
      return yield* fewSamplesInSteps(profile, sampleType, { ...calls, callers: callersOfRoot });
    });
    return slot.fewSamples.prepared;
  }

  async lineFrame(
    sampleType: number,
    { file, line, ...view }: StackView & SourceLine,
    signal: AbortSignal,
  ): Promise<LineFrame | undefined> {
    const shape = await this.callShape(sampleType, view).ready(signal);
    const tree = await this.callTree(sampleType, view).ready(signal);
    return lineFrame(this.profile, sampleType, { shape, tree }, { file, line });
  }

  /** The sample types of a pair share a shape. */
  private callShape(sampleType: number, view: StackView): Prepared<CallShape> {
    const [first] = this.pairs.find((pair) => pair.includes(sampleType))!;
    const slot = this.slotFor(view);
    slot.shape = cachedOrNew(slot.shape, keyOf(first, view), () => callShapeInSteps(this.profile, first, view));
    return slot.shape.prepared;
  }

  private slotFor({ from, collapseRecursion, hideTestingFrames }: StackView): Slot {
    return from === undefined && !collapseRecursion && !hideTestingFrames ? this.whole : this.other;
  }
}

function keyOf(sampleType: number, { from, collapseRecursion, hideTestingFrames, setup }: StackView): string {
  return JSON.stringify([sampleType, from, collapseRecursion === true, hideTestingFrames === true, setup]);
}

function cachedOrNew<T>(last: Keyed<T> | undefined, key: string, begin: () => Steps<T>): Keyed<T> {
  return last?.key === key ? last : { key, prepared: new Prepared(begin) };
}

/** How many frames' windows are made ahead. */
const MAX_LIKELY = 8;
/** How many windows are cached, about 0.1 MB each. */
const MAX_WINDOWS = 4 * MAX_LIKELY;

type WindowView = Omit<FlameView, 'awaitSamples'>;

/** The flame windows of one profile: those shown last, and those that zooming is likely to show next. */
export class FlameWindows {
  /** Windows that zooming from the last window is likely to show, the likeliest first. */
  likely: readonly Prepared<FlameWindow>[] = [];
  /** By sample type and view. */
  private readonly windows = new Recent<Prepared<FlameWindow>>(MAX_WINDOWS);

  constructor(private readonly trees: FlameTrees) {}

  async window(
    sampleType: number,
    { awaitSamples, ...view }: FlameView,
    signal: AbortSignal,
  ): Promise<FlameWindow> {
    const window = await this.cachedOrNew(sampleType, view).ready(signal);
    this.likely = likelyRoots(window).map((root) => this.cachedOrNew(sampleType, { ...view, root, restFrom: 0 }));
    const samples = this.trees.fewSamples(sampleType, view);
    const few = awaitSamples ? await samples.ready(signal) : samples.value;
    return few ? withFewSamples(window, few) : window;
  }

  clear(): void {
    this.likely = [];
    this.windows.clear();
  }

  private cachedOrNew(sampleType: number, view: WindowView): Prepared<FlameWindow> {
    const key = JSON.stringify([sampleType, view]);
    return this.windows.findOrMake(key, () => new Prepared(() => this.newWindow(sampleType, view)));
  }

  private *newWindow(sampleType: number, view: WindowView): Steps<FlameWindow> {
    const callers = this.trees.callers(sampleType, view);
    const tree = yield* this.trees.callTree(sampleType, view).inSteps();
    return flameWindow(tree, view, callers && (yield* callers.inSteps()));
  }
}

/** The outermost frame, to which a reset zooms, and the widest of the frames that are narrower than the zoomed one. */
function likelyRoots({ id, size, rest, zoomed }: FlameWindow): number[] {
  const narrower = [...id.keys()].filter((row) => rest[row] === 0 && size[row] < size[zoomed]);
  const widest = narrower.sort((a, b) => size[b] - size[a]).slice(0, MAX_LIKELY - 1);
  return [0, ...widest.map((row) => id[row])];
}
