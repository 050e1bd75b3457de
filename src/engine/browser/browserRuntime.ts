import { ProfileDecoder } from '../../profile/wire/decode';
import type { Profile } from '../../profile/model';
import type { MemoryGauge } from '../memoryUse';
import type { ProfileSource } from '../queries';
import type { Runtime } from '../runtime';
import { EngineError } from '../workerMessages';
import { unpackBytes } from './unpackBytes';

/** The engine in a browser: profiles are bytes, and no file can be written. */
export const browserRuntime: Runtime = {
  readProfile,
  stampOf: () => Promise.resolve(''),
  reportCode: async () => ({
    ...(await import('../reportCode')),
    exportToFile: () => Promise.reject(needsDisk()),
    mergeFiles: () => Promise.reject(needsDisk()),
  }),
  benchmarkAnswers: () => Promise.reject(needsDisk()),
};

/** Browsers do not tell how much memory is in use. */
export const unknownMemory: MemoryGauge = {
  usage: () => ({ bytes: 0, heapShare: 0 }),
  collect: () => undefined,
  collectInBackground: () => undefined,
};

async function readProfile(source: ProfileSource, signal: AbortSignal): Promise<Profile> {
  if (source.kind === 'file') throw needsDisk();
  const decoder = await unpackBytes(source.bytes, (expectedBytes) => new ProfileDecoder(expectedBytes), signal);
  return decoder.finish();
}

function needsDisk(): EngineError {
  return new EngineError('unavailable', 'This is not available in a browser: use VS Code on a computer.');
}
