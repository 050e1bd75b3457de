import { type ChangeColumns, FIRM_CHANGE, type Move, type RowVerdicts } from '../answers/changes';
import { entry } from '../memo';
import type { NodeChanges } from './nodeChanges';

/** Makes columns of verdicts for an answer, and collects their moves. */
export class ChangeRows {
  private readonly moveNumbers = new Map<string, number>();

  /** The verdicts on nodes, and the number of samples behind each. */
  columns(changes: NodeChanges, nodes: ArrayLike<number>): ChangeColumns {
    const samples = Array.from(nodes, (node) => changes.samplesOf(node));
    return {
      verdict: Uint8Array.from(nodes, (node) => changes.verdict[node]),
      move: Uint32Array.from(nodes, (node) => this.numberOf(changes.moveOf(node))),
      now: Float64Array.from(samples, ({ now }) => now),
      before: Float64Array.from(samples, ({ before }) => before),
      ...(changes.evidence !== undefined && { evidence: changes.evidence }),
    };
  }

  /** The verdicts of single rows; pass undefined for a row without a node, whose verdict is FIRM_CHANGE. */
  verdicts(changes: readonly (readonly [changes: NodeChanges, node: number] | undefined)[]): RowVerdicts {
    const evidence = changes.find((change) => change?.[0].evidence !== undefined)?.[0].evidence;
    return {
      verdict: Uint8Array.from(changes, (change) => (change ? change[0].verdict[change[1]] : FIRM_CHANGE)),
      move: Uint32Array.from(changes, (change) => this.numberOf(change?.[0].moveOf(change[1]))),
      ...(evidence !== undefined && { evidence }),
    };
  }

  /** The moves to which the columns and verdicts refer by number. Complete once all columns and verdicts are made. */
  get moves(): Move[] {
    return [...this.moveNumbers.keys()].map((text) => JSON.parse(text) as Move);
  }

  /** The move's number, from 1; 0 for no move. */
  private numberOf(move: Move | undefined): number {
    return move === undefined ? 0 : entry(this.moveNumbers, JSON.stringify(move), () => this.moveNumbers.size + 1);
  }
}
