import { checkpoint } from '../common/guard';

const PIECE_LENGTH = 1 << 16;

/**
 * Joins short texts into pieces of at least 65,536 characters; the last piece may be shorter. All pieces together may
 * exceed the maximum length of a string.
 */
export function* inPieces(texts: Iterable<string>): Generator<string, void, void> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    checkpoint();
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
