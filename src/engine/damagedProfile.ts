/** Whether an error says that a file is damaged, or not a profile. Compares names: each bundle has its own class. */
export function isDamaged(error: unknown): boolean {
  return error instanceof Error && error.name === 'EngineError' && 'reason' in error && error.reason === 'badProfile';
}
