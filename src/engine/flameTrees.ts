import type { Changes } from '../profile/changes';
import { callChangesInSteps } from '../profile/flame/callChanges';
import { type Callers, callersInSteps } from '../profile/flame/callers';
import { type CallShape, callShapeInSteps } from '../profile/flame/callShape';
import { type CallTree, callTreeInSteps } from '../profile/flame/callTree';
import { fewSamplesInSteps } from '../profile/flame/fewSamples';
import type { Profile } from '../profile/model';
import type { FlameTree, StackView } from '../profile/answers/flame';
import type { pairsOf } from '../profile/sums/columnPairs';
import type { Steps } from '../profile/common/guard';
import { columnBytes } from './columnBytes';
import { Prepared } from './preparedReport';
import { frameCounts } from '../profile/flame/frameCounts';

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
