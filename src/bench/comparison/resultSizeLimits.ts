/** Limit for a file of results, in bytes. */
export const MAX_FILE_BYTES = 64 << 20;
/** Limit for the unpacked size of a gzipped file or a zip archive, in bytes. */
export const MAX_UNPACKED_BYTES = 256 << 20;
