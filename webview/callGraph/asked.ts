import type { AskedGraph } from '../../src/protocol/questions';

/** Numbers of functions to choose from; pprof's own is 80. */
export const NODE_COUNTS: readonly number[] = [20, 40, 80, 160, 320];

/** Reads what was kept; anything else is pprof's own. */
export function readAsked(saved: unknown): AskedGraph {
  const { nodeCount, callTree, trim } = (typeof saved === 'object' && saved !== null ? saved : {}) as Partial<AskedGraph>;
  const shown = NODE_COUNTS.find((count) => count === nodeCount) ?? 80;
  return { nodeCount: shown, callTree: callTree === true, trim: trim !== false };
}
