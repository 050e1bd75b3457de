import type { SumHelper } from '../../profile/sums/sumHelper';
import { DEFAULT_MEMORY_BYTES, Memory } from '../memoryUse';
import { Store } from '../store';
import { nodeRuntime } from './nodeRuntime';
import { threadGauge } from './threadGauge';

/** The store in Node. */
export class NodeStore extends Store {
  /** @param budget limit for the bytes of columns in memory; if unset, the default */
  constructor(budget?: number, memory = new Memory(DEFAULT_MEMORY_BYTES, threadGauge), sumHelper?: SumHelper) {
    super(nodeRuntime, memory, { budget, sumHelper });
  }
}
