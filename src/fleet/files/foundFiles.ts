import { sortInSlices } from '../many/sortInSlices';

/** A file that may be a profile. */
export interface FoundFile {
  /** Its path from the folder or listing, with forward slashes. */
  readonly name: string;
  /** Changes when the file does; undefined if that is not known. */
  readonly version: string | undefined;
  /** Throws CaptureError, an Error whose message ends the sentence `the file …`, or the signal's reason. */
  read(signal: AbortSignal): Promise<Uint8Array>;
}

/** Where files are. */
export interface FileSet {
  /** What it is, for the test button: `12 files in /data`. */
  readonly where: string;
  /** Finds files, in the order of their names. Throws CaptureError, or the signal's reason on abort. */
  find(options: FindOptions): Promise<readonly FoundFile[]>;
}

export interface FindOptions {
  readonly signal: AbortSignal;
  /** Called with a sentence on what was left out. */
  readonly onNote: (note: string) => void;
}

/** Of times in nanoseconds. */
const DIGITS = 20;

/** The most files that are looked at. */
export const MAX_FILES = 200_000;

/** Names that profiles have, where no glob says which files are meant. */
const PROFILE_NAME = /\.(?:pb|pprof|prof)(?:\.gz)?$/i;

export function isProfileName(name: string): boolean {
  return PROFILE_NAME.test(name);
}

/** Sorts by name, with numbers in the order of their values. Throws the signal's reason on abort. */
export function sortedByName(files: readonly FoundFile[], signal: AbortSignal): Promise<FoundFile[]> {
  return sortInSlices(files, ({ name }) => name.replace(/\d+/g, (digits) => digits.padStart(DIGITS, '0')), signal);
}
