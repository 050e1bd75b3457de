import { EngineError } from './workerMessages';

const BASELINE_FIELDS: readonly (string | undefined)[] = ['base', 'diff_base', 'normalize'];

/** Whether the error says that two profiles cannot be compared. */
export function isBaselineFailure(error: unknown): error is EngineError {
  if (!(error instanceof EngineError)) return false;
  return error.reason === 'badRefinement' && BASELINE_FIELDS.includes(error.field);
}
