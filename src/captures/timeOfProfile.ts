import type { PieceKind } from '../go/captureTypes';
import { runMomentText, timeRangeText } from '../profile/text/timeRangeText';
import type { StoredPiece, StoredProfile, StoredTimeline, TimeSpan } from './disk/captureStore';

/** The labels of the profiles of the last seconds of a program that runs. */
export const RECENT: Readonly<Record<PieceKind, string>> = { cpu: 'cpu, last 10 s', wall: 'wall, last 10 s' };

/** The kind of pieces of which a profile is the sum; `cpu` for other profiles. */
export function kindOfPieces(label: string): PieceKind {
  return /^wall(,|$)/.test(label) ? 'wall' : 'cpu';
}

/** Whether a profile is of a time that the user chose. */
export function isOfChosenTime({ label, time }: Pick<StoredProfile, 'label' | 'time'>): boolean {
  return time !== undefined && !Object.values(RECENT).includes(label);
}

/** `taken at 12.3 s`: when a program's heap, for example, was looked at; undefined for other profiles. */
export function takenText({ takenAt }: Pick<StoredProfile, 'takenAt'>): string | undefined {
  return takenAt === undefined ? undefined : `taken at ${runMomentText(takenAt)}`;
}

/** `cpu, 12.0 to 17.4 s`. */
export function chosenLabel(time: TimeSpan): string {
  return `cpu, ${timeRangeText(time)}`;
}

/**
 * The pieces of the CPU profile that have a part of a time; of a moment or a time between pieces, the nearest one.
 * Empty if there are no pieces.
 */
export function piecesIn({ pieces }: StoredTimeline, { from, to }: TimeSpan): readonly StoredPiece[] {
  const within = pieces.filter((piece) => piece.from < to && piece.to > from);
  if (within.length > 0) return within;
  const distance = (piece: StoredPiece) => Math.max(piece.from - to, from - piece.to);
  const [first, ...others] = pieces;
  return first ? [others.reduce((best, each) => (distance(each) < distance(best) ? each : best), first)] : [];
}

/** From the beginning of the first piece to the end of the last one. */
export function timeOf(pieces: readonly TimeSpan[]): TimeSpan {
  return { from: pieces[0].from, to: pieces.at(-1)!.to };
}
