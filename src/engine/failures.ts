import { MemoryError, ProfileError, RefinementError } from '../profile/errors';
import { EngineError, type EngineErrorShape } from './workerMessages';

/** Converts the error of a query to plain data, for the message to the host. */
export function toErrorShape(error: unknown): EngineErrorShape {
  if (error instanceof EngineError) return { reason: error.reason, message: error.message, field: error.field };
  if (error instanceof RefinementError) return { reason: 'badRefinement', message: error.message, field: error.field };
  if (error instanceof ProfileError) return { reason: 'badProfile', message: error.message };
  if (error instanceof MemoryError) return { reason: 'tooLarge', message: withAdvice(error) };
  if (error instanceof RangeError && /allocation|array length|buffer/i.test(error.message)) {
    return { reason: 'tooLarge', message: new MemoryError().message };
  }
  if (isTooLong(error)) return { reason: 'tooLarge', message: TOO_LONG };
  return { reason: 'internal', message: error instanceof Error ? error.message : String(error) };
}

const TOO_LONG = 'The answer exceeds the maximum length of a text: refine the profile first, or export it.';

/** Errors of Node and V8 for a string longer than 512 MB. */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG' || error.message === 'Invalid string length';
}

function withAdvice({ message, maxBytes }: MemoryError): string {
  return maxBytes === undefined ? message : `${message} Raise the setting linecost.limits.memory to give it more.`;
}
