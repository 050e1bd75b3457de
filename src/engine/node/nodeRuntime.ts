import { stat } from 'node:fs/promises';
import { setMachine } from '../../pprofText/machine';
import { nodeMachine } from '../../pprofText/nodeMachine';
import type { ProfileSource } from '../queries';
import type { Runtime } from '../runtime';
import { readProfile } from './readProfile';

setMachine(nodeMachine);

/** The engine in Node: profiles are files, and are written to files. */
export const nodeRuntime: Runtime = {
  readProfile,
  stampOf,
  reportCode: () => import('./nodeReportCode'),
  benchmarkAnswers: async () => new (await import('../benchmarkAnswers')).BenchmarkAnswers(),
};

async function stampOf(source: ProfileSource): Promise<string> {
  if (source.kind === 'bytes') return '';
  try {
    const { size, mtimeMs } = await stat(source.path);
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}
