import type { CallTree } from './callTree';
import { addToCallers } from './callSums';
import { LineSums } from './hottestLines';
import type { CallShape } from './callShape';
import { claim, type Steps } from '../common/guard';
import { framesOf } from '../lines/frames';
import { KeyedTree } from './keyedTree';
import { NONE, type Profile } from '../model';
import { CallerPath } from './callerPath';
import type { StackView } from '../answers/flame';
import type { CallIndex } from '../indexes';

/**
 * The callers of the function at which a call tree starts, as a tree with that function as its root. Its stacks go
 * outwards from the function's outermost frame. For the samples `main;a;f;x 1`, `main;f;f 2` and `b;f 3`, and f:
 *
 *     node   0 f  1 a  2 main  3 main  4 b
 *     cum    6    1    1       2       3
 *
 * Source: google/pprof internal/driver/html/stacks.js, renderStacks with direction -1.
 */
export interface Callers {
  /** Callers have no flat. */
  readonly tree: CallTree;
  /** The function's flat, including its recursive calls, as in Top. */
  readonly flat: number;
  /** Sum of |value| over the samples with a marked call in either tree. */
  sizeUnder(marks: CallMarks): number;
  /** For each node of the tree: the sum of a column of values, as cum is that of the sample type's values. */
  cumOf(column: Float64Array): Float64Array;
}

/** For each node of a tree: 1 if it or a node between it and the root is marked. */
export interface CallMarks {
  readonly callees: Uint8Array;
  readonly callers: Uint8Array;
}

/** The number of frames in one step, which takes a few milliseconds. */
const STEP_FRAMES = 1 << 17;

/**
 * Builds the tree of callers.
 * @param shape the calls from the function on; `callees` is the tree with this shape, for the same view
 */
export function* callersInSteps(
  profile: Profile,
  sampleType: number,
  { shape, callees, view }: { readonly shape: CallShape; readonly callees: CallTree; readonly view: StackView },
): Steps<Callers> {
  const path = new CallerPath(shape.trie, framesOf(profile), view);
  const starts = new Starts(shape, profile.values[sampleType], callees.signed);
  yield;
  const flat = flatOf(profile, sampleType, shape, view);
  yield;
  const builder = new CallersBuilder(starts, path);
  for (let at = 0; at < starts.count; yield) at = builder.addCalls(at);
  const sums = builder.lineSums();
  for (let at = 0; at < starts.count; yield) at = builder.addLines(at, sums);
  return { ...builder.finish(callees, sums), flat };
}

/** The sum of the stacks in the shape whose leaf is a function with the name `from`, in any file. */
function flatOf(profile: Profile, sampleType: number, { trie, innermost }: CallShape, { from }: StackView): number {
  const { functions, offsets, function: functionOf } = framesOf(profile);
  const isFunction = Uint8Array.from(functions.names, (name) => (name === from ? 1 : 0));
  const values = profile.values[sampleType];
  let flat = 0;
  for (let sample = 0; sample < values.length; sample++) {
    const leaf = trie.sampleNode[sample];
    if (leaf === 0 || innermost[leaf] === NONE) continue;
    if (isFunction[functionOf[offsets[trie.location[leaf]]]] === 1) flat += values[sample];
  }
  return flat;
}

/** The nodes of the trie with the function's outermost frame. No two of them share a sample. */
class Starts {
  readonly nodes: Uint32Array;
  private readonly value: Float64Array;
  private readonly size: Float64Array;

  constructor(
    readonly shape: CallShape,
    values: Float64Array,
    signed: boolean,
  ) {
    const { trie, innermost } = shape;
    const isStart = (node: number) => innermost[node] !== NONE && innermost[trie.parent[node]] === NONE;
    const nodes: number[] = [];
    for (let node = 1; node < trie.count; node++) if (isStart(node)) nodes.push(node);
    this.nodes = Uint32Array.from(nodes);
    claim((signed ? 16 : 8) * trie.count);
    this.value = new Float64Array(trie.count);
    for (let sample = 0; sample < values.length; sample++) this.value[trie.sampleNode[sample]] += values[sample];
    this.size = signed ? new Float64Array(trie.count) : this.value;
    if (!signed) return;
    for (let sample = 0; sample < values.length; sample++) {
      this.size[trie.sampleNode[sample]] += Math.abs(values[sample]);
    }
  }

  get count(): number {
    return this.nodes.length;
  }

  valueOf(start: number): number {
    return this.sumUnder(start, this.value);
  }

