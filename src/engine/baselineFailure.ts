import type { EngineError } from './workerMessages';

const FIELDS: readonly (string | undefined)[] = ['base', 'diff_base', 'normalize'];

/** Whether two profiles cannot be compared. Looks at the fields: each bundle has its own class EngineError. */
export function isBaselineFailure(error: unknown): error is EngineError {
  const { reason, field } = error as Partial<EngineError>;
  return reason === 'badRefinement' && FIELDS.includes(field);
}
