import type { StoredBreak, StoredMoment, StoredTimeline, TimeSpan } from '../disk/captureStore';
import { chosenLabel, kindOfMoments, type MomentKind, momentsIn, piecesIn, spanText, timeOf } from '../timeOfProfile';

/** A time that the user chose, and one that it is compared with. */
export interface ChosenTime {
  readonly time: TimeSpan;
  readonly against?: TimeSpan;
}

/** A part of a run that is shown. */
export interface ChosenPart {
  readonly label: string;
  /** Of the profile that is made of `files`. */
  readonly fileName: string;
  readonly files: readonly string[];
  readonly time: TimeSpan;
  /** Whether it is of a moment, and not of what was done in a time. */
  readonly isInUse: boolean;
}

/**
 * The part that a time shows, and the one that it is compared with.
 *
 * - CPU time adds up: the pieces of the time; compared only with another time that is given.
 * - What is in use at a moment does not: the last moment of the time, compared with the first one, or with the last one
 *   of another time. Never with one before a restart.
 *
 * @param shown the label of the profile that is shown
 * @returns also why what was asked for is not compared, as sentences
 */
export function partsOfTime(
  timeline: StoredTimeline,
  shown: string,
  { time, against }: ChosenTime,
): { readonly now?: ChosenPart; readonly base?: ChosenPart; readonly leftOut?: string } {
  const kind = kindOfMoments(timeline, shown);
  if (!kind) {
    const [now, base] = [time, against].map((each) => each && ofPieces(timeline, each));
    return { ...(now && { now }), ...(now && base && base.label !== now.label && { base }) };
  }
  const moments = momentsIn(timeline, kind, time);
  const last = moments.at(-1);
  if (!last) return {};
  const now = ofMoment(kind, last);
  const wanted = against ? momentsIn(timeline, kind, against).at(-1) : moments[0];
  if (!wanted || wanted.at === last.at) return { now };
  const between = breakBetween(timeline, wanted, last);
  if (!between) return { now, base: ofMoment(kind, wanted) };
  const [first] = against ? [] : moments.filter((moment) => !breakBetween(timeline, moment, last));
  const hasBase = first !== undefined && first.at !== last.at;
  const instead = hasBase ? `, but with ${momentText(first)}, the first moment after that` : '';
  const leftOut = `${between.text} So ${momentText(last)} is not compared with ${momentText(wanted)}${instead}.`;
  return { now, leftOut, ...(hasBase && { base: ofMoment(kind, first) }) };
}

function momentText({ at }: StoredMoment): string {
  return spanText({ from: at, to: at });
}

function ofPieces(timeline: StoredTimeline, time: TimeSpan): ChosenPart | undefined {
  const pieces = piecesIn(timeline, time);
  if (pieces.length === 0) return undefined;
  const bounds = timeOf(pieces);
  const fileName = `cpu.${bounds.from}-${bounds.to}.pprof`;
  const files = pieces.map((piece) => piece.fileName);
  return { label: chosenLabel(bounds), fileName, files, time: bounds, isInUse: false };
}

function ofMoment(kind: MomentKind, moment: StoredMoment): ChosenPart {
  const { at, [kind]: file } = moment;
  const time = { from: at, to: at };
  const files = file === undefined ? [] : [file];
  return { label: chosenLabel(time, kind), fileName: `${kind}.at${at}.pprof`, files, time, isInUse: true };
}

/** The last of what makes two moments incomparable. */
function breakBetween({ watch }: StoredTimeline, a: StoredMoment, b: StoredMoment): StoredBreak | undefined {
  const [from, to] = [Math.min(a.at, b.at), Math.max(a.at, b.at)];
  return watch!.breaks.filter(({ at }) => at > from && at <= to).at(-1);
}
