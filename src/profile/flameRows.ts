import type { CallTree } from './callTree';
import { childrenOf, frameCounts, frameFile, frameName } from './flameOrder';
import type { FlameMatches } from './flameSearch';
import { MATCHES } from './flameSearch';
import type { FlameWindow } from './reports';

const REST_NAME = 'smaller frames';

type RowColumns = Omit<
  FlameWindow,
  'total' | 'unit' | 'zoomed' | 'matchedValue' | 'matchedFrames' | 'searchError'
>;

/** The rows of a window as they are added; columns as FlameWindow has them. */
export class FlameRows {
  private readonly id: number[] = [];
  private readonly parent: number[] = [];
  private readonly name: number[] = [];
  private readonly file: number[] = [];
  private readonly line: number[] = [];
  private readonly flat: number[] = [];
  private readonly cum: number[] = [];
  private readonly inlined: number[] = [];
  private readonly rest: number[] = [];
  private readonly restFrom: number[] = [];
  private readonly matched: number[] = [];
  private readonly names = new Map<string, number>();
  private readonly files = new Map<string, number>();

  constructor(
    private readonly tree: CallTree,
    private readonly matches: FlameMatches,
  ) {}

  get length(): number {
    return this.id.length;
  }

  /** Gives the new row. */
  addFrame(node: number, parent: number): number {
    const { tree } = this;
    this.line.push(tree.line[node]!);
    this.inlined.push(tree.inlined[node]!);
    this.rest.push(0);
    this.restFrom.push(0);
    this.matched.push(this.matches.marks[node]! & MATCHES);
    return this.add(node, parent, frameName(tree, node), frameFile(tree, node), tree.flat[node]!, tree.cum[node]!);
  }

  /** A "smaller frames" row for the children of `node` from a rank on. Gives the new row. */
  addRest(node: number, fromRank: number, parent: number): number {
    const { cum } = this.tree;
    const counts = frameCounts(this.tree);
    let value = 0;
    let frames = 0;
    let marks = 0;
    for (const child of childrenOf(this.tree, node).subarray(fromRank)) {
      value += cum[child]!;
      frames += counts[child]!;
      marks |= this.matches.marks[child]!;
    }
    this.line.push(0);
    this.inlined.push(0);
    this.rest.push(frames);
    this.restFrom.push(fromRank);
    this.matched.push(marks === 0 ? 0 : 1);
    return this.add(node, parent, REST_NAME, '', value, value);
  }

  private add(node: number, parent: number, name: string, file: string, flat: number, cum: number): number {
    this.name.push(place(this.names, name));
    this.file.push(place(this.files, file));
    this.flat.push(flat);
    this.cum.push(cum);
    this.parent.push(parent);
    return this.id.push(node) - 1;
  }

  columns(): RowColumns {
    return {
      id: Uint32Array.from(this.id),
      parent: Uint32Array.from(this.parent),
      name: Uint32Array.from(this.name),
      file: Uint32Array.from(this.file),
      line: Uint32Array.from(this.line),
      flat: Float64Array.from(this.flat),
      cum: Float64Array.from(this.cum),
      inlined: Uint8Array.from(this.inlined),
      rest: Uint32Array.from(this.rest),
      restFrom: Uint32Array.from(this.restFrom),
      matched: Uint8Array.from(this.matched),
      names: [...this.names.keys()],
      files: [...this.files.keys()],
    };
  }
}

function place(places: Map<string, number>, text: string): number {
  let found = places.get(text);
  if (found === undefined) places.set(text, (found = places.size));
  return found;
}
