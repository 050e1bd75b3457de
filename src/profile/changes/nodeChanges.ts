import {
  type ChangeColumns, FIRM_CHANGE, FIRM_IN_TURNS, type Move, MOVED, NOISE, type RowJudgements, type TurnsChange,
} from '../answers/changes';
import { framesOf } from '../lines/frames';
import { NONE, type Profile } from '../model';
import type { DifferenceColumns } from '../noise/differenceColumns';
import { type Change, type ChangeRule, isFirm, samplesIn } from '../noise/firmChange';
import type { Steps } from '../common/guard';
import { type BenchmarkTurns, nodesDecidedByTurns } from './benchmarkTurns';
import { type ChangeSums, type FlatAndCum, sizeOf } from './changeSums';
import { isOpposed, type MovedFunctions, PairChanges } from './movedFunctions';
import { eachSample, type SampleNodes } from './sampleNodes';
import { entry } from '../memo';
import type { MergedFunctionIndex, NodeIndex, SampleIndex } from '../indexes';

/** A node is `moved` if this part of its functions' firm changes went elsewhere, and half of its whole change did. */
const MIN_MOVED_SHARE = 0.75;
/** The rest of a node's change may be changes that are not firm. */
const HALF = 0.5;

/** Judgements by node: a line, a function or a frame of the flame graph. */
export class NodeChanges {
  /** The evidence for the judgement FIRM_IN_TURNS. */
  evidence: string | undefined;

  constructor(
    private readonly sums: ChangeSums,
    readonly judgement: Uint8Array,
    private readonly moves: ReadonlyMap<number, Move>,
    private readonly rule: ChangeRule,
  ) {}

  moveOf(node: NodeIndex): Move | undefined {
    return this.moves.get(node);
  }

  /** Marks a node FIRM_IN_TURNS if its samples do not decide, and its change has this direction in the profiles too. */
  decideByTurns(node: NodeIndex, { isIncrease, evidence }: TurnsChange): void {
    if (this.judgement[node] !== NOISE || sizeOf(this.sums.at(node)) > 0 !== isIncrease) return;
    this.judgement[node] = FIRM_IN_TURNS;
    this.evidence = evidence;
  }

  changeOf(node: NodeIndex): Change {
    return this.sums.at(node);
  }

  /** The number of samples of equal weight in each profile; Infinity where everything is counted. */
  samplesOf(node: NodeIndex): { readonly now: number; readonly before: number } {
    const { now, before } = this.sums.at(node);
    return { now: samplesIn(now, this.rule), before: samplesIn(before, this.rule) };
  }
}

/** The nodes to judge: their costs, and the nodes of each sample. */
export interface NodesToJudge {
  readonly sums: FlatAndCum<ChangeSums>;
  readonly nodes: SampleNodes;
  /** The node with the costs of all samples, if there is one. */
  readonly root?: NodeIndex;
}

/** What judgements on the nodes of a difference rest on. */
export interface Evidence {
  readonly columns: DifferenceColumns;
  readonly functions: MovedFunctions;
  /** What runs in turns showed about the benchmark under this sample type. */
  readonly turns?: BenchmarkTurns;
}

/**
 * Distinguishes noise, firm changes and firm changes that moved. Runs in turns decide about nodes with all costs of the
 * benchmark, and samples about all others. A change moved if most of it comes from functions
 * whose flat moved (see MovedFunctions), or from functions that cost the same as before, but elsewhere.
 *
 *     before  run;parse 100       now  run;scan;parse 100      scan  cum +100, moved: parse costs the same
 */
export function* nodeChangesInSteps(
  profile: Profile,
  { columns, functions, turns }: Evidence,
  { sums, nodes, root }: NodesToJudge,
): Steps<FlatAndCum<NodeChanges>> {
  const judges = { flat: new Judge(sums.flat, columns), cum: new Judge(sums.cum, columns) };
  yield;
  if (judges.flat.isAnyFirm || judges.cum.isAnyFirm) {
    yield* eachSample(profile, (sample) => {
      const leaf = functions.nodes.leafOf(sample);
      if (leaf === NONE) return;
      judges.flat.add(nodes.leafOf(sample), leaf, sample);
      if (judges.cum.isAnyFirm) nodes.forEach(sample, (node) => judges.cum.add(node, leaf, sample));
    });
  }
  const nameOf = (id: number) => framesOf(profile).functions.names[id];
  const changes = { flat: judges.flat.judgements(functions, nameOf), cum: judges.cum.judgements(functions, nameOf) };
  if (turns) {
    const decide = (column: 'flat' | 'cum', node: NodeIndex) => changes[column].decideByTurns(node, turns);
    yield* nodesDecidedByTurns(profile, turns, columns, { sums, nodes, root }, decide);
  }
  return changes;
}

