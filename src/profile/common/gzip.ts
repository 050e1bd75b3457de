import { maxBytes } from './guard';

/** deflate's maximum compression ratio: a file that claims a larger one is wrong. */
const MAX_RATIO = 1032;

/** Whether bytes begin as a gzip file does. */
export function looksGzipped(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Takes the bytes of an unpacked profile, piece by piece. */
export interface PieceSink {
  push(piece: Uint8Array): void;
}

/**
 * The unpacked bytes to expect: only a hint, because a damaged file may claim any size.
 * @param claimed what gzip keeps in the last four bytes: the unpacked size modulo 4 GiB
 * @param packed the number of packed bytes
 */
export function expectedBytes(claimed: number, packed: number): number {
  return Math.min(claimed, packed * MAX_RATIO, maxBytes());
}
