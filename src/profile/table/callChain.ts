import type { GraphNodes } from '../graph/graphNodes';

/** The nodes of a stack, outermost first. Consecutive frames of one node (direct recursion) form one entry. */
export class CallChain {
  nodes = new Uint32Array(256);
  /** 1 if the node was inlined into the one before it. */
  inlined = new Uint8Array(256);
  length = 0;

  constructor(private readonly frames: GraphNodes) {}

  /** Reads the stack in `locations[leaf … end)`, leaf first. */
  read(locations: Uint32Array, leaf: number, end: number): void {
    const { offsets, rows } = this.frames;
    this.length = 0;
    for (let at = end - 1; at >= leaf; at--) {
      const innermost = offsets[locations[at]];
      const outermost = offsets[locations[at] + 1] - 1;
      for (let row = outermost; row >= innermost; row--) {
        const node = rows[row];
        if (this.length > 0 && this.nodes[this.length - 1] === node) continue;
        if (this.length === this.nodes.length) this.grow();
        this.nodes[this.length] = node;
        this.inlined[this.length++] = row < outermost ? 1 : 0;
      }
    }
  }

  private grow(): void {
    const [nodes, inlined] = [new Uint32Array(this.length * 2), new Uint8Array(this.length * 2)];
    nodes.set(this.nodes);
    inlined.set(this.inlined);
    this.nodes = nodes;
    this.inlined = inlined;
  }
}
