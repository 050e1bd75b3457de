import { totalmem } from 'node:os';
import { Memory } from '../engine/memoryUse';
import { threadGauge } from '../engine/node/threadGauge';

/** The fraction of the machine's memory that a report may use. */
const MEMORY_SHARE = 0.5;

/** The memory of a report in the terminal, with its limit. */
export function reportMemory(): Memory {
  return new Memory(totalmem() * MEMORY_SHARE, threadGauge);
}
