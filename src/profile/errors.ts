/** Where in the way from file to columns a profile failed. */
export type ProfileStage = 'gzip' | 'decode' | 'validate';

/** A file that is not a profile, or a broken one: one clear sentence, the stage, and the byte where it is known. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  constructor(
    readonly stage: ProfileStage,
    message: string,
    /** Byte in the unpacked protobuf (stage `gzip`: in the file). */
    readonly offset?: number,
  ) {
    super(message);
  }
}

/** The profile, or what was asked of it, does not fit into memory; thrown before memory runs out. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  /** @param mostBytes what it may hold; undefined where the machine itself has no more to give */
  constructor(readonly mostBytes?: number) {
    super(
      mostBytes === undefined
        ? 'This profile needs more memory than the machine can give.'
        : `This profile needs more than ${memoryText(mostBytes)} of memory.`,
    );
  }
}

/** `2 GB`, `1.5 GB`, `512 MB`, `64 kB`. */
function memoryText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(bytes) / 10)));
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power]}`;
}

/** A refinement, merge or comparison that cannot be: the message names the field and says what would be valid. */
export class RefinementError extends Error {
  override readonly name = 'RefinementError';
  constructor(
    /** Of Refinement, or `base`, `diff_base`, `profiles`. */
    readonly field: string,
    problem: string,
  ) {
    super(`${field}: ${problem}`);
  }
}
