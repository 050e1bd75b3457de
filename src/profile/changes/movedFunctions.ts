import { framesOf, type ProfileFrames } from '../lines/frames';
import { oncePer } from '../memo';
import type { Profile } from '../model';
import type { DifferenceColumns } from '../noise/differenceColumns';
import { type Change, isFirm, type Part } from '../noise/firmChange';
import type { FrameKeys } from '../sums/keySums';
import type { Steps } from '../common/guard';
import { type ChangeSums, changeSumsInSteps, costOf, type FlatAndCum, sizeOf } from './changeSums';
import { eachSample, keyNodes, type SampleNodes } from './sampleNodes';
import type { MergedFunctionIndex, NodeIndex, SampleIndex } from '../indexes';

/** A caller explains the change of a function's flat only if at least this part of the change is below the caller. */
const MIN_SHARE_BELOW_CALLER = 0.75;
/** Changes in both directions balance if the smaller one is at least this part of the larger one. */
const BALANCED = 0.75;

/** What makes up for the change of a function's flat: see Move. */
export interface FunctionMove {
  readonly how: 'other' | 'below';
  readonly function: MergedFunctionIndex;
}

/** The changes of functions, by MergedFunctionIndex. */
export interface MovedFunctions {
  readonly sums: FlatAndCum<ChangeSums>;
  /** What makes up for the firm change of a function's flat, for each function that moved. */
  readonly moved: ReadonlyMap<MergedFunctionIndex, FunctionMove>;
  readonly nodes: SampleNodes;
}

/**
 * Sums the changes of functions, and finds those that moved. The firm change of a function's flat moved if it is below
 * a caller (or the function itself) whose cum has no firm change, because other code below that caller changed as much
 * in the opposite direction.
 *
 *     before  run;parse 100            parse  flat −80, cum 0    moved to scan
 *     now     run;parse 20             scan   flat +80           moved from parse
 *             run;parse;scan 80
 *
 * FBDetect (SOSP 2024) calls these cost shifts. Shares do not move: that they balance says nothing.
 */
export function* movedFunctionsInSteps(profile: Profile, columns: DifferenceColumns): Steps<MovedFunctions> {
  const keys = functionKeys(framesOf(profile));
  const sums = yield* changeSumsInSteps(profile, columns, keys);
  const nodes = keyNodes(profile, keys);
  const firm = firmOf(sums.flat, columns);
  if (firm.size === 0 || columns.rule.areShares) return { sums, moved: new Map(), nodes };
  const pairs = new PairChanges(columns);
  yield* eachSample(profile, (sample) => {
    const leaf = nodes.leafOf(sample);
    if (firm.has(leaf)) nodes.forEach(sample, (caller) => pairs.add(caller, leaf, sample));
  });
  return { sums, moved: new Shifts(sums, firm, pairs, columns).moved(), nodes };
}

const functionKeys = oncePer(({ offsets, function: keys, functions }: ProfileFrames): FrameKeys => {
  return { offsets, keys, count: functions.count };
});

function firmOf(sums: ChangeSums, { rule }: DifferenceColumns): ReadonlySet<number> {
  const firm = new Set<number>();
  for (let key = 0; key < sums.count; key++) if (isFirm(sums.at(key), rule)) firm.add(key);
  return firm;
}

/** A caller whose cum has no firm change, and the firm changes below it. */
interface SteadyCaller {
  readonly caller: MergedFunctionIndex;
  readonly change: Change;
  /** Whether the firm changes below the caller balance each other. */
  readonly isBalanced: boolean;
  /** The function below the caller whose flat increased most, and the one whose flat decreased most. */
  readonly gainer: number | undefined;
  readonly loser: number | undefined;
}

class Shifts {
  constructor(
    private readonly sums: FlatAndCum<ChangeSums>,
    private readonly firm: ReadonlySet<number>,
    private readonly pairs: PairChanges,
    private readonly columns: DifferenceColumns,
  ) {}

  moved(): Map<number, FunctionMove> {
    const moves = new Map<number, FunctionMove>();
    const remaining = new Set(this.firm);
    for (const steady of this.steadyCallers()) {
      for (const [leaf, change] of this.pairs.of(steady.caller)) {
        if (!remaining.has(leaf)) continue;
        const move = this.moveOf(leaf, change, steady);
        if (move) moves.set(leaf, move);
        if (move) remaining.delete(leaf);
      }
    }
    return moves;
  }

  /** Smallest cum first, because these callers are nearest to the functions that changed. */
  private steadyCallers(): SteadyCaller[] {
    const callers = [...this.pairs.nodes].map((caller) => ({ caller, change: this.sums.cum.at(caller) }));
    const steady = callers.filter(({ change }) => !isFirm(change, this.columns.rule));
    steady.sort((a, b) => costOf(a.change) - costOf(b.change) || a.caller - b.caller);
    return steady.map((each) => ({ ...each, ...this.balanceOf(each.caller) }));
  }