  /** @param counted for each call of the callees' tree: 1 to count its samples; default: all samples count */
  sizeOf(start: number, counted?: Uint8Array): number {
    if (counted === undefined) return this.sumUnder(start, this.size);
    const { innermost, trie } = this.shape;
    const node = this.nodes[start];
    let sum = 0;
    for (let at = node; at < trie.end[node]; at++) if (counted[innermost[at]] === 1) sum += this.size[at];
    return sum;
  }

  private sumUnder(start: number, sums: Float64Array): number {
    const node = this.nodes[start];
    const end = this.shape.trie.end[node];
    let sum = 0;
    for (let at = node; at < end; at++) sum += sums[at];
    return sum;
  }
}

class CallersBuilder {
  private readonly tree = new KeyedTree();
  /** For each start: the call of its outermost frame. */
  private readonly outermost: Uint32Array;
  /** For each call: 1 if it was not inlined. */
  private called = new Uint8Array(0);

  constructor(
    private readonly starts: Starts,
    private readonly path: CallerPath,
  ) {
    this.outermost = new Uint32Array(starts.count);
  }

  /** Adds the callers of starts from `from` on; returns the first start of the next step. */
  addCalls(from: number): number {
    const { tree, path } = this;
    return this.eachPath(from, (start) => {
      let call = 0;
      for (let at = 0; at < path.length; at++) call = tree.child(call, path.functions[at]);
      this.outermost[start] = call;
    });
  }

  /** Returns sums by call and line, without any yet. All calls must have been added with addCalls. */
  lineSums(): LineSums {
    const { count } = this.tree;
    claim(17 * count);
    this.called = new Uint8Array(count);
    return new LineSums(count);
  }

  addLines(from: number, sums: LineSums): number {
    const { path, called } = this;
    return this.eachPath(from, (start) => {
      const value = this.starts.valueOf(start);
      this.eachCall(start, (call, at) => {
        if (path.called[at] === 1) called[call] = 1;
        sums.add(call, path.lines[at], value);
      });
    });
  }

  private eachPath(from: number, visit: (start: number) => void): number {
    const { starts, path } = this;
    let start = from;
    for (let frames = 0; start < starts.count && frames < STEP_FRAMES; start++) {
      path.follow(starts.nodes[start]);
      frames += path.length + 1;
      visit(start);
    }
    return start;
  }

  /** Visits the calls of the current path, from the outermost one inwards, with their indexes. */
  private eachCall(start: number, visit: (call: CallIndex, at: number) => void): void {
    let call = this.outermost[start];
    for (let at = this.path.length - 1; at >= 0; at--) {
      visit(call, at);
      call = this.tree.parent(call);
    }
  }

  finish(callees: CallTree, sums: LineSums): Omit<Callers, 'flat'> {
    const { starts, outermost } = this;
    const { count } = this.tree;
    const { parent, key, firstChild, nextSibling } = this.tree.columns();
    key[0] = callees.function[0];
    const cum = cumSums(starts, outermost, parent);
    const size = callees.signed ? new Float64Array(count) : cum;
    if (callees.signed) {
      outermost.forEach((call, start) => (size[call] += starts.sizeOf(start)));
      addToCallers(size, parent);
    }
    const inlined = this.called.map((called) => 1 - called);
    inlined[0] = callees.inlined[0];
    const line = sums.hottest();
    [line[0]] = callees.hottestLines.of([0]);
    const hottestLines = { of: (calls: readonly number[]) => Uint32Array.from(calls, (call) => line[call]) };
    const columns = { count, parent, function: key, firstChild, nextSibling, inlined, hottestLines };
    const tree = { ...callees, ...columns, changes: undefined, flat: new Float64Array(count), cum, size };
    const cumOf = (column: Float64Array) => cumSums(new Starts(starts.shape, column, false), outermost, parent);
    return { tree, sizeUnder: (marks) => sizeUnder(starts, outermost, marks), cumOf };
  }
}

/** The sums of the starts' values, by caller. */
function cumSums(starts: Starts, outermost: Uint32Array, parent: Uint32Array): Float64Array {
  const sums = new Float64Array(parent.length);
  outermost.forEach((call, start) => (sums[call] += starts.valueOf(start)));
  return addToCallers(sums, parent);
}

function sizeUnder(starts: Starts, outermost: Uint32Array, { callees, callers }: CallMarks): number {
  let sum = 0;
  outermost.forEach((call, start) => {
    sum += starts.sizeOf(start, callers[call] === 1 ? undefined : callees);
  });
  return sum;
}
