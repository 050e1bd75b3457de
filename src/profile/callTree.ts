import { CallTreeBuilder } from './callTreeBuilder';
import { framesOf } from './frames';
import type { MergedFunctions } from './frames';
import type { Profile } from './model';
import { profileTotal } from './profileTotal';
import type { StackStart } from './reports';
import { stackTrieInSteps } from './stackTrie';
import { finish } from './steps';
import type { Steps } from './steps';
import { trieWeights } from './trieWeights';

/**
 * Who called whom, as a tree of functions (merged by name and file), under one sample type. Columns by node; node 0 is
 * the root, parents have smaller numbers than their children. The same profile, sample type and `from` give the same
 * numbers. Only calls in samples with a value are in it. For  main;a;b 1   main;a 2   main;c 3:
 *
 *     node   0 (root)  1 main  2 a  3 b  4 c
 *     cum    6         6       3    1    3
 *     flat   0         0       2    1    3
 */
export interface CallTree {
  /** What the root is called where it is no function. */
  readonly rootName: string;
  readonly total: number;
  readonly unit: string;
  readonly functions: MergedFunctions;
  readonly count: number;
  readonly parent: Uint32Array;
  /** Index into `functions`; NONE for a root that is no function. */
  readonly function: Uint32Array;
  /** 0: none. */
  readonly firstChild: Uint32Array;
  readonly nextSibling: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  /** Sum of |value|; the same as cum where no value is negative. */
  readonly size: Float64Array;
  /** 1-based line with the largest |cum| in the node; 0 where none is known. */
  readonly line: Uint32Array;
  /** 1 where every call was inlined into the caller. */
  readonly inlined: Uint8Array;
}

/** Builds the call tree of one sample type; see StackStart for `from`. */
export function buildCallTree(profile: Profile, sampleType: number, from?: StackStart): CallTree {
  return finish(callTreeInSteps(profile, sampleType, from));
}

export function* callTreeInSteps(profile: Profile, sampleType: number, from?: StackStart): Steps<CallTree> {
  const frames = framesOf(profile);
  const trie = yield* stackTrieInSteps(profile);
  const values = profile.values[sampleType]!;
  const builder = new CallTreeBuilder(trie, frames, trieWeights(trie, values));
  yield* builder.addStacks(from);
  const sizes = values.some((value) => value < 0) ? trieWeights(trie, values.map(Math.abs)).self : undefined;
  return {
    rootName: typeof from === 'object' ? from.name : 'all',
    total: profileTotal(profile, sampleType),
    unit: profile.sampleTypes[sampleType]!.unit,
    functions: frames.functions,
    ...builder.columns(sizes),
  };
}
