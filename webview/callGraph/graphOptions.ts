import type { CallGraphOptions } from '../../src/pages/protocol/profilePage';
import { asRecord } from '../savedValue';

/** Choices for the number of functions; 80 is pprof's default. */
export const NODE_COUNTS: readonly number[] = [20, 40, 80, 160, 320];

/** Reads saved options. Returns pprof's defaults for missing or invalid values. */
export function readGraphOptions(saved: unknown): CallGraphOptions {
  const { nodeCount, callTree, trim } = asRecord(saved);
  const validCount = NODE_COUNTS.find((count) => count === nodeCount) ?? 80;
  return { nodeCount: validCount, callTree: callTree === true, trim: trim !== false };
}
