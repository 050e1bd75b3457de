import { claim } from '../common/guard';
import type { ProfileFrames } from '../lines/frames';
import { testingKinds, isTestingFrame } from './testingFrames';
import type { StackView } from '../answers/flame';
import type { StackTrie } from './stackTrie';
import type { LocationIndex } from '../indexes';

/** The callers of a function's outermost frame in a stack, nearest first, as a view shows them. */
export class CallerPath {
  length = 0;
  functions: Uint32Array = new Uint32Array(256);
  lines: Uint32Array = new Uint32Array(256);
  /** 1 if the frame was not inlined into its caller. */
  called: Uint8Array = new Uint8Array(256);
  private readonly isStart: Uint8Array;
  private readonly testing: Uint8Array | undefined;
  /** For each function: 1 + its index on the path from the outermost frame; set only if recursion is collapsed. */
  private readonly position: Uint32Array | undefined;

  constructor(
    private readonly trie: StackTrie,
    private readonly frames: ProfileFrames,
    { from, hideTestingFrames, collapseRecursion }: StackView,
  ) {
    const { functions } = frames;
    this.isStart = Uint8Array.from(functions.names, (name) => (name === from ? 1 : 0));
    if (hideTestingFrames) this.testing = testingKinds(functions);
    if (collapseRecursion) this.position = new Uint32Array(functions.count);
  }

  /** Reads the callers of the function's outermost frame in a node of the trie. */
  follow(start: number): void {
    const { trie, frames } = this;
    const { offsets, function: functionOf } = frames;
    const at = trie.location[start];
    let frame = offsets[at + 1] - 1;
    while (this.isStart[functionOf[frame]] === 0) frame--;
    this.length = 0;
    this.add(at, frame + 1);
    for (let node = trie.parent[start]; node !== 0; node = trie.parent[node]) {
      const location = trie.location[node];
      this.add(location, offsets[location]);
    }
    if (this.testing !== undefined) this.leaveOutTestingFrames(this.testing);
    if (this.position !== undefined) this.cutLoops(this.position);
  }

  /** Adds the frames of a location from `first` outwards. */
  private add(location: LocationIndex, first: number): void {
    const { offsets, function: functionOf, line } = this.frames;
    const outermost = offsets[location + 1] - 1;
    while (this.length + outermost + 1 - first > this.lines.length) this.grow();
    for (let frame = first; frame <= outermost; frame++) {
      this.functions[this.length] = functionOf[frame];
      this.lines[this.length] = line[frame];
      this.called[this.length++] = frame === outermost ? 1 : 0;
    }
  }

  private leaveOutTestingFrames(kinds: Uint8Array): void {
    let callerKind = 0;
    while (this.length > 0) {
      const kind = kinds[this.functions[this.length - 1]];
      if (!isTestingFrame(kind, callerKind)) return;
      callerKind = kind;
      this.length--;
    }
  }

  /** Collapses recursion, from the outermost frame inwards: where a function recurs, removes the frames in between. */
  private cutLoops(position: Uint32Array): void {
    const { functions, lines, called } = this;
    const total = this.length;
    let keptCount = 0;
    for (let at = total - 1; at >= 0; at--) {
      const id = functions[at];
      const knownAt = position[id] - 1;
      // Kept frames are at the end, from the outermost one; the frames not yet read are before them.
      const isKnown = knownAt >= 0 && knownAt < keptCount && functions[total - 1 - knownAt] === id;
      const to = isKnown ? knownAt : keptCount;
      functions[total - 1 - to] = id;
      lines[total - 1 - to] = lines[at];
      called[total - 1 - to] = isKnown ? called[total - 1 - to] : called[at];
      position[id] = to + 1;
      keptCount = to + 1;
    }
    functions.copyWithin(0, total - keptCount, total);
    lines.copyWithin(0, total - keptCount, total);
    called.copyWithin(0, total - keptCount, total);
    this.length = keptCount;
  }

  private grow(): void {
    const capacity = this.lines.length * 2;
    claim(9 * capacity);
    const longer = <T extends Uint32Array | Uint8Array>(grown: T, old: T): T => {
      grown.set(old);
      return grown;
    };
    this.functions = longer(new Uint32Array(capacity), this.functions);
    this.lines = longer(new Uint32Array(capacity), this.lines);
    this.called = longer(new Uint8Array(capacity), this.called);
  }
}
