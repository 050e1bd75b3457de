const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space, and try again.',
  EROFS: 'The disk cannot be written to: make it writable, and try again.',
  EDQUOT: 'Your disk quota is used up: free some space, and try again.',
  ERR_FS_FILE_TOO_LARGE: 'The file is larger than 2 GB, too large to be read at once.',
  ERR_STRING_TOO_LONG: 'The text is longer than half a gigabyte, too long to be shown.',
};

const DENIED: readonly string[] = ['EACCES', 'EPERM'];

/** An error as a sentence for the user, which for some system errors says what to do. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (DENIED.includes(code) && path) return `Access to ${path} was denied: change its permissions, and try again.`;
  const isTooLong = error instanceof RangeError && error.message === 'Invalid string length';
  return SENTENCES[isTooLong ? 'ERR_STRING_TOO_LONG' : code] ?? error.message;
}
