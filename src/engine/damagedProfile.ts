import { EngineError } from './workerMessages';

/** Whether an error says that a file is damaged, or not a profile. */
export function isDamaged(error: unknown): boolean {
  return error instanceof EngineError && error.reason === 'badProfile';
}
