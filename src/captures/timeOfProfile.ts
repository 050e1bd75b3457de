import type { PieceKind } from '../go/captureTypes';
import { runMomentText, timeRangeText } from '../profile/text/timeRangeText';
import type { StoredMoment, StoredPiece, StoredProfile, StoredTimeline, TimeSpan } from './disk/captureStore';

/** The labels of the profiles of the last seconds of a program that runs. */
export const RECENT: Readonly<Record<PieceKind, string>> = { cpu: 'cpu, last 10 s', wall: 'wall, last 10 s' };

/** Kinds of which a watched service has a profile at each moment: what is in use then, which is never added up. */
const MOMENT_KINDS = ['heap', 'goroutine'] as const;

export type MomentKind = (typeof MOMENT_KINDS)[number];

/** The kind of pieces of which a profile is the sum; `cpu` for other profiles. */
export function kindOfPieces(label: string): PieceKind {
  return /^wall(,|$)/.test(label) ? 'wall' : 'cpu';
}

/** The kind of which a service has a profile at each moment, if the one with this label is of such a kind. */
export function kindOfMoments({ watch }: StoredTimeline, label: string): MomentKind | undefined {
  return watch && MOMENT_KINDS.find((kind) => label.split(',', 1)[0] === kind);
}

/** Whether a profile is of a time that the user chose. */
export function isOfChosenTime({ label, time }: Pick<StoredProfile, 'label' | 'time'>): boolean {
  return time !== undefined && !Object.values(RECENT).includes(label);
}

/** `taken at 12.3 s`: when a program's heap, for example, was looked at; undefined for other profiles. */
export function takenText({ takenAt }: Pick<StoredProfile, 'takenAt'>): string | undefined {
  return takenAt === undefined ? undefined : `taken at ${runMomentText(takenAt)}`;
}

/** `cpu, 12.0 to 17.4 s`; of a moment, `heap, 65.0 s`. */
export function chosenLabel(time: TimeSpan, kind: PieceKind | MomentKind = 'cpu'): string {
  return `${kind}, ${spanText(time)}`;
}

/** `12.0 to 17.4 s`; of a moment, `65.0 s`. */
export function spanText(time: TimeSpan): string {
  return time.from === time.to ? runMomentText(time.from) : timeRangeText(time);
}

/**
 * The pieces of the CPU profile that have a part of a time; of a moment or a time between pieces, the nearest one.
 * Those of a watched service begin with its moments: a time that ends with a moment has its piece. Empty if there are
 * no pieces.
 */
export function piecesIn({ pieces }: StoredTimeline, { from, to }: TimeSpan): readonly StoredPiece[] {
  const isOfLastMoment = (piece: StoredPiece) => piece.from === to && from < to && piece.measured !== undefined;
  const within = pieces.filter((piece) => (piece.from < to || isOfLastMoment(piece)) && piece.to > from);
  if (within.length > 0) return within;
  const distance = (piece: StoredPiece) => Math.max(piece.from - to, from - piece.to);
  const [first, ...others] = pieces;
  return first ? [others.reduce((best, each) => (distance(each) < distance(best) ? each : best), first)] : [];
}

/** The moments of a time that have a profile of a kind; of a time without any, the nearest one. */
export function momentsIn(
  { watch }: StoredTimeline, kind: MomentKind, { from, to }: TimeSpan,
): readonly StoredMoment[] {
  const moments = watch?.moments.filter((moment) => moment[kind] !== undefined) ?? [];
  const within = from < to ? moments.filter(({ at }) => at >= from && at <= to) : [];
  if (within.length > 0 || moments.length === 0) return within;
  const distance = ({ at }: StoredMoment) => Math.max(at - to, from - at);
  return [moments.reduce((best, each) => (distance(each) < distance(best) ? each : best))];
}

/** From the beginning of the first piece to the end of the last one. */
export function timeOf(pieces: readonly TimeSpan[]): TimeSpan {
  return { from: pieces[0].from, to: pieces.at(-1)!.to };
}

/** How much of a time its pieces have measured, in milliseconds; undefined if all of it. */
export function measuredOf(pieces: readonly StoredPiece[]): number | undefined {
  if (pieces.every(({ measured }) => measured === undefined)) return undefined;
  return pieces.reduce((sum, { from, to, measured = to - from }) => sum + measured, 0);
}
