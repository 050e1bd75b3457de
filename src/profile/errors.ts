/** The stage of loading at which a profile failed. */
export type ProfileStage = 'gzip' | 'decode' | 'validate';

/** What to do about a profile that is cut off. */
export const FETCH_AGAIN = 'Copy or fetch the file again.';

/** Thrown for a file that is damaged or not a profile. The message says what to do about it, if anything. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  constructor(
    readonly stage: ProfileStage,
    message: string,
    /** Offset in bytes in the uncompressed protobuf, or in the file for stage `gzip`; unset if unknown. */
    readonly offset?: number,
  ) {
    super(message);
  }
}

/** Thrown for an invalid refinement, merge or comparison. The message names the field and says what would be valid. */
export class RefinementError extends Error {
  override readonly name = 'RefinementError';
  constructor(
    /** A field of Refinement, or `base`, `diff_base`, `normalize`, `profiles`. */
    readonly field: string,
    problem: string,
  ) {
    super(`${field}: ${problem}`);
  }
}
