import type { MergedFunctions, ProfileFrames } from '../lines/frames';
import { NONE } from '../model';
import { packageOf } from '../text/functionNames';
import type { StackTrie } from './stackTrie';
import type { TrieIndex } from '../indexes';

/** Finds where the stacks of goroutines that the module started begin; see NamedStart. */
export class ModuleStarts {
  /** For each function: 1 if it belongs to the module. */
  private readonly isOfModule: Uint8Array;
  /** For each node of the trie: 1 from the module's outermost frame down to a testing frame. */
  private readonly within: Uint8Array;
  /**
   * Nodes below a frame of the module where stacks start again below testing frames, because `p.TestMain` is the
   * module's outermost frame in the stacks of tests too.
   */
  readonly restarts: number[] = [];

  constructor(
    private readonly trie: StackTrie,
    private readonly frames: ProfileFrames,
    module: string,
  ) {
    this.isOfModule = functionsOfModule(frames.functions, module);
    this.within = new Uint8Array(trie.count);
  }

  /** Whether a node's caller is a frame of the module or below it, without a testing frame between them. */
  isBelow(node: TrieIndex): boolean {
    return this.within[this.trie.parent[node]] === 1;
  }

  /** Marks a node as a frame of the module or below it. */
  enter(node: TrieIndex): void {
    this.within[node] = 1;
  }

  /** Whether a sample with a non-zero value is in a stack that starts at a frame of the module. */
  haveSamples(values: Float64Array): boolean {
    return this.trie.sampleNode.some((node, sample) => this.within[node] === 1 && values[sample] !== 0);
  }

  /** The outermost frame of a node's location that belongs to the module; NONE if there is none. */
  outermostFrame(node: TrieIndex): number {
    const { offsets, function: functionOf } = this.frames;
    const at = this.trie.location[node];
    for (let frame = offsets[at + 1] - 1; frame >= offsets[at]; frame--) {
      if (this.isOfModule[functionOf[frame]] === 1) return frame;
    }
    return NONE;
  }
}

/** For each merged function: 1 if it belongs to a package of the module or its external tests, but not if vendored. */
function functionsOfModule({ names }: MergedFunctions, module: string): Uint8Array {
  return Uint8Array.from(names, (name) => {
    if (!name.startsWith(module.slice(0, module.lastIndexOf('/') + 1))) return 0;
    const path = packageOf(name);
    const isOfModule = path === module || path === `${module}_test` || path.startsWith(`${module}/`);
    return isOfModule && !path.includes('/vendor/') ? 1 : 0;
  });
}
