import type { LineDetail, Neighbor } from '../../profile/answers/lines';
import { changeText as changeOf } from '../../profile/text/screen/change';
import { isOverInterval } from '../../profile/text/intervalText';
import { figureText } from '../../profile/text/screen/figure';
import { shortName } from '../../profile/text/shortNames';
import { plural } from '../../profile/text/counts';
import type { Active } from '../../captures/session';
import { commandLink, OPEN_FRAME_COMMAND } from '../../ui/commandLink';
import { breakable, changeText, escapeMarkdown, figureCell, GAP } from './markdown';
import { percent } from './hoverOtherProfiles';

/** Limit of the callers, and of the callees, because VS Code shows about ten rows of a hover at once. */
export const MAX_NEIGHBORS = 3;

/**
 * The section of a line's heaviest callers and callees, as Markdown; empty without any. Figures come first, so that no
 * long name moves them out of the hover. Calls from several lines of a function show the line: `f:12`.
 */
export function neighborsText({ baseline, profile, sampleType }: Active, detail: LineDetail, largest = 0): string {
  const values = detail.values[sampleType];
  const most = Math.max(largest, Math.abs(values.cum));
  const isOver = isOverInterval(profile.summary);
  const figureOf = (value: number): string =>
    baseline ? changeCells(value, values, most) : neighborFigure(value, values, isOver, most);
  const rows = [
    ...rowsOf('called by', detail.callers, detail.moreCallers, figureOf),
    ...rowsOf('calls', detail.callees, detail.moreCallees, figureOf),
  ];
  const inlined = inlinedText(detail);
  if (rows.length === 0 && inlined === '') return '';
  if (rows.length === 0) return `**Callers & callees**\n\n${inlined}`;
  return `${[`|  |  | ${GAP}Callers & callees |`, '|--:|--:|:--|', ...rows].join('\n')}\n\n${inlined}`;
}

function rowsOf(
  what: 'called by' | 'calls',
  list: readonly Neighbor[],
  more: number,
  figureOf: (value: number) => string,
): string[] {
  const shown = list.map((neighbor) => shortName(neighbor.function));
  const rows = list.map(({ file, line, value, inlined }, i) => {
    const link = commandLink(OPEN_FRAME_COMMAND, [file, line]);
    const isUnique = shown.indexOf(shown[i]) === shown.lastIndexOf(shown[i]);
    const name = isUnique || line === 0 ? shown[i] : `${shown[i]}:${line}`;
    return `| ${figureOf(value)} | ${GAP}${what} [${breakable(name)}](${link})${inlined ? ' _inlined_' : ''} |`;
  });
  const noun = what === 'calls' ? 'callee' : 'caller';
  if (more > 0) rows.push(`|  |  | ${GAP}_${more} more ${plural(noun, more)}_ |`);
  return rows;
}

/** The first two cells of a caller's or callee's row in a comparison. */
function changeCells(value: number, { sampleType, weight }: LineDetail['values'][number], largest: number): string {
  return `${changeText(value, sampleType.unit, { largest, weight })} | `;
}

/**
 * The first two cells of a caller's or callee's row. Percentages are of the line, not of the total.
 * @param isChange whether the figures are differences between two moments, which have signs
 */
function neighborFigure(
  value: number,
  { sampleType: { unit }, cum, weight }: LineDetail['values'][number],
  isChange: boolean,
  largest: number,
): string {
  const figure = (isChange ? changeOf : figureText)(value, unit, { largest, weight });
  // With one digit, the parts of a line may be more than the line: 83 % and 20 %.
  const partWeight = weight && Math.min(weight, Math.abs(value) / SAMPLES_OF_TWO_DIGITS);
  return `${figureCell(figure)} | ${GAP}${percent(value, cum, { weight: partWeight })}&nbsp;of&nbsp;line`;
}

/** See carriedDigits. */
const SAMPLES_OF_TWO_DIGITS = 10;

/** `Inlined here: f, g`, `Inlined into: h`. */
function inlinedText({ inlinedHere, inlinedInto }: LineDetail): string {
  return names('Inlined here', inlinedHere) + names('Inlined into', inlinedInto);
}

/** Short names, but whole ones of functions with the same short name: `sync.F, internal/sync.F`. */
function names(title: string, list: readonly string[]): string {
  if (list.length === 0) return '';
  const short = list.map(shortName);
  const isUnique = (name: string) => short.indexOf(name) === short.lastIndexOf(name);
  const shown = short.map((name, index) => escapeMarkdown(isUnique(name) ? name : list[index]));
  return `${title}: ${shown.join(', ')}\n\n`;
}
