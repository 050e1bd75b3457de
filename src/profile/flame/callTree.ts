import { isOverInterval } from '../text/intervalText';
import type { NodeChanges } from '../changes/nodeChanges';
import { type CallShape, callShapeInSteps } from './callShape';
import { claim, finish, interruptible, type Steps } from '../common/guard';
import { CallLines, type HottestLines } from './hottestLines';
import { framesOf, type MergedFunctions } from '../lines/frames';
import { NONE, type Profile } from '../model';
import { sumOfSizes } from '../sums/notedColumns';
import { profileTotal } from '../sums/profileTotal';
import { sampleWeight } from '../sums/sampleWeight';
import type { StackView } from '../answers/flame';
import { oncePer } from '../memo';
import { addToCallers, callSums, leafSums } from './callSums';
import type { CallIndex, IndexColumn, MergedFunctionIndex } from '../indexes';

/**
 * The calls of one sample type as a tree of functions (merged by name and file). Columns by node; node 0 is the root,
 * parents have smaller numbers than their children. The same profile, sample type and view give the same numbers.
 * Contains only calls in samples with a non-zero value. For the samples `main;a;b 1`, `main;a 2` and `main;c 3`:
 *
 *     node   0 (root)  1 main  2 a  3 b  4 c
 *     cum    6         6       3    1    3
 *     flat   0         0       2    1    3
 */
export interface CallTree {
  /** The name of a root that is not a function. */
  readonly rootName: string;
  readonly total: number;
  readonly unit: string;
  /** See FlameWindow. */
  /** The value of one sample: see sampleWeight. */
  readonly weight?: number | undefined;
  readonly covered: number;
  readonly functions: MergedFunctions;
  readonly count: number;
  readonly parent: IndexColumn<CallIndex, CallIndex>;
  /** NONE for a root that is not a function. */
  readonly function: IndexColumn<CallIndex, MergedFunctionIndex>;
  /** 0: none. */
  readonly firstChild: IndexColumn<CallIndex, CallIndex>;
  readonly nextSibling: IndexColumn<CallIndex, CallIndex>;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  /** Sum of |value|; equal to cum if no value is negative. */
  readonly size: Float64Array;
  /** Whether the values are changes, or some of them are negative. */
  readonly signed: boolean;
  /** Whether the profile is a difference between two moments. */
  readonly overInterval: boolean;
  /** Whether the positive values are the costs now, and the negative ones those before, as in a comparison. */
  readonly compared: boolean;
  /** 1 if every call was inlined into the caller. */
  readonly inlined: Uint8Array;
  readonly hottestLines: HottestLines;
  /** The judgements on cum; set in a difference of costs per operation. */
  readonly changes?: NodeChanges;
}

/** Builds the call tree of one sample type. */
export function buildCallTree(profile: Profile, sampleType: number, view?: StackView): CallTree {
  return finish(callTreeInSteps(profile, sampleType, finish(callShapeInSteps(profile, sampleType, view))));
}

/** Builds the call tree. @param shape the calls of this sample type, or of one with the same non-zero samples */
export function* callTreeInSteps(profile: Profile, sampleType: number, shape: CallShape): Steps<CallTree> {
  const values = profile.values[sampleType];
  const { rootName, count, parent, function: functionOf, firstChild, nextSibling, inlined } = shape;
  claim(24 * count);
  const { flat, cum } = callSums(shape, values);
  const signed = profile.isDifference === true || values.some((value) => value < 0);
  const size = signed ? addToCallers(leafSums(shape, values.map(Math.abs)), parent) : cum;
  yield;
  const hottestLines = new CallLines(framesOf(profile), shape, values);
  return {
    rootName,
    total: profileTotal(profile, sampleType),
    weight: sampleWeight(profile, sampleType),
    unit: profile.sampleTypes[sampleType].unit,
    covered: shareOf(size[0], values),
    functions: framesOf(profile).functions,
    count,
    parent,
    function: functionOf,
    firstChild,
    nextSibling,
    inlined,
    flat,
    cum,
    size,
    signed,
    overInterval: isOverInterval(profile),
    compared: profile.isNowAndBefore === true,
    hottestLines,
  };
}

/** `size` as a fraction of the sum of |value| over all samples; 1 if that sum is 0. */
function shareOf(size: number, values: Float64Array): number {
  const all = sumOfSizes(values);
  return all === 0 ? 1 : size / all;
}

/** The sorted children of nodes with more children than this are cached. */
const MANY_CHILDREN = 200;

const sortedChildren = oncePer((_tree: CallTree) => new Map<number, Uint32Array>());

/**
 * A node's children whose size is not 0, by size descending, then by function name.
 * Source: google/pprof internal/driver/html/stacks.js, partitionPlaces.
 */
export function childrenOf(tree: CallTree, node: CallIndex): Uint32Array {
  const cached = sortedChildren(tree).get(node);
  if (cached !== undefined) return cached;
  const { size } = tree;
  const children: number[] = [];
  for (let child = tree.firstChild[node]; child !== 0; child = tree.nextSibling[child]) {
    // If recursion is collapsed, a call has size 0 if all samples through it belong to a call further up.
    if (size[child] !== 0) children.push(child);
  }
  children.sort(interruptible((a, b) => size[b] - size[a] || byName(tree, a, b)));
  const sorted = Uint32Array.from(children);
  if (sorted.length > MANY_CHILDREN) sortedChildren(tree).set(node, sorted);
  return sorted;
}

function byName({ functions, function: functionOf }: CallTree, a: number, b: number): number {
  const left = functions.names[functionOf[a]];
  const right = functions.names[functionOf[b]];
  return left === right ? a - b : left < right ? -1 : 1;
}

export function frameName({ functions, function: functionOf, rootName }: CallTree, node: CallIndex): string {
  return functionOf[node] === NONE ? rootName : functions.names[functionOf[node]];
}

/** A node's file as named in the profile; "" if unknown. */
export function frameFile({ functions, function: functionOf }: CallTree, node: CallIndex): string {
  return functionOf[node] === NONE ? '' : functions.files[functions.file[functionOf[node]]];
}
