import { type Checks, isFinite, isText, listOf, optional, recordOf, shape } from '../../profile/common/shapes';

/** How many lines differ between two states of the code, and in which files. */
export interface CodeChange {
  /** The number of files; 0 if the code is the same. */
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** The files with the most changed lines, as paths with slashes. */
  readonly named: readonly string[];
}

/** What tells the code of a capture from that of others. */
export interface MeasuredCode {
  /** Equal for the same files; unset if not all of the program's own files were read. See HASH_PREFIX. */
  readonly hash?: string;
  /** Hashes of the program's own files that are neither Go nor assembly, by path in the module; unset if too many. */
  readonly others?: Readonly<Record<string, string>>;
  /** How the code differs from that of the capture before; unset if that is unknown. */
  readonly since?: CodeSince;
}

interface CodeSince {
  /** Of the capture before, which may have been deleted since. */
  readonly id: string;
  readonly capturedAt: number;
  readonly change: CodeChange;
}

export const isCodeChange = shape({
  files: isFinite,
  added: isFinite,
  removed: isFinite,
  named: listOf(isText),
} satisfies Checks<CodeChange>);

export const isMeasuredCode = shape({
  hash: optional(isText),
  others: optional(recordOf(isText)),
  since: optional(shape({ id: isText, capturedAt: isFinite, change: isCodeChange } satisfies Checks<CodeSince>)),
} satisfies Checks<MeasuredCode>);

/** Begins a hash of all files. Hashes without it, from before, left out C and embedded files. */
export const HASH_PREFIX = 'all:';

/** What is known of the code of a stored capture: nothing follows from a hash that left out files. */
export function knownCode({ hash, since, ...code }: MeasuredCode): MeasuredCode {
  if (hash?.startsWith(HASH_PREFIX)) return { hash, ...(since && { since }), ...code };
  return since && since.change.files > 0 ? { since, ...code } : code;
}

/** Of many files, a tooltip names this many. */
const MAX_NAMED = 5;

interface FileChange {
  readonly file: string;
  readonly added: number;
  readonly removed: number;
}

export function codeChangeOf(files: readonly FileChange[]): CodeChange {
  const sum = (part: 'added' | 'removed') => files.reduce((total, file) => total + file[part], 0);
  const bySize = [...files].sort((a, b) => b.added + b.removed - a.added - a.removed);
  const named = bySize.slice(0, MAX_NAMED).map(({ file }) => file);
  return { files: files.length, added: sum('added'), removed: sum('removed'), named };
}
