import { NOISE } from '../answers/changes';
import { ChangeRows, type NodeChanges } from '../changes/nodeChanges';
import { type CallTree, frameFile, frameName } from './callTree';
import type { FlameSide } from './foldedSide';
import type { FlameWindow, FoldedFrames } from '../answers/flame';

const REST_NAME = 'smaller frames';

/** For one row, the names of at most this many folded frames are sent. */
const MAX_FOLDED_NAMES = 20;

type RowColumns = Omit<
  FlameWindow,
  'total' | 'unit' | 'covered' | 'signed' | 'increases' | 'compared' | 'zoomed' | 'matchedValue' | 'matchedFrames' | 'searchError'
>;

/** The frames of one tree, and their rows. */
interface TreeRows {
  readonly frames: number[];
  readonly rows: number[];
}

interface RowFigures {
  readonly flat: number;
  readonly cum: number;
  readonly size: number;
}

/** Collects the rows of a window in the columns of a FlameWindow. */
export class FlameRows {
  private readonly id: number[] = [];
  private readonly parent: number[] = [];
  private readonly name: number[] = [];
  private readonly file: number[] = [];
  private readonly flat: number[] = [];
  private readonly cum: number[] = [];
  private readonly size: number[] = [];
  private readonly inlined: number[] = [];
  private readonly caller: number[] = [];
  private readonly rest: number[] = [];
  private readonly restFrom: number[] = [];
  private readonly matched: number[] = [];
  private readonly folded: FoldedFrames[] = [];
  /** For each row: the node whose judgement it shows; undefined if there are no judgements. */
  private readonly judgementNodes: (readonly [NodeChanges, number] | undefined)[] = [];
  private readonly framesOfTrees = new Map<CallTree, TreeRows>();
  private readonly names = new Map<string, number>();
  private readonly files = new Map<string, number>();

  get length(): number {
    return this.id.length;
  }

  /** Adds the row of a frame; returns the new row. */
  addFrame(side: FlameSide, frame: number, parent: number): number {
    const { tree } = side;
    const folded = side.foldedInto(frame).reverse();
    if (folded.length > 0) {
      const nameIndexes = folded.slice(0, MAX_FOLDED_NAMES).map((node) => indexIn(this.names, frameName(tree, node)));
      this.folded.push({ row: this.length, count: folded.length, names: nameIndexes });
    }
    this.noteFrame(tree, frame);
    this.inlined.push(tree.inlined[folded[0] ?? frame]);
    this.rest.push(0);
    this.restFrom.push(0);
    this.matched.push(side.isMatched(frame) ? 1 : 0);
    this.name.push(indexIn(this.names, frameName(tree, frame)));
    this.file.push(indexIn(this.files, frameFile(tree, frame)));
    const figures = { flat: tree.flat[frame], cum: tree.cum[frame], size: tree.size[frame] };
    this.judgementNodes.push(tree.changes && [tree.changes, frame]);
    return this.add(side, frame, parent, figures);
  }

  /** Adds one row, `smaller frames`, for the children of a frame except its first `fromRank`; returns the new row. */
  addRest(side: FlameSide, frame: number, fromRank: number, parent: number): number {
    const { cum, size } = side.tree;
    const sums = { flat: 0, cum: 0, size: 0 };
    let frames = 0;
    let isMatched = false;
    const children = side.childrenOf(frame).subarray(fromRank);
    const { changes } = side.tree;
    const decisive = changes && children.find((child) => changes.judgement[child] !== NOISE);
    this.judgementNodes.push(changes && [changes, decisive ?? children[0]]);
    for (const child of children) {
      sums.cum += cum[child];
      sums.size += size[child];
      frames += side.framesFrom(child);
      isMatched ||= side.containsMatch(child);
    }
    this.inlined.push(0);
    this.rest.push(frames);
    this.restFrom.push(fromRank);
    this.matched.push(isMatched ? 1 : 0);
    this.name.push(indexIn(this.names, REST_NAME));
    this.file.push(indexIn(this.files, ''));
    return this.add(side, frame, parent, { ...sums, flat: sums.cum });
  }

  private add({ options }: FlameSide, frame: number, parent: number, { flat, cum, size }: RowFigures): number {
    this.flat.push(flat);
    this.cum.push(cum);
    this.size.push(size);
    this.caller.push(options.caller);
    this.parent.push(parent);
    return this.id.push(options.firstId + frame) - 1;
  }

  /** Notes that the next row is that of a frame. */
  private noteFrame(tree: CallTree, frame: number): void {
    const noted = this.framesOfTrees.get(tree) ?? { frames: [], rows: [] };
    this.framesOfTrees.set(tree, noted);
    noted.frames.push(frame);
    noted.rows.push(this.length);
  }

  /** For each row: the hottest line of its frame; 0 for smaller frames. */
  private hottestLines(): Uint32Array {
    const lines = new Uint32Array(this.length);
    for (const [tree, { frames, rows }] of this.framesOfTrees) {
      tree.hottestLines.of(frames).forEach((line, index) => (lines[rows[index]] = line));
    }
    return lines;
  }

  private judgements(): Pick<FlameWindow, 'changes'> {
    if (this.judgementNodes.every((node) => node === undefined)) return {};
    const changeRows = new ChangeRows();
    return { changes: { ...changeRows.judgements(this.judgementNodes), moves: changeRows.moves } };
  }

  columns(): RowColumns {
    return {
      id: Uint32Array.from(this.id),
      parent: Uint32Array.from(this.parent),
      name: Uint32Array.from(this.name),
      file: Uint32Array.from(this.file),
      line: this.hottestLines(),
      flat: Float64Array.from(this.flat),
      cum: Float64Array.from(this.cum),
      size: Float64Array.from(this.size),
      inlined: Uint8Array.from(this.inlined),
      caller: Uint8Array.from(this.caller),
      rest: Uint32Array.from(this.rest),
      restFrom: Uint32Array.from(this.restFrom),
      matched: Uint8Array.from(this.matched),
      folded: this.folded,
      ...this.judgements(),
      names: [...this.names.keys()],
      files: [...this.files.keys()],
    };
  }
}

function indexIn(indexes: Map<string, number>, text: string): number {
  let index = indexes.get(text);
  if (index === undefined) indexes.set(text, (index = indexes.size));
  return index;
}
