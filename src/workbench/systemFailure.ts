const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: make room on it, and try again.',
  EDQUOT: 'Your share of the disk is full: make room there, and try again.',
  ERR_FS_FILE_TOO_LARGE: 'The file is larger than 2 GB, which is more than can be read at once.',
  ERR_STRING_TOO_LONG: 'The text is longer than half a gigabyte, which is more than can be shown.',
};

/** An error as a sentence for the user; for some system errors, one that says what to do. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  const isTooLong = error instanceof RangeError && error.message === 'Invalid string length';
  return SENTENCES[isTooLong ? 'ERR_STRING_TOO_LONG' : code] ?? error.message;
}
