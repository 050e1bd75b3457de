import type { EngineError } from './workerMessages';

const BASELINE_FIELDS: readonly (string | undefined)[] = ['base', 'diff_base', 'normalize'];

/**
 * Whether the error says that two profiles cannot be compared. Checks fields instead of the class, because each bundle
 * has its own EngineError.
 */
export function isBaselineFailure(error: unknown): error is EngineError {
  const { reason, field } = error as Partial<EngineError>;
  return reason === 'badRefinement' && BASELINE_FIELDS.includes(field);
}
