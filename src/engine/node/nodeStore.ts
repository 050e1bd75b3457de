import type { SumHelper } from '../../profile/sums/oncePerSampleSums';
import { DEFAULT_MEMORY_BYTES, Memory } from '../memoryUse';
import { Store } from '../store';
import { threadGauge } from './threadGauge';
import { stat } from 'node:fs/promises';
import { setMachine } from '../../pprofText/machine';
import { nodeMachine } from '../../pprofText/nodeMachine';
import type { ProfileSource } from '../queries';
import type { Runtime } from '../runtime';
import type { TextCode, TextSubject } from '../textQueries';
import { readProfile } from './readProfile';

/** The store in Node. */
export class NodeStore extends Store {
  /** @param budget limit for the bytes of columns in memory; if unset, the default */
  constructor(budget?: number, memory = new Memory(DEFAULT_MEMORY_BYTES, threadGauge), sumHelper?: SumHelper) {
    super(nodeRuntime, memory, { budget, sumHelper });
  }
}

setMachine(nodeMachine);

/** The engine in Node: profiles are files, and are written to files. */
export const nodeRuntime: Runtime = {
  readProfile,
  stampOf,
  reportCode: () => import('./nodeReportCode'),
  textCode,
  benchmarkAnswers: async () => new (await import('../benchmarkAnswers')).BenchmarkAnswers(),
};

async function textCode(subject: TextSubject): Promise<TextCode> {
  return subject === 'goroutines'
    ? new (await import('../goroutineAnswers')).GoroutineAnswers()
    : new (await import('../runtimeLogAnswers')).RuntimeLogAnswers();
}

async function stampOf(source: ProfileSource): Promise<string> {
  if (source.kind === 'bytes') return '';
  try {
    const { size, mtimeMs } = await stat(source.path);
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}
