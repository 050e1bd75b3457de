import { checkpoint } from '../work/guard';

const PIECE_LENGTH = 1 << 16;

/** Joins short texts to pieces worth writing: the whole may be longer than a string can be. */
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
