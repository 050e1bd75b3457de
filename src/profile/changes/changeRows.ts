import { type ChangeColumns, FIRM_CHANGE, type Move, type RowVerdicts } from '../answers/changes';
import { entry } from '../memo';
import type { NodeChanges } from './nodeChanges';

/** Collects verdicts as columns for an answer. */
export class ChangeRows {
  private readonly numbers = new Map<string, number>();

  columns(changes: NodeChanges, nodes: ArrayLike<number>): ChangeColumns {
    const samples = Array.from(nodes, (node) => changes.samplesOf(node));
    return {
      verdict: Uint8Array.from(nodes, (node) => changes.verdict[node]),
      move: Uint32Array.from(nodes, (node) => this.numberOf(changes.moveOf(node))),
      now: Float64Array.from(samples, ({ now }) => now),
      before: Float64Array.from(samples, ({ before }) => before),
    };
  }

  /** Verdicts of single rows; undefined for a row without a node, which counts as firm. */
  verdicts(changes: readonly (readonly [changes: NodeChanges, node: number] | undefined)[]): RowVerdicts {
    return {
      verdict: Uint8Array.from(changes, (each) => (each ? each[0].verdict[each[1]] : FIRM_CHANGE)),
      move: Uint32Array.from(changes, (each) => this.numberOf(each?.[0].moveOf(each[1]))),
    };
  }

  /** The moves that the columns and verdicts so far refer to by number: read last. */
  get moves(): Move[] {
    return [...this.numbers.keys()].map((text) => JSON.parse(text) as Move);
  }

  /** The move's number, from 1; 0 for no move. */
  private numberOf(move: Move | undefined): number {
    return move === undefined ? 0 : entry(this.numbers, JSON.stringify(move), () => this.numbers.size + 1);
  }
}
