import type * as vscode from 'vscode';
import { MOVED, NOISE } from '../../profile/answers/changes';
import { oncePer } from '../../profile/memo';
import { firmLinesText } from '../../profile/text/judgementWords';
import { type CostPicture, MOST_AT_END } from './costPicture';
import { COST_COLOR, lineEnd, NBSP, NOTE_COLOR, NOTE_MARGIN } from './decorationParts';
import type { LineSpan } from './drawnBlocks';
import type { LinesByFigure } from './fadedLines';
import { figure, MOVED_MARK } from './figureLook';
import { functionText } from './functionHeadings';
import { heatLook } from './heat';

/** A note at the end of a line. */
interface Note extends vscode.ThemableDecorationAttachmentRenderOptions {
  readonly line: number;
  readonly text: string;
}

/**
 * The notes at line ends. The line of the heading says whether lines may be off, what the benchmark's result is or how
 * it changed, and how many lines changed firmly, and names the baseline. A line at or above it says when the costs were
 * measured. In a comparison, a function whose code differs is judged as a whole where it is declared. Where lines were
 * removed, a note shows their cost. With costs per operation, setup is named. Unlike costs, notes are dim.
 */
const notesOf = oncePer((picture: CostPicture): readonly Note[] => {
  const { head = '', baseline, heading, isCpuPerOperation, mayBeOff, since = '', sinceLine, map, firmLines } = picture;
  const { baselineRemoved = [], removedJudgements, removed = [], functions = [], setup = [] } = picture;
  const baselineText = baseline === undefined ? '' : `vs ${baseline}`;
  const headingTexts = [
    mayBeOff ? 'lines may be off' : '',
    head,
    firmLines ? firmLinesText(firmLines) : '',
    hasLines(picture.moved) ? '↔ costs moved' : '',
    isCpuPerOperation ? 'CPU time of all threads' : '',
    baselineText,
  ];
  const text = headingTexts.filter(Boolean).join(' · ');
  const isOneLine = heading !== undefined && heading === sinceLine;
  // What changed comes first, because a narrow editor cuts off the end.
  const headingText = isOneLine ? [text, since].filter(Boolean).join(' · ') : text;
  const headingNotes = heading === undefined || headingText === '' ? [] : [{ line: heading, text: headingText }];
  const sinceNotes = sinceLine === undefined || since === '' || isOneLine ? [] : [{ line: sinceLine, text: since }];
  const baselineNotes = [...baselineRemoved].filter(([, cost]) => cost !== 0).map(([above, cost]) => {
    const judgement = removedJudgements?.get(above)?.judgement;
    return {
      line: map.nearestCurrent(Math.max(1, above)),
      text: ` ${figure(-cost, picture)}${judgement === MOVED ? MOVED_MARK : ''} in removed lines `,
      ...lookOf(judgement, -cost, picture),
    };
  });
  const removedNotes = removed.map(({ lineAbove, costs: { length }, cum, isAtMost }) => ({
    line: lineAbove,
    text: ` ${isAtMost ? 'up to ' : ''}${figure(cum, picture)} in ${length === 1 ? 'a removed line' : `${length} removed lines`} `,
    fontStyle: 'italic',
  }));
  const functionNotes = functions.flatMap((heading) => {
    const line = map.toCurrent(heading.captured);
    if (line === undefined) return [];
    const { judged, now, before } = heading;
    return [{ line, text: ` ${functionText(heading)} `, ...lookOf(judged?.judgement, now - before, picture) }];
  });
  const setupNotes = [...setup].flatMap(([captured, note]) => {
    const line = map.toCurrent(captured);
    return line === undefined ? [] : [{ line, text: ` ${note} ` }];
  });
  return [...headingNotes, ...sinceNotes, ...functionNotes, ...baselineNotes, ...removedNotes, ...setupNotes];
});

/**
 * The notes of these lines: see notesOf.
 * @param figures the numbers of characters that figures take at line ends
 */
export function notes(
  picture: CostPicture,
  { from, to }: LineSpan,
  figures?: ReadonlyMap<number, number>,
): vscode.DecorationOptions[] {
  const { heading, sinceLine, roomAfter } = picture;
  const here = notesOf(picture).filter(({ line }) => line >= from && line < to);
  const taken = new Map(figures);
  let width = 0;
  return here.map(({ line, text, ...look }) => {
    const before = taken.get(line) ?? 0;
    const room = Math.max((roomAfter?.(line) ?? Infinity) - before - NOTE_MARGIN, LEAST_NOTE);
    const shown = Math.min(text.length, room);
    taken.set(line, before + NOTE_MARGIN + shown);
    const isBesideHeading = picture.style === 'columns' && line === heading && line === sinceLine;
    const margin = isBesideHeading ? { margin: withoutAdvance(width + NOTE_MARGIN, shown) } : {};
    if (isBesideHeading) width += NOTE_MARGIN + shown;
    const cut = shown < text.length ? { textDecoration: cutOff(shown) } : {};
    const after = { color: NOTE_COLOR, ...look, ...margin, ...cut, contentText: text.replace(/ /g, NBSP) };
    return { range: lineEnd(line), renderOptions: { after } };
  });
}

/** The room at the ends of the lines of a block whose notes may not fit: with the same room, they look the same. */
export function roomOfNotes(picture: CostPicture, { from, to }: LineSpan): string {
  const { roomAfter } = picture;
  if (!roomAfter) return '';
  const here = notesOf(picture).filter(({ line }) => line >= from && line < to);
  return here.map(({ line, text }) => {
    const room = Math.max(0, roomAfter(line));
    return room < text.length + NOTE_MARGIN + MOST_AT_END ? ` ${line - from}~${room}` : '';
  }).join('');
}

/** A shorter note says nothing. */
const LEAST_NOTE = 12;

/** Cuts a note off before the minimap: its first words say most. */
function cutOff(width: number): string {
  return `none; display: inline-block; max-width: ${width}ch; overflow: hidden; text-overflow: ellipsis; vertical-align: top`;
}

/** Noise is dim, and only a change that did not move is colored. */
function lookOf(judgement: number | undefined, change: number, picture: CostPicture) {
  if (judgement === NOISE) return {};
  return { color: COST_COLOR, ...(judgement !== MOVED && heatLook(change, picture)) };
}

function hasLines(moved: LinesByFigure | undefined): boolean {
  return moved !== undefined && moved.flat.size + moved.cum.size > 0;
}

/**
 * The margin of a box at a distance from the code that moves nothing after it. VS Code orders the boxes at one position
 * by the names of their styles, so on a blank line, a note may come before the heading `flat`.
 */
function withoutAdvance(distance: number, width: number): string {
  return `0 -${distance + width}ch 0 ${distance}ch`;
}
