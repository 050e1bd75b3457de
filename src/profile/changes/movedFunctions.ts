import { framesOf, type ProfileFrames } from '../lines/frames';
import { oncePer } from '../memo';
import type { Profile } from '../model';
import type { DifferenceColumns } from '../noise/differenceColumns';
import { type Change, isFirm, type Part } from '../noise/firmChange';
import type { FrameKeys } from '../sums/keySums';
import type { Steps } from '../work/guard';
import { type ChangeSums, changeSumsInSteps, type FlatAndCum, sizeOf } from './changeSums';
import { PairChanges } from './pairChanges';
import { eachSample, keyNodes, type SampleNodes } from './sampleNodes';

/** A change can be balanced below a caller only if at least this part of it is below that caller. */
const MIN_MOVED_SHARE = 0.75;
/** Changes in both directions balance if the smaller one is at least this part of the larger one. */
const BALANCED = 0.5;

/** Where the flat of a function went. */
export interface FunctionMove {
  readonly how: 'other' | 'below';
  readonly function: number;
}

/** The changes of functions (indexes of framesOf). */
export interface MovedFunctions {
  readonly sums: FlatAndCum<ChangeSums>;
  /** The functions whose flat has a firm change while the cum of a common caller has none. */
  readonly moved: ReadonlyMap<number, FunctionMove>;
  readonly nodes: SampleNodes;
}

/**
 * The functions' changes, and which of them moved: a firm change of flat moved if a function in all its stacks (or the
 * function itself) has no firm change of cum, because other code below it changed as much the other way.
 *
 *     before  run;parse 100            parse  flat −80, cum 0    moved to scan
 *     now     run;parse 20             scan   flat +80           moved from parse
 *             run;parse;scan 80
 *
 * FBDetect (SOSP 2024) calls these cost shifts.
 */
export function* movedFunctionsInSteps(profile: Profile, columns: DifferenceColumns): Steps<MovedFunctions> {
  const keys = functionKeys(framesOf(profile));
  const sums = yield* changeSumsInSteps(profile, columns, keys);
  const nodes = keyNodes(profile, keys);
  const firm = firmOf(sums.flat, columns);
  if (firm.size === 0) return { sums, moved: new Map(), nodes };
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

/** The changes below a caller that has no firm change itself. */
interface Steady {
  readonly caller: number;
  readonly change: Change;
  /** Whether the firm changes below it balance. */
  readonly isBalanced: boolean;
  /** The functions with the largest changes upwards and downwards. */
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
    const found = new Map<number, FunctionMove>();
    const left = new Set(this.firm);
    for (const steady of this.steadyCallers()) {
      for (const [leaf, change] of this.pairs.of(steady.caller)) {
        if (!left.has(leaf)) continue;
        const move = this.moveOf(leaf, change, steady);
        if (move) found.set(leaf, move);
        if (move) left.delete(leaf);
      }
    }
    return found;
  }

  /** The nearest callers first, which have the smallest cum. */
  private steadyCallers(): Steady[] {
    const callers = [...this.pairs.nodes].map((caller) => ({ caller, change: this.sums.cum.at(caller) }));
    const steady = callers.filter(({ change }) => !isFirm(change, this.columns.rule));
    const costOf = ({ now, before }: Change) => now.value + before.value;
    steady.sort((a, b) => costOf(a.change) - costOf(b.change) || a.caller - b.caller);
    return steady.map((each) => ({ ...each, ...this.balanceOf(each.caller) }));
  }

  private balanceOf(caller: number): Pick<Steady, 'isBalanced' | 'gainer' | 'loser'> {
    let [gained, lost, most, least] = [0, 0, 0, 0];
    let [gainer, loser]: (number | undefined)[] = [];
    let net: Change = { now: NOTHING, before: NOTHING };
    for (const [leaf, change] of this.pairs.of(caller)) {
      const size = sizeOf(change);
      net = combined(net, change, 1);
      if (size > 0) gained += size;
      else lost -= size;
      if (size > most) [most, gainer] = [size, leaf];
      if (size < least) [least, loser] = [size, leaf];
    }
    const isEven = Math.min(gained, lost) >= BALANCED * Math.max(gained, lost);
    return { isBalanced: isEven && !isFirm(net, this.columns.rule), gainer, loser };
  }

  private moveOf(leaf: number, change: Change, steady: Steady): FunctionMove | undefined {
    const [size, whole] = [sizeOf(change), sizeOf(this.sums.flat.at(leaf))];
    if (size * whole <= 0 || Math.abs(size) < MIN_MOVED_SHARE * Math.abs(whole)) return undefined;
    const other = size < 0 ? steady.gainer : steady.loser;
    if (steady.isBalanced && other !== undefined) return { how: 'other', function: other };
    if (!isOpposed(change, steady.change, this.columns)) return undefined;
    return other === undefined ? { how: 'below', function: steady.caller } : { how: 'other', function: other };
  }
}

/** Whether a firm change in the opposite direction makes up for the change of a part, so that the whole is steady. */
export function isOpposed(part: Change, whole: Change, { rule }: DifferenceColumns): boolean {
  const rest = combined(whole, part, -1);
  const [size, restSize] = [sizeOf(part), sizeOf(rest)];
  return size * restSize < 0 && Math.abs(restSize) >= BALANCED * Math.abs(size) && isFirm(rest, rule);
}

const NOTHING: Part = { value: 0, variance: 0, events: 0 };

function combined(one: Change, other: Change, sign: 1 | -1): Change {
  const part = (a: Part, b: Part): Part => ({
    value: atLeast0(a.value, sign * b.value),
    variance: atLeast0(a.variance, sign * b.variance),
    events: atLeast0(a.events, sign * b.events),
  });
  return { now: part(one.now, other.now), before: part(one.before, other.before) };
}

/** A difference of equal sums of floats may be slightly off 0. */
function atLeast0(value: number, added: number): number {
  const sum = value + added;
  return sum < 1e-9 * value ? 0 : sum;
}
