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
