import { changeArrow, changeCell, changePercent } from '../../profile/text/screen/change';
import { carriedDigits } from '../../profile/text/screen/digits';
import { cellText, type Reading } from '../../profile/text/screen/figure';
import { isShare } from '../../profile/text/relativeUnits';

const ENTITIES = new Map([['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;']]);

/**
 * Escapes a name from a profile, so that Markdown shows exactly that text, even in tables, and never as HTML. Line
 * breaks and control characters become spaces.
 */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, ' ')
      .replace(/[&<>]/g, (character) => ENTITIES.get(character) ?? character)
      .replace(/[\\`*_{}[\]()#+\-.!|~$:@/=^"']/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}

/** A longer line of code would fill the hover. */
const MAX_CODE_LENGTH = 200;

/** A line of code without indentation, cut off if it is long. */
export function shortCode(line: string): string {
  const code = line.trim();
  return code.length > MAX_CODE_LENGTH ? `${code.slice(0, MAX_CODE_LENGTH)}…` : code;
}

const LONG_NAMES = /\S{16,}/g;
const WORD_STARTS = /(?<=[._])|(?<=\p{Ll}|\d)(?=\p{Lu})/gu;

/**
 * The text as Markdown, in which names of 16 characters or more wrap after a dot or underscore, and before a capital:
 * `bench_test.BenchmarkOfManyWords`. A table is at least as wide as the longest name in it. Needs `supportHtml`: the
 * tag `wbr` leaves no character in what is copied, as a zero-width space would.
 */
export function breakable(text: string): string {
  const parts = text.replace(LONG_NAMES, (name) => name.replace(WORD_STARTS, '\0')).split('\0');
  return parts.map(escapeMarkdown).join('<wbr>');
}

/** Keeps a cell's text from touching the cell to its left. Does not wrap, as `&ensp;` does. */
export const GAP = '&nbsp;&nbsp;';

/** The content of a table's cell. Does not wrap, because a unit below its figure looks like another figure. */
export function figureCell(text: string): string {
  return escapeMarkdown(text).replaceAll(' ', '&nbsp;');
}

/** The cells of a row: those of flat and of cum, each with the name before them, unless they are empty. */
export function namedCells(flat: readonly string[], cum: readonly string[]): string {
  const named = (name: string, [figure = '', ...others]: readonly string[]) =>
    [figure === '' ? '' : `${GAP}${name}`, figure, ...others];
  return [...named('flat', flat), ...named('cum', cum)].join(' | ');
}

/** A figure in both profiles, and the difference. */
export interface FigureChange {
  readonly now: number;
  readonly before: number;
  readonly change: number;
  /** Whether chance explains the change; unset if that is said elsewhere. */
  readonly isNoise?: boolean;
}

/**
 * Rows of the figures of a sample type: flat, unless it is and was zero, and cum.
 * @param largest of the other figures of this type that are read with them, as in Reading
 */
export function changeRows(
  name: string,
  unit: string,
  flat: FigureChange,
  cum: FigureChange,
  { largest = 0, weight }: Reading = {},
): string[] {
  const most = Math.max(largest, ...[flat, cum].flatMap(({ now, before }) => [Math.abs(now), Math.abs(before)]));
  const reading = { largest: most, weight };
  const row = (what: string, { now, before, change, isNoise = false }: FigureChange) => {
    const values = [now, before].map((value) => figureCell(cellText(value, unit, reading)));
    const cells = [...values, changeText(change, unit, reading, isNoise), percentText(change, before, unit, weight)];
    return `| ${[`${name} ${what}`, ...cells].join(` | ${GAP}`)} |`;
  };
  return [...(flat.change === 0 && flat.before === 0 ? [] : [row('flat', flat)]), row('cum', cum)];
}

/** `▼ −340 ms`, or `~ −340 ms` for noise. */
export function changeText(change: number, unit: string, reading?: Reading, isNoise = false): string {
  return figureCell(`${isNoise ? '~' : changeArrow(change, unit)} ${changeCell(change, unit, reading)}`.trim());
}

function percentText(change: number, old: number, unit: string, weight?: number): string {
  // Beside the change of a share, its own percentage would read as another one.
  if (changeArrow(change, unit) === '' || (isShare(unit) && old !== 0)) return '';
  return figureCell(changePercent(change, old, carriedDigits(change, weight)));
}
