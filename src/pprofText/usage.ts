/** The command line makes no sense; the message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = 'usage: report REPORT [flags] FILE..., where list, peek and disasm take a REGEXP before the files; report -help says more';