  private balanceOf(caller: MergedFunctionIndex): Pick<SteadyCaller, 'isBalanced' | 'gainer' | 'loser'> {
    let [gained, lost, largest, smallest] = [0, 0, 0, 0];
    let [gainer, loser]: (number | undefined)[] = [];
    let net: Change = { now: NO_COST, before: NO_COST };
    for (const [leaf, change] of this.pairs.of(caller)) {
      const size = sizeOf(change);
      net = combined(net, change, 1);
      if (size > 0) gained += size;
      else lost -= size;
      if (size > largest) [largest, gainer] = [size, leaf];
      if (size < smallest) [smallest, loser] = [size, leaf];
    }
    const isEven = Math.min(gained, lost) >= BALANCED * Math.max(gained, lost);
    return { isBalanced: isEven && !isFirm(net, this.columns.rule), gainer, loser };
  }

  private moveOf(leaf: MergedFunctionIndex, change: Change, steady: SteadyCaller): FunctionMove | undefined {
    const [size, whole] = [sizeOf(change), sizeOf(this.sums.flat.at(leaf))];
    if (size * whole <= 0 || Math.abs(size) < MIN_SHARE_BELOW_CALLER * Math.abs(whole)) return undefined;
    const opposite = size < 0 ? steady.gainer : steady.loser;
    if (steady.isBalanced && opposite !== undefined) return { how: 'other', function: opposite };
    if (!isOpposed(change, steady.change, this.columns)) return undefined;
    if (opposite === undefined) return { how: 'below', function: steady.caller };
    return { how: 'other', function: opposite };
  }
}

/** Whether the rest of the whole has a firm change in the opposite direction, which makes up for the part's change. */
export function isOpposed(part: Change, whole: Change, { rule }: DifferenceColumns): boolean {
  const rest = combined(whole, part, -1);
  const [size, restSize] = [sizeOf(part), sizeOf(rest)];
  return size * restSize < 0 && Math.abs(restSize) >= BALANCED * Math.abs(size) && isFirm(rest, rule);
}

const NO_COST: Part = { value: 0, variance: 0, events: 0 };

/** `first + second`, or `first − second` if the sign is -1. */
function combined(first: Change, second: Change, sign: 1 | -1): Change {
  const part = (a: Part, b: Part): Part => ({
    value: atLeast0(a.value, sign * b.value),
    variance: atLeast0(a.variance, sign * b.variance),
    events: atLeast0(a.events, sign * b.events),
  });
  return { now: part(first.now, second.now), before: part(first.before, second.before) };
}

/** The sum, or 0 if it is negative or tiny: a difference of equal sums of floats may be slightly off 0. */
function atLeast0(value: number, added: number): number {
  const sum = value + added;
  return sum < 1e-9 * value ? 0 : sum;
}

const WIDTH = 6;

/** Costs in both profiles of a difference, by node and by the function at the leaf. */
export class PairChanges {
  private readonly offsets = new Map<number, Map<number, number>>();
  private readonly sums: number[] = [];

  constructor(private readonly columns: DifferenceColumns) {}

  add(node: NodeIndex, leaf: MergedFunctionIndex, sample: SampleIndex): void {
    const { now, before } = this.columns;
    const at = this.offsetOf(node, leaf);
    const { sums } = this;
    sums[at] += now.value[sample];
    sums[at + 1] += now.variance[sample];
    sums[at + 2] += now.events[sample];
    sums[at + 3] += before.value[sample];
    sums[at + 4] += before.variance[sample];
    sums[at + 5] += before.events[sample];
  }

  /** The changes of a node by leaf. */
  *of(node: NodeIndex): Iterable<readonly [leaf: MergedFunctionIndex, change: Change]> {
    for (const [leaf, at] of this.offsets.get(node) ?? []) yield [leaf, this.changeAt(at)];
  }

  get nodes(): Iterable<number> {
    return this.offsets.keys();
  }

  private changeAt(at: number): Change {
    const [value, variance, events, valueBefore, varianceBefore, eventsBefore] = this.sums.slice(at, at + WIDTH);
    return {
      now: { value, variance, events },
      before: { value: valueBefore, variance: varianceBefore, events: eventsBefore },
    };
  }

  private offsetOf(node: NodeIndex, leaf: MergedFunctionIndex): number {
    let leaves = this.offsets.get(node);
    if (leaves === undefined) this.offsets.set(node, (leaves = new Map()));
    let at = leaves.get(leaf);
    if (at === undefined) {
      leaves.set(leaf, (at = this.sums.length));
      this.sums.push(0, 0, 0, 0, 0, 0);
    }
    return at;
  }
}
