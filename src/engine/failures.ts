import { ProfileError, RefinementError } from '../profile/errors';
import { MemoryError } from '../profile/common/guard';
import { EngineError, type EngineErrorShape } from './workerMessages';

/** Converts an error of a query to plain data that can be posted to the extension host. */
export function toErrorShape(error: unknown): EngineErrorShape {
  if (error instanceof EngineError) return { reason: error.reason, message: error.message, field: error.field };
  if (error instanceof RefinementError) return { reason: 'badRefinement', message: error.message, field: error.field };
  if (error instanceof ProfileError) return { reason: 'badProfile', message: error.message };
  if (error instanceof MemoryError) return { reason: 'tooLarge', message: withAdvice(error) };
  if (error instanceof RangeError && /allocation|array length|buffer/i.test(error.message)) {
    return { reason: 'tooLarge', message: new MemoryError().message };
  }
  if (isStringTooLong(error)) return { reason: 'tooLarge', message: TOO_LONG };
  return { reason: 'internal', message: error instanceof Error ? error.message : String(error) };
}

const TOO_LONG = 'The result is too long to show: refine the profile, or export it.';

/** Whether Node or V8 refused to create a string: the limit is about 2^29 characters. */
function isStringTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as NodeJS.ErrnoException).code === 'ERR_STRING_TOO_LONG' || error.message === 'Invalid string length';
}

/** For a file that cannot be opened or read. */
export function unreadable(path: string, error: NodeJS.ErrnoException): EngineError {
  const reasons = { ENOENT: 'there is no such file', EACCES: 'permission is denied', EISDIR: 'it is a folder' };
  return new EngineError('unreadable', `Cannot read ${path}: ${reasons[error.code as keyof typeof reasons] ?? error.message}.`);
}

export function outOfMemory(): EngineError {
  return new EngineError('tooLarge', WORKER_OUT_OF_MEMORY);
}

export function workerStopped({ message }: Error): EngineError {
  return new EngineError('internal', `The profile reader stopped (${message}). Open the profile again.`);
}

const BASELINE_FIELDS: readonly (string | undefined)[] = ['base', 'diff_base', 'normalize'];

/** Whether the error says that two profiles cannot be compared. */
export function isBaselineFailure(error: unknown): error is EngineError {
  if (!(error instanceof EngineError)) return false;
  return error.reason === 'badRefinement' && BASELINE_FIELDS.includes(error.field);
}

/** Whether an error says that a file is damaged, or not a profile. */
export function isDamaged(error: unknown): boolean {
  return error instanceof EngineError && error.reason === 'badProfile';
}

/** What the user reads if a query needs more memory than it may take. */

const RAISE_LIMIT = 'To allow more, raise the setting linecost.limits.memory.';

const WORKER_OUT_OF_MEMORY =
  'This profile needs more memory than is available, so the profile reader was restarted.';

export function resultsTooLarge(): string {
  return `These results need more memory than Linecost may take. ${RAISE_LIMIT}`;
}

export function dumpTooLarge(): string {
  return `These goroutines need more memory than Linecost may take. ${RAISE_LIMIT}`;
}

export function logTooLarge(): string {
  return `This log needs more memory than Linecost may take. ${RAISE_LIMIT}`;
}

function withAdvice({ message, maxBytes }: MemoryError): string {
  return maxBytes === undefined ? message : `${message} ${RAISE_LIMIT}`;
}