class Judge {
  private readonly judgement: Uint8Array;
  private readonly pairs: PairChanges;
  readonly isAnyFirm: boolean;

  constructor(
    private readonly sums: ChangeSums,
    private readonly columns: DifferenceColumns,
  ) {
    this.pairs = new PairChanges(columns);
    this.judgement = new Uint8Array(sums.count);
    for (let node = 0; node < sums.count; node++) {
      if (isFirm(sums.at(node), columns.rule)) this.judgement[node] = FIRM_CHANGE;
    }
    this.isAnyFirm = this.judgement.includes(FIRM_CHANGE);
  }

  /** Adds a sample to a node. @param leaf the function whose flat has the sample */
  add(node: NodeIndex, leaf: MergedFunctionIndex, sample: SampleIndex): void {
    if (node !== NONE && this.judgement[node] === FIRM_CHANGE) this.pairs.add(node, leaf, sample);
  }

  judgements(functions: MovedFunctions, nameOf: (id: number) => string): NodeChanges {
    const moves = new Map<number, Move>();
    for (const node of this.pairs.nodes) {
      const move = this.moveOf(node, functions);
      if (!move) continue;
      this.judgement[node] = MOVED;
      moves.set(node, { how: move.how, function: nameOf(move.function) });
    }
    return new NodeChanges(this.sums, this.judgement, moves, this.columns.rule);
  }

  private moveOf(node: NodeIndex, functions: MovedFunctions): LeafMove | undefined {
    const whole = sizeOf(this.sums.at(node));
    let [moved, stayed] = [0, 0];
    let largest: (LeafMove & { readonly size: number }) | undefined;
    for (const [leaf, change] of this.pairs.of(node)) {
      const move = this.moveOfLeaf(leaf, change, functions);
      const size = sizeOf(change) * Math.sign(whole);
      if (!move) {
        if (isFirm(functions.sums.flat.at(leaf), this.columns.rule)) stayed += Math.max(0, size);
        continue;
      }
      moved += size;
      if (size > (largest?.size ?? 0)) largest = { ...move, size };
    }
    return moved >= Math.max(HALF * Math.abs(whole), MIN_MOVED_SHARE * (moved + stayed)) ? largest : undefined;
  }

  private moveOfLeaf(leaf: MergedFunctionIndex, change: Change, { sums, moved }: MovedFunctions): LeafMove | undefined {
    const whole = sums.flat.at(leaf);
    const move = moved.get(leaf);
    if (move) return sizeOf(change) * sizeOf(whole) > 0 ? move : undefined;
    if (isFirm(whole, this.columns.rule) || !isOpposed(change, whole, this.columns)) return undefined;
    return { how: 'elsewhere', function: leaf };
  }
}

interface LeafMove {
  readonly how: Move['how'];
  readonly function: number;
}

/** Makes columns of judgements for an answer, and collects their moves. */
export class ChangeRows {
  private readonly moveNumbers = new Map<string, number>();

  /** The judgements on nodes, and the number of samples behind each. */
  columns(changes: NodeChanges, nodes: ArrayLike<number>): ChangeColumns {
    const samples = Array.from(nodes, (node) => changes.samplesOf(node));
    return {
      judgement: Uint8Array.from(nodes, (node) => changes.judgement[node]),
      move: Uint32Array.from(nodes, (node) => this.numberOf(changes.moveOf(node))),
      now: Float64Array.from(samples, ({ now }) => now),
      before: Float64Array.from(samples, ({ before }) => before),
      ...(changes.evidence !== undefined && { evidence: changes.evidence }),
    };
  }

  /** The judgements of single rows; pass undefined for a row without a node, whose judgement is FIRM_CHANGE. */
  judgements(changes: readonly (readonly [changes: NodeChanges, node: NodeIndex] | undefined)[]): RowJudgements {
    const evidence = changes.find((change) => change?.[0].evidence !== undefined)?.[0].evidence;
    return {
      judgement: Uint8Array.from(changes, (change) => (change ? change[0].judgement[change[1]] : FIRM_CHANGE)),
      move: Uint32Array.from(changes, (change) => this.numberOf(change?.[0].moveOf(change[1]))),
      ...(evidence !== undefined && { evidence }),
    };
  }

  /** The moves to which the columns and judgements refer by number. Complete once all of these are made. */
  get moves(): Move[] {
    return [...this.moveNumbers.keys()].map((text) => JSON.parse(text) as Move);
  }

  /** The move's number, from 1; 0 for no move. */
  private numberOf(move: Move | undefined): number {
    return move === undefined ? 0 : entry(this.moveNumbers, JSON.stringify(move), () => this.moveNumbers.size + 1);
  }
}
