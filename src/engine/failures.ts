import { MemoryError, ProfileError } from '../profile/errors';
import { RefinementError } from '../profile/refine';
import { EngineError, type EngineErrorShape } from './wire';

/** Flattens whatever a query threw for the crossing to the host. */
export function toErrorShape(error: unknown): EngineErrorShape {
  if (error instanceof EngineError) return { reason: error.reason, message: error.message, field: error.field };
  if (error instanceof RefinementError) return { reason: 'badRefinement', message: error.message, field: error.field };
  if (error instanceof ProfileError) return { reason: 'badProfile', message: error.message };
  if (error instanceof MemoryError) return { reason: 'tooLarge', message: withAdvice(error) };
  if (error instanceof RangeError && /allocation|array length|buffer/i.test(error.message)) {
    return { reason: 'tooLarge', message: new MemoryError().message };
  }
  return { reason: 'internal', message: error instanceof Error ? error.message : String(error) };
}

function withAdvice({ message, mostBytes }: MemoryError): string {
  return mostBytes === undefined ? message : `${message} Raise the setting linecost.limits.memory to give it more.`;
}
