import type { MemoryError } from '../profile/common/memoryError';

/** What the user reads if a query needs more memory than it may take. */

const RAISE_LIMIT = 'To allow more, raise the setting linecost.limits.memory.';

export const WORKER_OUT_OF_MEMORY =
  'This profile needs more memory than is available, so the profile reader was restarted.';

export function resultsTooLarge(): string {
  return `These results need more memory than Linecost may take. ${RAISE_LIMIT}`;
}

export function withAdvice({ message, maxBytes }: MemoryError): string {
  return maxBytes === undefined ? message : `${message} ${RAISE_LIMIT}`;
}
