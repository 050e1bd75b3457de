/** Limit for the files that `SourceFileSystem.read` reads, far above the size of any usual go.mod or modules.txt. */
export const MAX_READ_BYTES = 1 << 19;
